/** The only page for those who have not signed in, and the one that follows. */
import { officeTexts as texts } from "../texts.ts";
import { NextLink, type Page } from "./layout.tsx";
import { Alarm, Button, Field } from "./parts.tsx";

interface SignIn {
  readonly kind: "key" | "proxy";
  /** Whom the proxy names. */
  readonly user: string | null;
  readonly isListed: boolean;
  readonly hasFailed: boolean;
}

export function signInPage({ kind, user, isListed, hasFailed }: SignIn): Page {
  const isOpen = kind === "key" || (user !== null && isListed);
  const body = isOpen ? (
    <form method="post" action="/enter" class="stack">
      {kind === "key" && hasFailed && <Alarm>{texts.wrongKey()}</Alarm>}
      {kind === "key" && <p>{texts.keyLead()}</p>}
      {kind === "key" && <Field name="key" text={texts.key()} required />}
      <Button text={user === null ? texts.enter() : texts.enterAs(user)} />
    </form>
  ) : (
    <p class="lead">{user === null ? texts.noUser() : texts.notListed(user)}</p>
  );
  return { title: texts.signIn(), body };
}

/** Goes on to the first page by itself. */
export function enteredPage(): Page {
  return { title: texts.entered(), body: <NextLink href="/" text={texts.continue()} />, next: "/" };
}
