/** The layout of the officer's pages, in the style of the public ones. */
import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Lang } from "../../domain/lang.ts";
import { withLanguage } from "../../publishing/texts/language.ts";
import { assetHref } from "../assets.ts";
import type { OfficeSession } from "../entry/sessions.ts";
import { type OfficeProblem, problemTexts, officeTexts as texts } from "../texts.ts";
import { Button, Form } from "./parts.tsx";

/** A page without its layout. */
export interface Page {
  /** The title, which is also the heading. */
  readonly title: string;
  readonly body: ComponentChildren;
  /** Where the browser goes by itself. */
  readonly next?: string;
}

export interface Frame {
  readonly lang: Lang;
  /** Null before somebody has signed in. */
  readonly session: OfficeSession | null;
  /** The path, for the link to the other language. */
  readonly path: string;
}

/** Renders a page; `make` is called where all texts are in the language of the frame. */
export function renderOfficePage(frame: Frame, make: () => Page): string {
  return withLanguage(frame.lang, () => `<!doctype html>${renderToString(<Layout {...frame} {...make()} />)}\n`);
}

const menu = [
  ["/", texts.home],
  ["/history", texts.history],
  ["/erase", texts.erase],
] as const;

function Layout({ lang, session, path, title, body, next }: Frame & Page): VNode {
  const other = lang === "uk" ? "en" : "uk";
  return (
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${texts.site()}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {next !== undefined && <meta http-equiv="refresh" content={`0; url=${next}`} />}
        <link rel="icon" type="image/svg+xml" href={assetHref("icon.svg")} />
        <link rel="stylesheet" href={assetHref("style.css")} />
        <link rel="stylesheet" href={assetHref("office.css")} />
        <script type="module" src={assetHref("office.js")} />
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip()}
        </a>
        <header class="masthead">
          <a class="brand" href="/">
            <img src={assetHref("icon.svg")} alt="" width="28" height="28" />
            {texts.site()}
          </a>
          <nav aria-label={texts.menu()}>
            {session !== null &&
              menu.map(([href, text]) => (
                <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
                  {text()}
                </a>
              ))}
            <a href={`${path}?lang=${other}`} lang={other} hreflang={other}>
              {texts.otherLanguage()}
            </a>
          </nav>
        </header>
        <main id="content" tabIndex={-1} class="office">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {body}
        </main>
        {session !== null && (
          <footer class="footer">
            <Form session={session} action="/leave" class="inline">
              <bdi>{texts.signedIn(session.user)}</bdi>
              <Button text={texts.leave()} class="quiet" />
            </Form>
          </footer>
        )}
      </body>
    </html>
  );
}

/** A link that looks like a button: what to do next. */
export function NextLink({ href, text }: { readonly href: string; readonly text: string }): VNode {
  return (
    <p class="actions">
      <a class="primary" href={href}>
        {text}
      </a>
    </p>
  );
}

/** The page of something that did not work. `detail` says more, such as the message of the database. */
export function problemPage(problem: OfficeProblem, detail = ""): () => Page {
  return () => {
    const [title, advice] = problemTexts[problem];
    const body = (
      <>
        <p class="lead">{advice()}</p>
        {detail !== "" && <p class="hint">{detail}</p>}
        <NextLink href="/" text={texts.back()} />
      </>
    );
    return { title: title(), body };
  };
}
