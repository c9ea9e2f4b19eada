/** Who may read the files that the program writes: databases, backups and exports. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, programFile, run, startServer } from "./support/program.ts";
import { makeTeachers, renderNdjson } from "./support/publish.ts";

/** The commands that write files, one line each. */
const script = `set -e
  umask "$MASK"
  export TEACHERS_DATABASE=sqlite:data/teachers.db
  "$0" import -
  "$0" export --output export.csv
  "$0" export --output export.xlsx
  "$0" backup all.backup
  printf 'id,last_name\\n1,\\n' | "$0" import - --annotated annotated.xlsx || true
  "$0" restore all.backup --database sqlite:restored.db`;

const written = ["all.backup", "data/teachers.db", "export.csv", "export.xlsx", "annotated.xlsx", "restored.db"];

/** The modes of the folders and files below a folder. */
function findModes(folder: string): { readonly folders: Set<string>; readonly files: Map<string, string> } {
  const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const names = readdirSync(folder, { recursive: true }) as string[];
  const [folders, files] = [true, false].map((isFolder) =>
    names.filter((name) => statSync(join(folder, name)).isDirectory() === isFolder),
  ) as [string[], string[]];
  return { folders: new Set(folders.map(modeOf)), files: new Map(files.map((name) => [name, modeOf(name)])) };
}

test.each([
  ["0022", "600", "700", "as by default, for their owner alone"],
  ["0002", "600", "700", "as on other systems, for their owner alone"],
  ["0077", "600", "700", "for their owner alone"],
  ["0027", "640", "750", "which the operator chose, for the group too"],
])("with the umask %s, files have mode %s and folders %s, %s", async (mask, fileMode, folderMode) => {
  using folder = makeFolder();
  const options = { folder: folder.path, environment: { MASK: mask }, stdin: renderNdjson(makeTeachers(3)) };
  const { exitCode, stderr } = await run([], { ...options, launcher: ["sh", "-c", script, programFile] });
  expect(exitCode, stderr).toBe(0);
  const { files, folders } = findModes(folder.path);
  expect([...files.keys()]).toEqual(expect.arrayContaining(written));
  // A backup is for its owner, whatever the umask.
  expect(files.get("all.backup")).toBe("600");
  files.delete("all.backup");
  expect(new Set(files.values())).toEqual(new Set([fileMode]));
  expect(folders).toEqual(new Set([folderMode]));
});

test("a running server keeps its database and its log for its owner", async () => {
  using folder = makeFolder();
  const launcher = ["sh", "-c", 'umask 0022; exec "$0" "$@"', programFile];
  await using _ = await startServer(["--sample"], { folder: folder.path, launcher });
  expect(existsSync(join(folder.path, "var/teachers.db-wal"))).toBe(true);
  const { files, folders } = findModes(folder.path);
  expect(new Set(files.values())).toEqual(new Set(["600"]));
  expect(folders).toEqual(new Set(["700"]));
});
