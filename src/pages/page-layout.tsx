/** The layout of every page: head, header with the language switch, and footer. */
import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { AssetName } from "../contract/resources.ts";
import { type Lang, langs } from "../domain/lang.ts";
import { assetUrl } from "./assets.ts";
import { docsPageHref, langHref, newListHref, type PageContext, prefixOf } from "./hrefs.ts";
import { textsIn } from "./texts.ts";

/** The headers that HTML pages have in addition to the common ones. A page may load files only from its own origin. */
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
  /** The part of the document title before the name of the site. If empty, the title is only the name of the site. */
  readonly title: string;
  /** The description for search engines and messengers. Default: the description of the site. */
  readonly description?: string;
  /** The current item of the menu. */
  readonly part: "teachers" | "docs";
  readonly script?: AssetName;
  /** The content below the header, such as the letters of the alphabet. */
  readonly strip?: ComponentChildren;
  /** Additional skip links, which lead to parts of the page. */
  readonly skip?: ComponentChildren;
  /** `<link>` elements for the head. */
  readonly links?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function renderPage(context: PageContext, parts: PageParts): string {
  const { title, description, part, script, strip, skip, links, children } = parts;
  const { lang, base, indexable } = context;
  const texts = textsIn(lang);
  const about = description ?? texts.description;
  const docsHref = docsPageHref(context);
  const head = (
    <>
      {/* Browsers paint their bars in these colours. They are the background colours of the page, see the style sheet.
       */}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfcfa" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121614" />
      <meta name="description" content={about} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.site} />
      <meta property="og:title" content={title === "" ? texts.site : title} />
      <meta property="og:description" content={about} />
      <meta property="og:image" content={`${base}/apple-touch-icon.png`} />
      {!indexable && <meta name="robots" content="noindex" />}
      <link rel="apple-touch-icon" href={assetUrl(base, "apple-touch-icon.png")} />
      <link rel="stylesheet" href={assetUrl(base, "style.css")} />
      {links}
      {script !== undefined && <script type="module" src={assetUrl(base, script)} />}
    </>
  );
  const menu = (
    <>
      <a href={docsHref} rel="help" aria-current={part === "docs" ? "page" : undefined}>
        {texts.docs}
      </a>
      {part !== "docs" && <LanguageSwitch current={lang} hrefOf={(other) => langHref(context, other)} />}
    </>
  );
  const footer = (
    <p>
      {texts.footer} <a href={docsHref}>{texts.reference}</a>,{" "}
      <a href={`${prefixOf(base)}/openapi.json`}>{texts.openapi}</a>.
    </p>
  );
  return renderDocument(
    <Document
      {...{ lang, title, head, skip, menu, strip, footer, children }}
      site={texts.site}
      home={newListHref(context)}
      icon={assetUrl(base, "icon.svg")}
    />,
  );
}

/** The parts of every HTML document, including the officer's pages. */
interface DocumentParts {
  readonly lang: Lang;
  /** The part of the document title before the name of the site. If empty, the title is only the name of the site. */
  readonly title: string;
  readonly site: string;
  /** The URLs of the first page and of the icon. */
  readonly home: string;
  readonly icon: string;
  readonly head: ComponentChildren;
  /** Additional skip links, which lead to parts of the page. */
  readonly skip?: ComponentChildren;
  readonly menu: ComponentChildren;
  readonly strip?: ComponentChildren;
  readonly mainClass?: string;
  readonly footer: ComponentChildren;
  readonly children: ComponentChildren;
}

export function renderDocument(document: VNode): string {
  return `<!doctype html>${renderToString(document)}\n`;
}

export function Document(props: DocumentParts): VNode {
  const { lang, title, site, home, icon, head, skip, menu, strip, mainClass, footer, children } = props;
  const texts = textsIn(lang);
  return (
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <title>{title === "" ? site : `${title} · ${site}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={icon} />
        {head}
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip}
        </a>
        {skip}
        <header class="masthead">
          <a class="brand" href={home}>
            <img src={icon} alt="" width="28" height="28" />
            {site}
          </a>
          <nav aria-label={texts.menu}>{menu}</nav>
        </header>
        {strip}
        <main id="content" tabIndex={-1} class={mainClass}>
          {children}
        </main>
        <footer class="footer">{footer}</footer>
      </body>
    </html>
  );
}

/** Links to this page in the other languages, each named in that language. */
export function LanguageSwitch({ current, hrefOf }: { current: Lang; hrefOf(lang: Lang): string }): VNode {
  return (
    <>
      {langs
        .filter((lang) => lang !== current)
        .map((lang) => (
          <a key={lang} href={hrefOf(lang)} lang={lang} hreflang={lang}>
            {textsIn(lang).language}
          </a>
        ))}
    </>
  );
}
