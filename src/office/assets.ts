/** The files that the officer's pages load: their own, and the style and the icon of the public pages. */

import officeStyle from "../../public/office.css" with { type: "text" };
import officeScript from "../../public/office.js" with { type: "text" };
import { assets as publicAssets } from "../pages/assets.ts";

interface OfficeAsset {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const files = {
  "style.css": publicAssets["style.css"],
  "icon.svg": publicAssets["icon.svg"],
  "office.css": { contentType: "text/css; charset=utf-8", body: officeStyle },
  "office.js": { contentType: "text/javascript; charset=utf-8", body: officeScript },
} as const satisfies Readonly<Record<string, OfficeAsset>>;

type OfficeAssetName = keyof typeof files;

/** The file at a path, or null. */
export function findAsset(path: string): OfficeAsset | null {
  const name = path.slice(1);
  return Object.hasOwn(files, name) ? files[name as OfficeAssetName] : null;
}

/** The URL of a file, which changes with its content. */
export function assetHref(name: OfficeAssetName): string {
  return `/${name}?v=${Bun.hash.xxHash3(files[name].body).toString(36)}`;
}
