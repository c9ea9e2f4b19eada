/** The frame of every page: document, head, header with the language switch, and footer. */
import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Lang } from "../contract/parameters.ts";
import type { AssetName } from "../contract/resources.ts";
import { assetUrl } from "./assets.ts";
import { docsHref, langHref, prefixOf, wholeListHref } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";
import { wordsIn } from "./texts.ts";

/** What a page carries besides the headers of all answers: it may load our own files and nothing else. */
export const htmlHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

interface PageParts {
  /** What stands before the name of the site in the title; empty for that name alone. */
  readonly title: string;
  /** Which part of the site this is, for the menu. */
  readonly part: "teachers" | "docs";
  readonly script?: AssetName;
  /** Elements for the head: links to what belongs to this page. */
  readonly links?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function renderPage(context: PageContext, parts: PageParts): string {
  return `<!doctype html>${renderToString(<Page context={context} {...parts} />)}\n`;
}

function Page({ context, title, part, script, links, children }: PageParts & { readonly context: PageContext }): VNode {
  const { lang, base, indexable } = context;
  const words = wordsIn(lang);
  return (
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <title>{title === "" ? words.site : `${title} · ${words.site}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={words.description} />
        {!indexable && <meta name="robots" content="noindex" />}
        <link rel="icon" type="image/svg+xml" href={assetUrl(base, "icon.svg")} />
        <link rel="stylesheet" href={assetUrl(base, "style.css")} />
        {links}
        {script !== undefined && <script type="module" src={assetUrl(base, script)} />}
      </head>
      <body>
        <a class="skip" href="#content">
          {words.skip}
        </a>
        <header class="masthead">
          <a class="brand" href={wholeListHref(context)}>
            <img src={assetUrl(base, "icon.svg")} alt="" width="28" height="28" />
            {words.site}
          </a>
          <nav aria-label={words.menu}>
            <a href={docsHref(context)} rel="help" aria-current={part === "docs" ? "page" : undefined}>
              {words.docs}
            </a>
            <LanguageSwitch context={context} />
          </nav>
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer class="colophon">
          <p>
            {words.footer} <a href={docsHref(context)}>{words.reference}</a>,{" "}
            <a href={`${prefixOf(base)}/openapi.json`}>{words.openapi}</a>.
          </p>
        </footer>
      </body>
    </html>
  );
}

/** A link to this page in the other language, named in that language. */
function LanguageSwitch({ context }: { readonly context: PageContext }): VNode {
  const other: Lang = context.lang === "uk" ? "en" : "uk";
  return (
    <a href={langHref(context, other)} lang={other} hreflang={other}>
      {wordsIn(other).language}
    </a>
  );
}
