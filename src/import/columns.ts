/** The header of a CSV file: the separator, and the column of each field. */
import { storedFieldNames, teacherFields, textFieldNames } from "../domain/teacher.ts";
import type { FaultList, FoundFault } from "./fault.ts";
import { listNames } from "./quote.ts";

export const separators = [",", ";", "\t"] as const;

export type Separator = (typeof separators)[number];

export interface Columns {
  /** The names of all columns in the order of the file. */
  readonly names: readonly string[];
  /** The index of the column of ids; -1 if there is none, which must be allowed. */
  readonly id: number;
  /** The index of the column of each of {@link textFieldNames}. */
  readonly texts: readonly number[];
}

/** The most frequent separator outside quotes; a comma if there is none. */
export function findSeparator(header: string): Separator {
  const unquoted = header.replace(/"[^"]*(?:"|$)/g, "");
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** The most columns in a header, far more than there are fields. */
const columnsMax = 100;

/** The column of each field. Otherwise adds faults, stops reading, and returns undefined. */
export function parseHeader(
  header: readonly string[],
  line: number,
  faults: FaultList,
  isIdOptional = false,
): Columns | undefined {
  if (header.length > columnsMax) {
    faults.stop({ line, message: `the header has ${header.length} columns; at most ${columnsMax} are accepted` });
    return undefined;
  }
  const names = header.map((name) => name.trim());
  for (const fault of findFaults(names, isIdOptional)) faults.stop({ line, ...fault });
  if (faults.stopped) return undefined;
  return { names, id: names.indexOf("id"), texts: textFieldNames.map((name) => names.indexOf(name)) };
}

/** The columns of our own downloads. Composed fields are accepted and ignored. */
const knownNames: readonly string[] = teacherFields;

const fieldList = listNames(storedFieldNames);

function findFaults(names: readonly string[], isIdOptional: boolean): FoundFault[] {
  const needed = storedFieldNames.filter((name) => name !== "id" || !isIdOptional);
  const missing = needed.filter((name) => !names.includes(name));
  const repeated = knownNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return [
    ...missing.map((column) => ({ column, message: `is missing; needed are ${fieldList}` })),
    ...repeated.map((column) => ({ column, value: column, message: "is there more than once; accepted is once" })),
    ...names.flatMap((name, index): FoundFault[] => {
      if (name === "")
        return [{ column: `${index + 1}`, value: name, message: `has no name; accepted are ${fieldList}` }];
      if (knownNames.includes(name) || names.indexOf(name) < index) return [];
      return [{ column: name, value: name, message: `is unknown; accepted are ${fieldList}` }];
    }),
  ];
}
