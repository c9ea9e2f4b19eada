/** The static files of the pages, loaded with the code. */
import { readFileSync } from "node:fs";
import appleIconFile from "../../public/apple-touch-icon.png" with { type: "file" };
import faviconFile from "../../public/favicon.ico" with { type: "file" };
import icon from "../../public/icon.svg" with { type: "text" };
import listScript from "../../public/list.js" with { type: "text" };
import style from "../../public/style.css" with { type: "text" };
import teacherScript from "../../public/teacher.js" with { type: "text" };
import { prefixOf } from "./hrefs.ts";

/** A file or a document. */
export interface Asset {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The hash of the body. It is the `?v=` of the URL, so the URL changes with the content. */
  readonly hash: string;
}

/** The assets by name. The name is also the path below the base URL. */
export const assets = {
  "style.css": assetOf("text/css; charset=utf-8", style),
  "favicon.ico": assetOf("image/x-icon", bytesOf(faviconFile)),
  "apple-touch-icon.png": assetOf("image/png", bytesOf(appleIconFile)),
  "icon.svg": assetOf("image/svg+xml; charset=utf-8", icon),
  "teacher.js": assetOf("text/javascript; charset=utf-8", teacherScript),
  "list.js": assetOf("text/javascript; charset=utf-8", listScript),
} as const satisfies Readonly<Record<string, Asset>>;

export type AssetName = keyof typeof assets;

/** A file with its hash. */
export function assetOf(contentType: string, body: Asset["body"]): Asset {
  return { contentType, body, hash: Bun.hash.xxHash3(body).toString(36) };
}

/** The bytes of a binary file, which the executable contains under this path. */
function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

/** The URL of a file. It changes with the content, so caches may keep it forever. */
export function assetUrl(base: string, name: AssetName): string {
  return `${prefixOf(base)}/${name}?v=${assets[name].hash}`;
}
