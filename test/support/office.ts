/** Converts files with LibreOffice, as an office would save them. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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
  const converted = join(output, `${basename(file, extname(file))}.${to.split(":")[0]}`);
  await runOffice(soffice, folder, [...from, "--convert-to", to, "--outdir", output, join(folder, file)], converted);
  return converted;
}

/** Saves a file with a password. `folder` must be that of an earlier {@link convertFile}, which makes the profile. */
export async function protectFile(soffice: string, folder: string, file: string, to: "ods" | "xlsx"): Promise<string> {
  writeFileSync(join(folder, "profile/user/basic/Standard/Module1.xba"), macro);
  const locked = join(folder, `locked.${to}`);
  const [source, target] = [file, locked].map((path) => pathToFileURL(path).href);
  await runOffice(soffice, folder, [`macro:///Standard.Module1.Protect("${source}","${target}","${to}")`], locked);
  return locked;
}

async function runOffice(soffice: string, folder: string, args: readonly string[], result: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`;
  const process = Bun.spawn([soffice, profile, "--headless", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
    process.exited,
  ]);
  if (!existsSync(result)) throw new Error(`soffice wrote nothing: ${stdout}${stderr}`);
}

/** Only a macro can set a password: it is no option of `--convert-to`. Excel files take another one than OpenDocument. */
const macro = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Protect(source As String, target As String, ending As String)
  Dim options(1) As New com.sun.star.beans.PropertyValue
  options(0).Name = "Hidden"
  options(0).Value = True
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, options())
  options(0).Name = "FilterName"
  If ending = "ods" Then
    options(0).Value = "calc8"
    options(1).Name = "Password"
    options(1).Value = "secret"
  Else
    Dim encryption(1) As New com.sun.star.beans.NamedValue
    encryption(0).Name = "OOXPassword"
    encryption(0).Value = "secret"
    encryption(1).Name = "CryptoType"
    encryption(1).Value = "Standard"
    options(0).Value = "Calc MS Excel 2007 XML"
    options(1).Name = "EncryptionData"
    options(1).Value = encryption()
  End If
  document.storeToURL(target, options())
  document.close(True)
End Sub
</script:module>
`.replaceAll(/(?<=^ .*)"/gm, "&quot;");
