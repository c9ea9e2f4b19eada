import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolder } from "../../test/support/program.ts";
import { makeTeachers } from "../../test/support/publish.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { createFileTeachers } from "../read/teachers.ts";
import { openStore } from "../store/store.ts";
import { apply, codeOfPlan, readCurrent } from "./apply.ts";
import { plan } from "./plan.ts";
import { renderPlannedChange, stateDanger } from "./texts.ts";

const at = { id: 0, last_name: 1, first_name: 2, middle_name: 3, degree: 4, name: -1, share: -1 };
const kept = {
  source: { kind: "file", name: "staff.csv" },
  message: "",
  publishedBy: "",
  answers: "",
} as const;

function fileOf(teachers: readonly StoredTeacher[], withoutIds = false) {
  const builder = createFileTeachers();
  builder.begin(null, at);
  for (const [i, { id, ...texts }] of teachers.entries())
    builder.add({ id: withoutIds ? null : id, texts, line: i + 2, isHidden: false, share: 0 });
  return { teachers: builder.all(), issues: [] };
}

test("a plan is published onto the version that it was made for, and onto no other", async () => {
  using folder = makeFolder();
  await using store = await openStoreIn(folder.path);
  const first = plan(await readCurrent(store), fileOf(makeTeachers(40)));
  expect(first.dangers).toEqual([]);
  const published = await apply(store, first, kept);
  expect(published).toMatchObject({ number: 1, count: 40 });
  // The same plan again, as from a second tab.
  expect(await apply(store, first, kept)).toBeNull();

  const second = plan(await readCurrent(store), fileOf(makeTeachers(40).slice(20)));
  expect(second.dangers.map(({ code, count }) => `${code} ${count}`)).toEqual(["removed 20"]);
  expect(stateDanger(second.dangers[0]!)).toBe("Yes, remove 20 of 40 teachers");
  expect(renderPlannedChange(second.changes[0]!)).toBe("1 Шевченко Олена, доцент");
  const code = codeOfPlan(second, ["--sheet=a"]);
  expect(code).toBe(codeOfPlan(plan(await readCurrent(store), fileOf(makeTeachers(40).slice(20))), ["--sheet=a"]));
  expect(code).not.toBe(codeOfPlan(second, []));
  expect(await apply(store, second, kept)).toMatchObject({ number: 2, count: 20, removed: 20 });

  const back = plan(await readCurrent(store), fileOf(makeTeachers(40)));
  expect(back.dangers.map(({ code: kind, version }) => [kind, version])).toContainEqual(["older", 1]);
  expect(codeOfPlan(back, [])).not.toBe(code);
});

test("an erased id is found, and the sample is replaced without a question", async () => {
  using folder = makeFolder();
  await using store = await openStoreIn(folder.path);
  const sample = plan(await readCurrent(store), fileOf(makeTeachers(40)));
  await apply(store, sample, { ...kept, source: { kind: "sample" } });
  const own = plan(await readCurrent(store), fileOf(makeTeachers(3)));
  expect([own.dangers, own.counts.added]).toEqual([[], 3]);
  await apply(store, own, kept);
  await store.erase([2], { message: "", publishedBy: "" });
  const again = plan(await readCurrent(store), fileOf(makeTeachers(3)));
  expect(again.erased).toEqual([{ id: 2, place: { sheet: null, line: 3 } }]);
});

async function openStoreIn(folder: string) {
  const store = await openStore(`sqlite:${join(folder, "teachers.db")}`, { lockWaitMs: 1000, migrates: true });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}
