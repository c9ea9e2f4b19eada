/** The formats of an import, and which one a file's name or its text has. */
import { extname } from "node:path";

export const textFormats = ["csv", "json", "ndjson"] as const;
export type TextFormat = (typeof textFormats)[number];

export const importFormats = [...textFormats, "xlsx", "ods"] as const;
export type ImportFormat = (typeof importFormats)[number];

const formatsByEnding: Readonly<Record<string, ImportFormat>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".xlsx": "xlsx",
  ".xlsm": "xlsx",
  ".ods": "ods",
};

/** The format by the ending of a file's name in any case, before `.gz`; undefined where the ending is of none. */
export function findFormat(fileName: string): ImportFormat | undefined {
  const ending = extname(fileName.replace(/(?<=\.[^./\\]*)\.gz$/i, "")).toLowerCase();
  return Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
}

export function isTextFormat(format: ImportFormat | null | undefined): format is TextFormat {
  return (textFormats as readonly unknown[]).includes(format);
}

/** The format of a text by how it starts: JSON starts with a bracket, NDJSON with an object on a line of its own. */
export function findTextFormat(start: string): TextFormat {
  const text = start.replace(/^\ufeff/, "").trimStart();
  if (text.startsWith("[")) return /^\[\s*(?:[[{]|\])/.test(text) ? "json" : "csv";
  if (!/^\{\s*["}]/.test(text)) return "csv";
  const [line, ...others] = text.split("\n");
  try {
    const record: unknown = JSON.parse(line!);
    return others.length > 0 || "id" in (record as object) ? "ndjson" : "json";
  } catch {
    return "json";
  }
}
