/** The files that pages ask for, loaded with the code. */
import copyScript from "../../public/copy.js" with { type: "text" };
import icon from "../../public/icon.svg" with { type: "text" };
import docsScript from "../../public/run-request.js" with { type: "text" };
import searchScript from "../../public/select-search.js" with { type: "text" };
import style from "../../public/style.css" with { type: "text" };
import { prefixOf } from "./hrefs.ts";

export interface Asset {
  readonly contentType: string;
  readonly body: string;
  /** Of the body: what stands behind `?v=` and so makes the address another one with every change. */
  readonly hash: string;
  readonly etag: string;
}

const bodies = {
  "/style.css": ["text/css; charset=utf-8", withoutLayout(style)],
  "/icon.svg": ["image/svg+xml; charset=utf-8", icon],
  "/copy.js": ["text/javascript; charset=utf-8", copyScript],
  "/docs.js": ["text/javascript; charset=utf-8", docsScript],
  "/search.js": ["text/javascript; charset=utf-8", searchScript],
} as const;

export type AssetName = keyof typeof bodies;

/** By path, under the base URL. */
export const assets: Readonly<Record<string, Asset>> = Object.fromEntries(
  Object.entries(bodies).map(([path, [contentType, body]]) => {
    const hash = Bun.hash.xxHash3(body).toString(36);
    return [path, { contentType, body, hash, etag: `"${hash}"` }];
  }),
);

/** The address of a file for a page; it changes with the content, so that caches may keep it for ever. */
export function assetUrl(base: string, name: AssetName): string {
  return `${prefixOf(base)}${name}?v=${assets[name]!.hash}`;
}

/** Comments, line breaks and indents are for those who write style sheets; the sheet is formatted so that none is needed. */
function withoutLayout(css: string): string {
  return css.replace(/\/\*.*?\*\/|\n\s*/gs, "");
}
