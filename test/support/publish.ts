/** Publishes teachers as an administrator does: by importing a file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";
import { run } from "./program.ts";

/** The flags that allow an import of any content. */
export const anyContent = ["--allow-removed=100%", "--allow-renamed=100%"] as const;

/** Publishes teachers in the database of the folder, or a named one. Returns the last line that the command printed. */
export async function publish(folder: string, teachers: readonly StoredTeacher[], database?: string): Promise<string> {
  const file = join(folder, `teachers-${crypto.randomUUID()}.ndjson`);
  writeFileSync(file, teachers.map((teacher) => `${JSON.stringify(teacher)}\n`).join(""));
  const args = database === undefined ? [] : ["--database", database];
  const { exitCode, stdout, stderr } = await run(["import", file, ...anyContent, ...args], { folder });
  if (exitCode !== 0) throw new Error(`import ended with ${exitCode}: ${stderr}`);
  return /.*\n$/.exec(stdout)![0];
}

/** Teachers with ids from 1, all with the same name and degree. */
export function makeTeachers(count: number, degree = "доцент"): StoredTeacher[] {
  return Array.from({ length: count }, (_, i) =>
    storedTeacher({ id: i + 1, last_name: "Шевченко", first_name: "Олена", degree }),
  );
}
