/** Writes zip archives, for spreadsheets that no program would save. */
import { crc32, deflateRawSync } from "node:zlib";

/** A deflated archive of the parts. `declared` replaces the sizes of some of them. */
export function createZip(
  parts: Readonly<Record<string, string | Uint8Array>>,
  declared: Readonly<Record<string, number>> = {},
): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared[name] ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, rest, Buffer.from(name)]));
    pieces.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, entries, end]);
}

const relations = (inside: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of an Excel workbook whose sheets hold the XML of their rows. */
export function createXlsxParts(sheets: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations(`<Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      names
        .map(
          (_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
        )
        .join(""),
    ),
  };
  for (const [i, name] of names.entries()) {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`;
  }
  return parts;
}

/** A row of cells of text. */
export function renderXlsxRow(cells: readonly string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
}

/** An OpenDocument spreadsheet with one table, of the XML of its rows. */
export function createOds(rows: string): Buffer {
  return createZip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="a">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

/** A row of cells of text. */
export function renderOdsRow(cells: readonly string[], attributes = ""): string {
  const texts = cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`);
  return `<table:table-row ${attributes}>${texts.join("")}</table:table-row>`;
}
