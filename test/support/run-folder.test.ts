/** The folder of a run of tests. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "./program.ts";
import { makeRunFolder } from "./run-folder.ts";

test("makeRunFolder() removes the folders of runs that were killed, and no others", async () => {
  using parent = makeFolder();
  const killed = Bun.spawn(["sleep", "600"]);
  killed.kill("SIGKILL");
  await killed.exited;
  const kept = [`teachers-run-${process.pid}-a`, "teachers-run-b", "other"];
  for (const name of [...kept, `teachers-run-${killed.pid}-c`]) mkdirSync(join(parent.path, name));
  const own = basename(makeRunFolder(parent.path));
  expect(readdirSync(parent.path).sort()).toEqual([own, ...kept].sort());
  expect(own).toStartWith(`teachers-run-${process.pid}-`);
});
