/** The representations of the resources as a table. */

interface RepresentationRow {
  /** The text of links. */
  readonly label: string;
  /** The type that Accept is matched against; null if only `format` or a path can select it. */
  readonly mediaType: string | null;
  /** The Content-Type of the response. */
  readonly contentType: string;
  /**
   * Whether it is compressed for clients that accept gzip. JSON is not: its `Vary` is fixed (specification, section
   * 4.1).
   */
  readonly isCompressed: boolean;
  /** The file name of a download; null if browsers display it. */
  readonly fileName: string | null;
  /** For the documentation. */
  readonly description: string;
}

/** By the value of `format`. JSON comes first, so it wins if the client has no preference. */
const table = {
  json: {
    label: "JSON",
    mediaType: "application/json",
    contentType: "application/json",
    isCompressed: false,
    fileName: null,
    description: "Compact JSON in UTF-8.",
  },
  html: {
    label: "HTML",
    mediaType: "text/html",
    contentType: "text/html; charset=utf-8",
    isCompressed: true,
    fileName: null,
    description: "Web page in Ukrainian or English.",
  },
  xlsx: {
    label: "Excel",
    mediaType: null,
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    isCompressed: false,
    fileName: "teachers.xlsx",
    description:
      "Excel workbook of the stored fields, with headings in the language of `lang`. Only as `/teachers.xlsx`, for up to 1,048,575 teachers.",
  },
  csv: {
    label: "CSV",
    mediaType: "text/csv",
    contentType: "text/csv; charset=utf-8",
    isCompressed: true,
    fileName: "teachers.csv",
    description: "All fields as CSV (RFC 4180): comma, CRLF, header line, values unchanged.",
  },
  ndjson: {
    label: "NDJSON",
    mediaType: "application/x-ndjson",
    contentType: "application/x-ndjson",
    isCompressed: true,
    fileName: "teachers.ndjson",
    description: "One JSON object per line.",
  },
} as const satisfies Record<string, RepresentationRow>;

export type Format = keyof typeof table;

export interface Representation extends RepresentationRow {
  readonly format: Format;
}

export const representations = Object.fromEntries(
  Object.entries(table).map(([format, row]) => [format, { format, ...row }]),
) as Readonly<Record<Format, Representation>>;

/** Representations that only a path selects. A workbook needs no `format`, because people follow a link to it. */
const pathRepresentations: readonly Representation[] = [representations.xlsx];
export const listRepresentations: readonly Representation[] = Object.values(representations).filter(
  (representation) => !pathRepresentations.includes(representation),
);
/** The representations that pages offer as downloads. */
export const downloads: readonly Representation[] = Object.values(representations).filter(
  ({ fileName }) => fileName !== null,
);
export const teacherRepresentations: readonly Representation[] = [representations.json, representations.html];
