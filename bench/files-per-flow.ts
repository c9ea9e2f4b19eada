/**
 * Counts the files of src/ that take part in a flow. A file takes part if Bun's coverage shows more executed lines in a
 * process that runs the flow than in a process that only loads the program.
 */
import { test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createXlsxParts, createZip, renderXlsxRow } from "../test/support/zip.ts";
import { createDatabase } from "./support/own-service.ts";
import { findFreePort } from "./support/process.ts";

/** The flow of a child process, and whether the process runs the flow or only the rest. */
const { FLOW, IS_RUN, FOLDER } = process.env;
const rows = [
  ["id", "last_name", "first_name", "middle_name", "degree"],
  ["1", "Шевченко", "Тарас", "Григорович", "доцент"],
  ["2", "Коваль", "Ганна", "", "професор"],
];
const contents = {
  "teachers.xlsx": createZip(createXlsxParts({ a: rows.map(renderXlsxRow).join("") })),
  "teachers.csv": rows.map((row) => `${row.join(",")}\n`).join(""),
};

const flows: Readonly<Record<string, (isRun: boolean) => Promise<unknown>>> = {
  "a filtered page": (isRun) => serve(isRun ? "/teachers/?first_name=Тарас" : null),
  "a search": (isRun) => serve(isRun ? "/teachers/?search=коваль" : null),
  "a dry run of a workbook": async (isRun) =>
    isRun && runCommand("import", join(FOLDER!, "teachers.xlsx"), "--dry-run"),
  "a publication of a CSV file": async (isRun) => isRun && runCommand("import", join(FOLDER!, "teachers.csv")),
};

async function runCommand(...args: readonly string[]): Promise<void> {
  const { runProgram } = await import("../src/cli/program.ts");
  await runProgram(["bun", "teachers", ...args, "--database", `sqlite:${FOLDER}/teachers.db`]);
}

async function serve(path: string | null): Promise<void> {
  const port = findFreePort();
  const serving = runCommand("serve", "--port", String(port));
  // The benchmark can't ask the server whether it is ready, because that would be a request too. The server only has to
  // read a hundred teachers.
  await Bun.sleep(2000);
  const headers = { Accept: "application/json" };
  if (path !== null && !(await fetch(`http://127.0.0.1:${port}${path}`, { headers })).ok) throw new Error("not ready");
  process.kill(process.pid, "SIGTERM");
  await serving;
}

/** The number of executed lines of each file. */
async function countLines(flow: string, isRun: boolean): Promise<ReadonlyMap<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "flow-"));
  await createDatabase(folder, 100);
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
  const coverage = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${folder}`];
  const env = { ...process.env, FLOW: flow, IS_RUN: String(isRun), FOLDER: folder };
  const { success } = Bun.spawnSync([process.execPath, "test", "--timeout", "60000", ...coverage, import.meta.path], {
    env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  if (!success) throw new Error(`${flow} failed`);
  const report = readFileSync(join(folder, "lcov.info"), "utf8").split("end_of_record");
  rmSync(folder, { recursive: true });
  const own = report.flatMap((part) => {
    const file = /^SF:(src\/.*)$/m.exec(part)?.[1];
    return file === undefined ? [] : [[file, [...part.matchAll(/^DA:\d+,[1-9]/gm)].length] as const];
  });
  return new Map(own);
}

if (FLOW !== undefined) {
  test(FLOW, async () => {
    // Lines that run when a file is loaded do not belong to the flow.
    const files = new Bun.Glob("src/*/**/*.{ts,tsx}").scanSync();
    for (const file of files) if (!/(\.test\.tsx?|-testing\.ts|\.d\.ts)$/.test(file)) await import(join("..", file));
    await flows[FLOW]!(IS_RUN === "true");
  });
} else {
  for (const flow of Object.keys(flows)) {
    const [without, executed] = [await countLines(flow, false), await countLines(flow, true)];
    const files = [...executed.keys()].filter((file) => executed.get(file)! > (without.get(file) ?? 0));
    console.log(
      [`${flow}: ${files.length} files`, ...(process.argv.includes("--list") ? files.sort() : [])].join("\n"),
    );
  }
}
