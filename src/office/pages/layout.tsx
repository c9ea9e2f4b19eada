/** Renders the officer's pages in the layout of the public pages. */
import type { ComponentChildren } from "preact";
import { Document, LanguageSwitch, renderDocument } from "../../pages/page-layout.tsx";
import { StoreError } from "../../store/failure.ts";
import type { Frame } from "../request.ts";
import { assetHref, respond } from "../responses.ts";
import { nameUser, OfficeError, say } from "../texts.ts";
import { Form, Token } from "./parts.tsx";

const menu = { "/": "home", "/history": "history", "/erase": "erase" } as const;

/** Answers with a page. Its title is also its heading. */
export function show(frame: Frame, title: string, body: ComponentChildren, status = 200, headers = {}): Response {
  const { lang, session, path } = frame;
  const here = session === null ? "/enter" : path;
  const head = (
    <>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={assetHref("/style.css")} />
      <link rel="stylesheet" href={assetHref("/office.css")} />
      <script type="module" src={assetHref("/office.js")} />
    </>
  );
  const items = Object.entries(session === null ? {} : menu).map(([href, text]) => (
    <a key={href} href={href} aria-current={href === path ? "page" : undefined} children={say(text)} />
  ));
  const languages = <LanguageSwitch key="lang" current={lang} hrefOf={(other) => `${here}?lang=${other}`} />;
  const footer = session !== null && (
    <Form action="/leave" class="inline">
      <bdi>{say("signedIn", nameUser(session.user))}</bdi>
      <button type="submit" class="quiet" children={say("leave")} />
    </Form>
  );
  const frameParts = { lang, title, head, footer, site: say("site"), home: "/", icon: assetHref("/icon.svg") };
  const page = (
    <Token.Provider value={session?.token ?? ""}>
      <Document {...frameParts} menu={[...items, languages]} mainClass="office">
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
  const isStore = error instanceof StoreError;
  const known = error instanceof OfficeError ? error : new OfficeError(isStore ? "database" : "unexpected", 500);
  const [title, ...advice] = say(known.text).split(/(?<=\.) /);
  const body = (
    <>
      <p class="lead">{advice.join(" ")}</p>
      {isStore && <p lang="en" children={error.message} />}
      <a class="primary" href="/" children={say("home")} />
    </>
  );
  return show(frame, title!.slice(0, -1), body, isStore ? 503 : known.status);
}
