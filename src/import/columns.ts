/** The header of a CSV file: the separator, and the column of each field. */
import { type StoredFieldName, storedFieldNames, teacherFields } from "../domain/teacher.ts";
import type { FaultList, FoundFault } from "./fault.ts";
import { listNames } from "./quote.ts";

export const separators = [",", ";", "\t"] as const;

export type Separator = (typeof separators)[number];

/** The column index of each field. */
export interface Columns extends Readonly<Record<StoredFieldName, number>> {
  /** The names of all columns in the order of the file. */
  readonly names: readonly string[];
}

/** The most frequent separator outside quotes; a comma if there is none. */
export function findSeparator(header: Uint8Array): Separator {
  const counts = separators.map(() => 0);
  let isQuoted = false;
  for (const byte of header) {
    if (byte === quote) isQuoted = !isQuoted;
    const separator = isQuoted ? -1 : separatorCodes.indexOf(byte);
    if (separator !== -1) counts[separator]!++;
  }
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** The first line that is not blank; undefined if the bytes do not contain its end. */
export function findHeader(bytes: Uint8Array): Uint8Array | undefined {
  let start = 0;
  let isQuoted = false;
  let isBlank = true;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) isQuoted = !isQuoted;
    if (!isQuoted && (byte === lineFeed || byte === carriageReturn)) {
      if (!isBlank) return bytes.subarray(start, at);
      start = at + 1;
    } else if (byte !== space && byte !== quote && !separatorCodes.includes(byte)) isBlank = false;
  }
  return undefined;
}

/** The most columns in a header, far more than there are fields. */
const columnsMax = 100;

/** The column of each field. Otherwise adds faults, stops reading, and returns undefined. */
export function parseHeader(header: readonly string[], line: number, faults: FaultList): Columns | undefined {
  if (header.length > columnsMax) {
    faults.stop({ line, message: `the header has ${header.length} columns; at most ${columnsMax} are accepted` });
    return undefined;
  }
  const names = header.map((name) => name.trim());
  const found = [...findMissing(names), ...findRepeated(names), ...findUnknown(names)];
  for (const fault of found) faults.stop({ line, ...fault });
  if (found.length > 0) return undefined;
  const at = (name: StoredFieldName) => names.indexOf(name);
  return {
    id: at("id"),
    last_name: at("last_name"),
    first_name: at("first_name"),
    middle_name: at("middle_name"),
    degree: at("degree"),
    names,
  };
}

const [quote, space, lineFeed, carriageReturn] = [0x22, 0x20, 0x0a, 0x0d];
const separatorCodes = separators.map((separator) => separator.charCodeAt(0));

/** The columns of our own downloads. Composed fields are accepted and ignored. */
const knownNames: readonly string[] = teacherFields;

function findMissing(names: readonly string[]): FoundFault[] {
  const missing = storedFieldNames.filter((name) => !names.includes(name));
  return missing.map((column) => ({ column, message: `is missing; needed are ${listNames(storedFieldNames)}` }));
}

function findRepeated(names: readonly string[]): FoundFault[] {
  const repeated = knownNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return repeated.map((column) => ({ column, value: column, message: "is there more than once; accepted is once" }));
}

function findUnknown(names: readonly string[]): FoundFault[] {
  return names.flatMap((name, position) => {
    if (knownNames.includes(name) || (name !== "" && names.indexOf(name) < position)) return [];
    const column = name === "" ? `${position + 1}` : name;
    const what = name === "" ? "has no name" : "is unknown";
    return [{ column, value: name, message: `${what}; accepted are ${listNames(storedFieldNames)}` }];
  });
}
