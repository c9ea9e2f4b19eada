/** Converts files with LibreOffice, as an office would save them. */
import { existsSync, mkdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The numbers of the character sets in LibreOffice's text filter. */
const charsets = { "windows-1251": 34, "utf-8": 76, "koi8-u": 88, "utf-16": 65535 } as const;

/** The options of a text export: separator, quotation mark, charset, first line, and cells written as they are. */
export function textFilter(separator: "," | ";" | "\t", charset: keyof typeof charsets): string {
  return `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,${charsets[charset]},1,,0,false,false`;
}

/** How LibreOffice reads UTF-8 with commas. */
export const textInput = `--infilter=Text - txt - csv (StarCalc):44,34,${charsets["utf-8"]},1`;

/** Converts a file in a folder. The profile is in the same folder, so no window opens and no settings of the user apply. */
export async function convertFile(
  soffice: string,
  folder: string,
  file: string,
  to: string,
  name: string,
  from: readonly string[] = [],
): Promise<string> {
  const output = join(folder, name);
  mkdirSync(output, { recursive: true });
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`;
  const process = Bun.spawn(
    [soffice, profile, "--headless", ...from, "--convert-to", to, "--outdir", output, join(folder, file)],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [stdout, stderr] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
    process.exited,
  ]);
  const converted = join(output, `${basename(file, extname(file))}.${to.split(":")[0]}`);
  if (!existsSync(converted)) throw new Error(`soffice wrote nothing: ${stdout}${stderr}`);
  return converted;
}
