/** The formats of an import, and which one a file's name tells. */
import { extname } from "node:path";

export const importFormats = ["csv", "json", "ndjson"] as const;

export type ImportFormat = (typeof importFormats)[number];

const formatsByEnding: Readonly<Record<string, ImportFormat>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
};

/** The format by the ending of a file's name in any case; undefined where the ending tells none. */
export function findFormat(fileName: string): ImportFormat | undefined {
  const ending = extname(fileName).toLowerCase();
  return Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
}
