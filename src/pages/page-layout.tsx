/** The layout of every page: head, header with the language switch, and footer. */
import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { type Lang, langs } from "../domain/lang.ts";
import { type AssetName, assetUrl } from "./assets.ts";
import { docsHref, langHref, listHref, type PageContext } from "./hrefs.ts";
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
  /** Where the skip link leads, and its text. Default: the content. */
  readonly skip?: { readonly to: string; readonly text: string };
  readonly script?: AssetName;
  /** What stands in the footer after the link to the API. */
  readonly footer?: ComponentChildren;
  /** Whether the page is in English only. */
  readonly isEnglishOnly?: boolean;
  readonly children: ComponentChildren;
}

export function renderPage(context: PageContext, parts: PageParts): string {
  const { title, description, skip, script, footer, isEnglishOnly = false, children } = parts;
  const { lang, base, allowIndexing } = context;
  const texts = textsIn(lang);
  const head = (
    <>
      <meta name="description" content={description ?? texts.description} />
      {!allowIndexing && <meta name="robots" content="noindex" />}
      <link rel="apple-touch-icon" href={assetUrl(base, "apple-touch-icon.png")} />
      <link rel="stylesheet" href={assetUrl(base, "style.css")} />
      {script !== undefined && <script type="module" src={assetUrl(base, script)} />}
    </>
  );
  return renderDocument(
    <Document
      {...{ lang, title, skip, head, children }}
      site={texts.site}
      home={listHref(context)}
      icon={assetUrl(base, "icon.svg")}
      menu={!isEnglishOnly && <LanguageSwitch current={lang} hrefOf={(other) => langHref(context, other)} />}
      footer={
        <>
          <a href={docsHref(context)}>{texts.docs}</a> {footer}
        </>
      }
    />,
  );
}

/** The parts of every HTML document, including the officer's pages. */
interface DocumentParts extends Pick<PageParts, "title" | "children"> {
  readonly lang: Lang;
  readonly site: string;
  /** The URLs of the first page and of the icon. */
  readonly home: string;
  readonly icon: string;
  readonly head: ComponentChildren;
  readonly skip?: PageParts["skip"] | undefined;
  /** The links of the main menu. Without any, there is no menu. */
  readonly menu: ComponentChildren;
  readonly mainClass?: string;
  readonly footer: ComponentChildren;
}

export function renderDocument(document: VNode): string {
  return `<!doctype html>${renderToString(document)}\n`;
}

export function Document(props: DocumentParts): VNode {
  const { lang, title, site, home, icon, head, skip, menu, mainClass, footer, children } = props;
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
        <a class="skip" href={`#${skip?.to ?? "content"}`}>
          {skip?.text ?? texts.skip}
        </a>
        <header class="top">
          <a class="brand" href={home}>
            <img src={icon} alt="" width="28" height="28" />
            {site}
          </a>
          {menu !== false && <nav aria-label={texts.menu}>{menu}</nav>}
        </header>
        <main id="content" tabIndex={-1} class={mainClass}>
          {children}
        </main>
        <footer class="foot">{footer}</footer>
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
