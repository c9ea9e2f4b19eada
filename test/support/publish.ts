/** Publishes teachers: through the code for tests that only need the data, or by a command. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { rosterOf } from "../../src/domain/roster-testing.ts";
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";
import { openStore } from "../../src/store/store.ts";
import { type Options, run } from "./program.ts";

type Finished = Awaited<ReturnType<typeof run>>;

/** The teachers of an export to standard output. */
export const parseExport = (csv: string): StoredTeacher[] =>
  parse(csv, { columns: true, cast: (text, { column }) => (column === "id" ? Number(text) : text) });

export const renderNdjson = (teachers: readonly object[]): string =>
  teachers.map((teacher) => `${JSON.stringify(teacher)}\n`).join("");

/** Runs an import, and again with each code that it asks for, so that any content is published. */
export async function importConfirmed(args: readonly string[], options: Options): Promise<Finished> {
  let finished = await run(["import", ...args], options);
  while (finished.exitCode === 4) {
    const [, code = ""] = /repeat the command with .*--confirm ([0-9a-z]+)/.exec(finished.stderr) ?? [];
    finished = await run(["import", ...args, "--confirm", code], options);
  }
  return finished;
}

/**
 * Publishes teachers in the database of the folder, or in a named one. Starts no program, which would take most of the
 * processor time. Returns whether they differ from the content before; throws what the store throws.
 */
export async function publish(
  folder: string,
  teachers: readonly StoredTeacher[],
  database = `sqlite:${join(folder, "var/teachers.db")}`,
): Promise<boolean> {
  // A path without a slash at its start is in the folder, as for a program that runs there.
  const url = database.replace(/^sqlite:(?!\/)/, `sqlite:${folder}/`);
  const store = await openStore(url, { lockWaitMs: 60_000, migrates: true, createsSchema: true });
  try {
    const roster = rosterOf(teachers);
    const current = await store.findCurrent();
    if (current?.digest === roster.digest) return false;
    const source = { kind: "file", name: "teachers.ndjson" } as const;
    const kept = { source, message: "", publishedBy: "", answers: "" };
    await store.publish(roster, kept, current?.id ?? null);
    return true;
  } finally {
    await store.close();
  }
}

/**
 * Imports a file of teachers by the command, which does not delay the clients of a test as {@link publish} does. Returns the
 * last line that it printed; throws what it printed if it failed.
 */
export async function importTeachers(
  folder: string,
  teachers: readonly StoredTeacher[],
  database?: string,
): Promise<string> {
  const file = join(folder, `teachers-${crypto.randomUUID()}.ndjson`);
  writeFileSync(file, renderNdjson(teachers));
  const args = database === undefined ? [] : ["--database", database];
  const { exitCode, stdout, stderr } = await importConfirmed([file, ...args], { folder });
  if (exitCode !== 0) throw new Error(`import ended with ${exitCode}: ${stderr}`);
  return /.*\n$/.exec(stdout)![0];
}

/** A last name for a number. Digits in a name are a warning. */
export const spellNumber = (number: number): string =>
  `Шевчен${[...String(number)].map((digit) => "абвгдежзик"[Number(digit)]).join("")}ко`;

/** Teachers with ids from 1, all with the same name and degree. */
export function makeTeachers(count: number, degree = "доцент"): StoredTeacher[] {
  return Array.from({ length: count }, (_, i) =>
    storedTeacher({ id: i + 1, last_name: "Шевченко", first_name: "Олена", degree }),
  );
}
