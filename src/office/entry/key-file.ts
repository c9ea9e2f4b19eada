/** The private file that the browser opens: it posts the key, which so is in no address, process list or log. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface KeyFile {
  readonly folder: string;
  /** Its URL, which programs that open files in a browser take. */
  readonly path: string;
  /** How long the key works. */
  readonly ms: number;
}

/** Writes the file, which only its owner can read, into a folder of its own. */
export function writeKeyFile(url: string, key: string): KeyFile {
  const folder = mkdtempSync(join(tmpdir(), "teachers-office-"));
  const path = join(folder, "enter.html");
  const html = `<!doctype html><html lang="uk"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<title>Довідник викладачів</title>
<form method="post" action="${url}enter"><input type="hidden" name="key" value="${key}"><button>Увійти</button></form>
<script>document.forms[0].submit()</script></html>
`;
  writeFileSync(path, html, { mode: 0o600, flag: "wx" });
  return { folder, path: pathToFileURL(path).href, ms: 10 * 60_000 };
}
