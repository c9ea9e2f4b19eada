/** Renders the officer's pages in the layout of the public pages. */
import type { ComponentChildren } from "preact";
import { Document, LanguageSwitch, renderDocument } from "../../pages/page-layout.tsx";
import { describeFailure } from "../failure-texts.ts";
import { type Frame, OfficeError } from "../request.ts";
import { assetHref, respond } from "../responses.ts";
import { nameUser, say } from "../texts.ts";
import { Button, Form, Token } from "./form.tsx";
import { NextLink } from "./parts.tsx";

const menu = [["/", "home"] as const, ["/history", "history"] as const, ["/erase", "erase"] as const];

/** Answers with a page. Its title is also its heading. */
export function show(frame: Frame, title: string, body: ComponentChildren, status = 200, headers = {}): Response {
  const { lang, session, path } = frame;
  const head = (
    <>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={assetHref("/style.css")} />
      <link rel="stylesheet" href={assetHref("/office.css")} />
      <script type="module" src={assetHref("/office.js")} />
    </>
  );
  const items = (session === null ? [] : menu).map(([href, text]) => (
    <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
      {say(text)}
    </a>
  ));
  const languages = <LanguageSwitch key="lang" current={lang} hrefOf={(other) => `${path}?lang=${other}`} />;
  const footer = session !== null && (
    <Form action="/leave" class="inline">
      <bdi>{say("signedIn", nameUser(session.user))}</bdi>
      <Button class="quiet">{say("leave")}</Button>
    </Form>
  );
  const page = (
    <Token.Provider value={session?.token ?? ""}>
      <Document
        {...{ lang, title, head, footer }}
        site={say("site")}
        home="/"
        icon={assetHref("/icon.svg")}
        menu={[...items, languages]}
        mainClass="office"
      >
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {body}
      </Document>
    </Token.Provider>
  );
  return respond(renderDocument(page), status, headers);
}

/** Shows a problem. The first sentence of its text becomes the heading. */
export function showProblem(frame: Frame, error: Error): Response {
  const { text, status, cause } = error instanceof OfficeError ? error : new OfficeError("unexpected", 500);
  const [title, ...advice] = say(text).split(/(?<=\.) /);
  const body = (
    <>
      <p class="lead">{advice.join(" ")}</p>
      {cause instanceof Error && <p class="hint">{describeFailure(cause)}</p>}
      <NextLink href="/">{say("back")}</NextLink>
    </>
  );
  return show(frame, title!.slice(0, -1), body, status);
}
