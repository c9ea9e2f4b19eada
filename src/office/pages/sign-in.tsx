/** The page to sign in, and the page that follows it. */

import type { Frame } from "../request.ts";
import { say } from "../texts.ts";
import { Alarm, Button, Field } from "./form.tsx";
import { show } from "./layout.tsx";
import { NextLink } from "./parts.tsx";

interface SignIn {
  /** The user that the proxy names. */
  readonly user: string | null;
  readonly listing: "listed" | "unlisted" | "unknown";
  readonly asksKey: boolean;
  /** Whether the browser has the cookie of a session that has ended. */
  readonly hasEnded: boolean;
  readonly status: 200 | 403;
}

/** Asks for the key. Behind a proxy, offers to sign in as the user that it names, if that user is listed. */
export function showSignIn(frame: Frame, { user, listing, asksKey, hasEnded, status }: SignIn): Response {
  const mayEnter = user !== null && listing === "listed";
  const refusal = listing === "unknown" ? say("usersUnknown") : user === null ? say("noUser") : say("notListed", user);
  const body = (
    <>
      {hasEnded && <Alarm>{say("sessionEnded")}</Alarm>}
      {!mayEnter && <p class="lead">{refusal}</p>}
      {mayEnter && (
        <form method="post" action="/enter" class="stack">
          {asksKey && status === 403 && !hasEnded && <Alarm>{say("wrongKey")}</Alarm>}
          {asksKey && <p>{say("keyLead")}</p>}
          {asksKey && <Field name="key" text={say("key")} required />}
          <Button>{asksKey ? say("enter") : say("enterAs", user)}</Button>
        </form>
      )}
    </>
  );
  return show(frame, say("signIn"), body, listing === "unknown" ? 503 : mayEnter ? status : 403);
}

/** Says that the officer has signed in. The browser then opens the home page by itself. */
export function showEntered(frame: Frame, headers: Readonly<Record<string, string>>): Response {
  const body = <NextLink href="/">{say("continue")}</NextLink>;
  return show(frame, say("entered"), body, 200, { ...headers, Refresh: "0; url=/" });
}
