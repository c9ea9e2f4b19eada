/** The layout of every page: head, header with the language switch, and footer. */
import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { langs } from "../contract/parameters.ts";
import type { AssetName } from "../contract/resources.ts";
import { assetUrl } from "./assets.ts";
import { docsPageHref, langHref, prefixOf, unfilteredListHref } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";
import { textsIn } from "./texts.ts";

/** The headers of HTML pages, besides the common ones: a page may load files from its own origin only. */
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

/** The colour of the paper, see the style sheet. Browsers paint their bars with it. */
const themeColors = [
  ["light", "#fbfcfa"],
  ["dark", "#121614"],
] as const;

interface PageParts {
  /** Precedes the name of the site in the title; empty for that name alone. */
  readonly title: string;
  /** For search engines and messengers; that of the site by default. */
  readonly description?: string;
  /** The current item of the menu. */
  readonly part: "teachers" | "docs";
  readonly script?: AssetName;
  /** Below the header, such as the letters of the alphabet. */
  readonly strip?: ComponentChildren;
  /** Whether the page has an element with the id `results` to skip to. */
  readonly hasResults?: boolean;
  /** `<link>` elements for the head. */
  readonly links?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function renderPage(context: PageContext, parts: PageParts): string {
  return `<!doctype html>${renderToString(<Page context={context} {...parts} />)}\n`;
}

function Page(props: PageParts & { readonly context: PageContext }): VNode {
  const { context, title, description, part, script, strip, hasResults = false, links, children } = props;
  const { lang, base, indexable } = context;
  const texts = textsIn(lang);
  const whole = title === "" ? texts.site : `${title} · ${texts.site}`;
  const about = description ?? texts.description;
  const docsHref = docsPageHref(context);
  return (
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <title>{whole}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {themeColors.map(([scheme, color]) => (
          <meta key={scheme} name="theme-color" media={`(prefers-color-scheme: ${scheme})`} content={color} />
        ))}
        <meta name="description" content={about} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={texts.site} />
        <meta property="og:title" content={title === "" ? texts.site : title} />
        <meta property="og:description" content={about} />
        <meta property="og:image" content={`${base}/apple-touch-icon.png`} />
        {!indexable && <meta name="robots" content="noindex" />}
        <link rel="icon" type="image/svg+xml" href={assetUrl(base, "icon.svg")} />
        <link rel="apple-touch-icon" href={assetUrl(base, "apple-touch-icon.png")} />
        <link rel="stylesheet" href={assetUrl(base, "style.css")} />
        {links}
        {script !== undefined && <script type="module" src={assetUrl(base, script)} />}
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip}
        </a>
        {hasResults && (
          <a class="skip" href="#results">
            {texts.skipToResults}
          </a>
        )}
        <header class="masthead">
          <a class="brand" href={unfilteredListHref(context)}>
            <img src={assetUrl(base, "icon.svg")} alt="" width="28" height="28" />
            {texts.site}
          </a>
          <nav aria-label={texts.menu}>
            <a href={docsHref} rel="help" aria-current={part === "docs" ? "page" : undefined}>
              {texts.docs}
            </a>
            {part !== "docs" && <LanguageSwitch context={context} />}
          </nav>
        </header>
        {strip}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer class="footer">
          <p>
            {texts.footer} <a href={docsHref}>{texts.reference}</a>,{" "}
            <a href={`${prefixOf(base)}/openapi.json`}>{texts.openapi}</a>.
          </p>
        </footer>
      </body>
    </html>
  );
}

/** Links to this page in the other languages, each named in that language. */
function LanguageSwitch({ context }: { readonly context: PageContext }): VNode {
  return (
    <>
      {langs
        .filter((lang) => lang !== context.lang)
        .map((lang) => (
          <a key={lang} href={langHref(context, lang)} lang={lang} hreflang={lang}>
            {textsIn(lang).language}
          </a>
        ))}
    </>
  );
}
