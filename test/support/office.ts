/** Tables as LibreOffice saves them. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A text, a number, or a cell as XML. `<` is covered by the merged cell on its left, and `^` by the one above. */
export type Cell = string | number | { readonly xml: string };

export type SheetRows = readonly (readonly Cell[])[];

/** A flat OpenDocument spreadsheet, which LibreOffice opens. */
export function renderFods(sheets: Readonly<Record<string, SheetRows>>): string {
  const tables = Object.entries(sheets).map(([name, rows]) => {
    const lines = rows.map((cells, row) => {
      const rendered = cells.map((cell, column) => {
        const below = rows.slice(row + 1).map((cells) => cells[column]);
        return renderCell(cell, countWhile(cells.slice(column + 1), "<"), countWhile(below, "^"));
      });
      return `<table:table-row>${rendered.join("")}</table:table-row>`;
    });
    return `<table:table table:name="${name}">${lines.join("")}</table:table>`;
  });
  const namespaces = ["office", "table", "text", "style"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces.join(" ")} xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
${tables.join("\n")}</office:spreadsheet></office:body></office:document>`;
}

function countWhile(cells: readonly (Cell | undefined)[], mark: string): number {
  const end = cells.findIndex((cell) => cell !== mark);
  return end === -1 ? cells.length : end;
}

function renderCell(cell: Cell, moreColumns: number, moreRows: number): string {
  if (typeof cell === "object") return cell.xml;
  if (cell === "<" || cell === "^") return "<table:covered-table-cell/>";
  if (/^\d+(\.\d+)?$/.test(String(cell))) return `<table:table-cell office:value-type="float" office:value="${cell}"/>`;
  const span = `table:number-columns-spanned="${moreColumns + 1}" table:number-rows-spanned="${moreRows + 1}"`;
  const content = cell === "" ? "" : `<text:p>${cell}</text:p>`;
  return `<table:table-cell office:value-type="string" ${span}>${content}</table:table-cell>`;
}

/** Saves files of the folder in `saved/`, in the format of an ending, which may have a filter and its options behind. */
export async function convertFiles(soffice: string, folder: string, format: string, files: readonly string[]) {
  // With a profile in the folder, no window opens and no settings of the user apply.
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`;
  const command = [soffice, profile, "--headless", "--convert-to", format, "--outdir", "saved", ...files];
  const { stdout, stderr, exited } = Bun.spawn(command, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([new Response(stdout).text(), new Response(stderr).text(), exited]);
  const count = output.match(/^convert .* using filter/gm)?.length;
  if (count !== files.length)
    throw new Error(`soffice converted ${count} of ${files.length} files: ${output}${errors}`);
}
