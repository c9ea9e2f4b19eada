import { expect, test } from "bun:test";
import { findChanges } from "../domain/changes/roster-changes.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import { renderReport } from "./change-report.ts";

const before = rosterOf([
  { id: 1, last_name: "А" },
  { id: 2, last_name: "Б", degree: "доцент" },
]);
const after = rosterOf([
  { id: 2, last_name: "Б", degree: "=1;" },
  { id: 3, last_name: "А", first_name: "О" },
]);

async function render(path: string, isUnchanged = new Uint8Array(2)): Promise<string> {
  return (await Array.fromAsync(renderReport(path, findChanges(before, after, isUnchanged)))).join("");
}

test("renderReport() as CSV for Excel", async () => {
  expect((await render("a.CSV")).split("\r\n")).toEqual([
    "\ufeffchange;id;other_id;last_name_before;last_name_after;first_name_before;first_name_after;middle_name_before;middle_name_after;degree_before;degree_after",
    "added;3;;;А;;О;;;;",
    "removed;1;;А;;;;;;;",
    'changed;2;;Б;Б;;;;;доцент;"\'=1;"',
    "",
  ]);
});

test("renderReport() as JSON", async () => {
  const changes = JSON.parse(await render("a.json"));
  expect(changes.map(({ change, id }: { change: string; id: number }) => [change, id])).toEqual([
    ["added", 3],
    ["removed", 1],
    ["changed", 2],
  ]);
  expect(changes[2].before.degree).toBe("доцент");
});

test("renderReport() of no changes", async () => {
  const none = findChanges(rosterOf([]), rosterOf([]), new Uint8Array(0));
  expect(JSON.parse((await Array.fromAsync(renderReport("a.json", none))).join(""))).toEqual([]);
});
