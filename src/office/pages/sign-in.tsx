/** Signing in and out: the pages, and the start and the end of a session. */
import { type IncomingRequest, type OfficeRequest, readForm } from "../request.ts";
import { say } from "../texts.ts";
import { redirectTo, show } from "./layout.tsx";
import { Field } from "./parts.tsx";

/** Asks to sign in, and says why a session has ended or a user may not enter. */
export function askToEnter(incoming: IncomingRequest): Response {
  const { options, sessions, request, isPost, path } = incoming;
  const { entrance, log } = options;
  const { user, refusal } = incoming.visitor;
  if (refusal !== null) log("office.refused", { user, reason: refusal });
  const isKeyWrong = isPost && path === "/enter" && entrance.redeem !== null;
  // A session that can't be checked now goes on.
  const hasEnded = refusal === null && !isKeyWrong && (path !== "/enter" || sessions.hasEnded(request.headers));
  const body = (
    <>
      {hasEnded && <p class="alarm" role="alert" children={say("sessionEnded")} />}
      {refusal !== null && <p class="lead">{refusal === "notListed" ? say(refusal, user) : say(refusal)}</p>}
      {refusal === null && (
        <form method="post" action="/enter" class="stack">
          {entrance.redeem !== null && (
            <>
              {isKeyWrong && <p class="alarm" role="alert" children={say("wrongKey")} />}
              <p>{say("keyLead")}</p>
              <Field name="key" text={say("key")} required />
            </>
          )}
          <button type="submit">{entrance.redeem === null ? say("enterAs", user) : say("enter")}</button>
        </form>
      )}
    </>
  );
  return show(incoming, say("signIn"), body, refusal === "usersUnknown" ? 503 : refusal !== null || isPost ? 403 : 200);
}

/** Starts a session for a client that sends the key, or for a listed user that the proxy names. */
export async function enter(incoming: IncomingRequest): Promise<Response> {
  const { options, sessions, request, isOwnForm } = incoming;
  const { user, refusal } = incoming.visitor;
  const { log } = options;
  const { redeem } = options.entrance;
  // The local file that posts the key has no origin. The key itself proves who sent the form.
  const isProven = redeem === null ? isOwnForm : redeem((await readForm(request, null)).get("key") ?? "");
  if (!isProven) log("office.refused", { user, reason: redeem === null ? "another site" : "wrong key" });
  if (!isProven || refusal !== null) return askToEnter(incoming);
  if (incoming.session !== null) sessions.end(incoming.session);
  const session = sessions.start(user, incoming.lang);
  log("office.entered", { user });
  // Not a redirect: after a form from another site, the browser would request the next page without the new cookie.
  const response = showEntered({ ...incoming, session });
  response.headers.set("Set-Cookie", sessions.renderCookie(session.id));
  return response;
}

/** The browser then opens the home page by itself. */
export function showEntered(incoming: IncomingRequest): Response {
  const response = show(incoming, say("entered"), <a class="primary" href="/" children={say("home")} />);
  response.headers.set("Refresh", "0; url=/");
  return response;
}

export function leave({ sessions, session }: Pick<OfficeRequest, "sessions" | "session">): Response {
  sessions.end(session);
  return redirectTo("/enter", { "Set-Cookie": sessions.renderCookie("") });
}
