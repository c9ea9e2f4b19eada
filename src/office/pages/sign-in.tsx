/** The page to sign in, and the page that follows it. */

import type { Entrance } from "../entry/entrance.ts";
import type { Frame } from "../request.ts";
import { say } from "../texts.ts";
import { Alarm, Button, Field } from "./form.tsx";
import { show } from "./layout.tsx";
import { NextLink } from "./parts.tsx";

/**
 * Asks for the key. Behind a proxy, offers to sign in as the user that the proxy names, if the users file has that
 * name.
 */
export function showSignIn(frame: Frame, entrance: Entrance, headers: Headers, status: 200 | 403): Response {
  const user = entrance.identify(headers);
  const mayEnter = user !== null && entrance.mayEnter(user);
  const asksKey = entrance.key !== null;
  const form = (
    <form method="post" action="/enter" class="stack">
      {asksKey && status === 403 && <Alarm>{say("wrongKey")}</Alarm>}
      {asksKey && <p>{say("keyLead")}</p>}
      {asksKey && <Field name="key" text={say("key")} required />}
      <Button>{asksKey ? say("enter") : say("enterAs", user!)}</Button>
    </form>
  );
  const refusal = <p class="lead">{user === null ? say("noUser") : say("notListed", user)}</p>;
  return show(frame, say("signIn"), mayEnter ? form : refusal, mayEnter ? status : 403);
}

/** Says that the officer has signed in. The browser then opens the home page by itself. */
export function showEntered(frame: Frame, cookie: string): Response {
  const headers = { "Set-Cookie": cookie, Refresh: "0; url=/" };
  return show(frame, say("entered"), <NextLink href="/">{say("continue")}</NextLink>, 200, headers);
}
