/** The responses of the officer's pages: pages, redirects, downloads, and the files that pages load. */
import officeStyle from "../../public/office.css" with { type: "text" };
import officeScript from "../../public/office.js" with { type: "text" };
import { assetOf, assets as publicAssets } from "../pages/assets.ts";
import { htmlHeaders } from "../pages/page-layout.tsx";

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

export function respond(body: BodyInit | null, status: number, headers: Fields): Response {
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

/** The style and the icon of the public pages, and the files of the officer's pages. */
const assets = {
  "/style.css": publicAssets["style.css"],
  "/icon.svg": publicAssets["icon.svg"],
  "/office.css": assetOf("text/css; charset=utf-8", officeStyle),
  "/office.js": assetOf("text/javascript; charset=utf-8", officeScript),
} as const;

/** The URL of an asset. It changes with the content, so browsers may cache it for a year. */
export function assetHref(path: keyof typeof assets): string {
  return `${path}?v=${assets[path].hash}`;
}

export function findAsset(path: string): Response | null {
  if (!Object.hasOwn(assets, path)) return null;
  const { contentType, body } = assets[path as keyof typeof assets];
  return respond(body, 200, { "Content-Type": contentType, "Cache-Control": "public, max-age=31536000, immutable" });
}
