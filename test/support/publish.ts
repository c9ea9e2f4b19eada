/** Publishes teachers as an administrator does: by importing a file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { run } from "./program.ts";

/** Publishes them in the database of the folder, or the one named; gives what the command printed. */
export async function publish(folder: string, teachers: readonly StoredTeacher[], database?: string): Promise<string> {
  const file = join(folder, `teachers-${crypto.randomUUID()}.ndjson`);
  writeFileSync(file, teachers.map((teacher) => `${JSON.stringify(teacher)}\n`).join(""));
  const args = database === undefined ? [] : ["--database", database];
  const { exitCode, stdout, stderr } = await run(["import", file, ...args], { folder });
  if (exitCode !== 0) throw new Error(`import ended with ${exitCode}: ${stderr}`);
  return stdout;
}

/** Teachers with ids from 1, all with the same name and degree. */
export function makeTeachers(count: number, degree = "доцент"): StoredTeacher[] {
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    last_name: "Шевченко",
    first_name: "Олена",
    middle_name: "",
    degree,
  }));
}
