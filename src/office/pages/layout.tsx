/** The responses of the officer's pages: pages in the layout of the public ones, redirects, downloads, and assets. */
import type { ComponentChildren } from "preact";
import officeStyle from "../../../public/office.css" with { type: "text" };
import officeScript from "../../../public/office.js" with { type: "text" };
import { assetOf, assets as publicAssets } from "../../pages/assets.ts";
import { Document, htmlHeaders, LanguageSwitch, renderDocument } from "../../pages/page-layout.tsx";
import { StoreError } from "../../store/failure.ts";
import type { IncomingRequest } from "../request.ts";
import { isNameless, OfficeError, say } from "../texts.ts";
import { Form, Page } from "./parts.tsx";

type Fields = Readonly<Record<string, string>>;

const headersOfAll: Fields = {
  ...htmlHeaders,
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // With "no-referrer", browsers would send no Origin with a form.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

function respond(body: BodyInit | null, status: number, headers: Fields = {}): Response {
  return new Response(body, { status, headers: { ...headersOfAll, ...headers } });
}

export function redirectTo(location: string, headers: Fields = {}): Response {
  return respond(null, 303, { Location: location, ...headers });
}

/** A workbook download. Its file name is `title`, or `name` in browsers that accept only ASCII. */
export function download(name: string, title: string, body: BodyInit): Response {
  return respond(body, 200, {
    "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "Content-Disposition": `attachment; filename="${name}.xlsx"; filename*=UTF-8''${encodeURIComponent(title)}.xlsx`,
  });
}

const assets = new Map([
  ["/style.css", publicAssets["style.css"]],
  ["/icon.svg", publicAssets["icon.svg"]],
  ["/office.css", assetOf("text/css; charset=utf-8", officeStyle)],
  ["/office.js", assetOf("text/javascript; charset=utf-8", officeScript)],
]);

/** The URL of an asset. It changes with the content, so browsers may cache it for a year. */
const assetHref = (path: string): string => `${path}?v=${assets.get(path)!.hash}`;

export function findAsset(path: string): Response | null {
  const asset = assets.get(path);
  const headers = { "Content-Type": asset?.contentType ?? "", "Cache-Control": "public, max-age=31536000, immutable" };
  return asset === undefined ? null : respond(asset.body, 200, headers);
}

const menu = { "/": "home", "/history": "history", "/erase": "erase" } as const;

/** Answers with a page. Its title is also its heading. */
export function show(incoming: IncomingRequest, title: string, body: ComponentChildren, status = 200): Response {
  const { lang, session, path } = incoming;
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
      <bdi>{isNameless(session.user) ? say("signedInHere") : say("signedIn", session.user)}</bdi>
      <button type="submit" class="quiet" children={say("leave")} />
    </Form>
  );
  const frame = { lang, title, head, footer, site: say("site"), home: "/", icon: assetHref("/icon.svg") };
  const page = (
    <Page.Provider value={{ path, token: session?.token ?? "" }}>
      <Document {...frame} menu={[...items, languages]} mainClass="office">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {body}
      </Document>
    </Page.Provider>
  );
  return respond(renderDocument(page), status);
}

/** Shows a problem. The first sentence of its text becomes the heading. */
export function showProblem(incoming: IncomingRequest, error: Error): Response {
  const isStore = error instanceof StoreError;
  const known = error instanceof OfficeError ? error : new OfficeError(isStore ? "database" : "unexpected", 500);
  const [title, ...advice] = say(known.text).split(/(?<=\.) /);
  const other = known.text === "previewReplaced" ? incoming.previews.of(incoming.session!) : null;
  const body = (
    <>
      <p class="lead">{advice.join(" ")}</p>
      {isStore && <p lang="en" children={error.message} />}
      <a class="primary" href={other ? `/preview/${other.id}` : "/"} children={say(other ? "toPreview" : "home")} />
    </>
  );
  return show(incoming, title!.slice(0, -1), body, isStore ? 503 : known.status);
}
