/** Converts files with LibreOffice, as an office would save them. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The filter that reads or writes a file, and its options. */
type Filter = readonly [name: string, options?: string];

const textFilterName = "Text - txt - csv (StarCalc)";
/** The numbers of the character sets in LibreOffice's text filter. */
const charsets = { "windows-1251": 34, "utf-8": 76, "utf-16": 65535 } as const;

/** A text export with this separator and charset, and with quotation marks: around every text, or only where needed. */
export function textFilter(
  separator: "," | ";" | "\t",
  charset: keyof typeof charsets,
  texts: "plain" | "quoted" = "plain",
): Filter {
  return [textFilterName, `${separator.charCodeAt(0)},34,${charsets[charset]},1,,0,${texts === "quoted"},false`];
}

/**
 * A cell of a sheet. A merged cell has the number of columns and rows that it covers, and a covered cell belongs to
 * another one.
 */
export type Cell =
  | string
  | number
  | { readonly text: string; readonly columns?: number; readonly rows?: number; readonly isCovered?: boolean };

export type SheetRows = readonly (readonly Cell[])[];

/** A flat OpenDocument spreadsheet, which LibreOffice opens. */
export function renderFods(sheets: Readonly<Record<string, SheetRows>>): string {
  const tables = Object.entries(sheets).map(([name, rows]) => {
    const lines = rows.map((cells) => `<table:table-row>${cells.map(renderCell).join("")}</table:table-row>`);
    return `<table:table table:name="${name}">${lines.join("")}</table:table>`;
  });
  const names = ["office", "table", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${names.join(" ")} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>${tables.join("")}</office:spreadsheet></office:body></office:document>`;
}

function renderCell(cell: Cell): string {
  if (typeof cell === "number") {
    return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  }
  const { text, columns = 1, rows = 1, isCovered = false } = typeof cell === "string" ? { text: cell } : cell;
  if (isCovered) return "<table:covered-table-cell/>";
  const span = `table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"`;
  const content = text === "" ? "" : `<text:p>${text}</text:p>`;
  return `<table:table-cell office:value-type="string" ${span}>${content}</table:table-cell>`;
}

const filters = { ods: ["calc8"], xlsx: ["Calc MS Excel 2007 XML"] } as const satisfies Readonly<
  Record<string, Filter>
>;

/** An ending of LibreOffice's own formats, or a text export. */
export type OfficeFormat = keyof typeof filters | Filter;

export interface Conversion {
  /** A file in the folder: CSV in UTF-8, or one that LibreOffice recognises. */
  readonly from: string;
  /** The file to write in the folder. */
  readonly to: string;
  readonly format: OfficeFormat;
  /** Whether the file is saved with a password. This works only for ODS and XLSX. */
  readonly isLocked?: boolean;
}

/**
 * Makes the conversions in a folder. One start of LibreOffice makes all of them, because starting takes longer than
 * converting.
 */
export async function convertFiles(soffice: string, folder: string, conversions: readonly Conversion[]): Promise<void> {
  const profile = join(folder, "profile");
  const start = async (...args: string[]): Promise<string> => {
    // With a profile in the folder, no window opens and no settings of the user apply.
    const command = [soffice, `-env:UserInstallation=${pathToFileURL(profile)}`, "--headless", ...args];
    const { stdout, stderr, exited } = Bun.spawn(command, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors] = await Promise.all([new Response(stdout).text(), new Response(stderr).text(), exited]);
    return output + errors;
  };
  // The first start makes the profile. It would overwrite the macro, so it comes first.
  if (!existsSync(profile)) await start("--terminate_after_init");
  writeFileSync(join(profile, "user/basic/Standard/Module1.xba"), macro);
  const list = join(folder, "conversions.tsv");
  writeFileSync(list, conversions.map((conversion) => `${renderJob(folder, conversion)}\n`).join(""));
  for (const { to } of conversions) mkdirSync(dirname(join(folder, to)), { recursive: true });
  const output = await start(`macro:///Standard.Module1.Convert("${pathToFileURL(list)}")`);
  const missing = conversions.find(({ to }) => !existsSync(join(folder, to)));
  if (missing !== undefined) throw new Error(`soffice did not write ${missing.to}: ${output}`);
}

/** A line of the list that the macro reads. */
function renderJob(folder: string, { from, to, format, isLocked = false }: Conversion): string {
  const input: Filter = from.endsWith(".csv") ? [textFilterName, `44,34,${charsets["utf-8"]},1`] : [""];
  const output: Filter = typeof format === "string" ? filters[format] : format;
  const [source, target] = [from, to].map((file) => pathToFileURL(join(folder, file)).href);
  const password = isLocked ? format : "";
  return [source, input[0], input[1] ?? "", target, output[0], output[1] ?? "", password].join("\t");
}

/**
 * Only a macro can make several conversions in one start or set a password (Excel and OpenDocument files take it
 * differently). It continues after an error, because a message would wait for somebody to close it.
 */
const macro = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Convert(list As String)
  Dim job As String
  number = FreeFile
  Open list For Input As #number
  Do While Not Eof(number)
    Line Input #number, job
    Save(Split(job, Chr(9)))
  Loop
  Close #number
End Sub

Sub Save(job)
  On Error Resume Next
  Dim source(2) As New com.sun.star.beans.PropertyValue
  source(0).Name = "Hidden"
  source(0).Value = True
  source(1).Name = "FilterName"
  source(1).Value = job(1)
  source(2).Name = "FilterOptions"
  source(2).Value = job(2)
  document = StarDesktop.loadComponentFromURL(job(0), "_blank", 0, source())
  Dim target(2) As New com.sun.star.beans.PropertyValue
  target(0).Name = "FilterName"
  target(0).Value = job(4)
  target(1).Name = "FilterOptions"
  target(1).Value = job(5)
  If job(6) = "ods" Then
    target(2).Name = "Password"
    target(2).Value = "secret"
  End If
  If job(6) = "xlsx" Then
    Dim encryption(1) As New com.sun.star.beans.NamedValue
    encryption(0).Name = "OOXPassword"
    encryption(0).Value = "secret"
    encryption(1).Name = "CryptoType"
    encryption(1).Value = "Standard"
    target(2).Name = "EncryptionData"
    target(2).Value = encryption()
  End If
  document.storeToURL(job(3), target())
  document.close(True)
End Sub
</script:module>
`.replaceAll(/(?<=^ .*)"/gm, "&quot;");
