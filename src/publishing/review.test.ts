import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { missingId } from "../domain/changes/id-assignment.ts";
import { nameKey } from "../domain/changes/namesakes.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { makeFile, open } from "../store/engines-testing.ts";
import { gatherRoster } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import { publishReviewed, type ReviewedOptions } from "./publish-reviewed.ts";
import { findAcceptedNamesakes } from "./review.ts";

const options: ReviewedOptions = {
  source: { kind: "file", name: "test" },
  dryRun: false,
  limits: { removed: 1, renamed: 1, changed: 1, added: 100 },
  confirms: "none",
};

const toTeachers = (degrees: Readonly<Record<number, string>>): StoredTeacher[] =>
  Object.entries(degrees).map(([id, degree]) =>
    storedTeacher({ id: Number(id), last_name: `Прізвище${id}`, first_name: "О", degree }),
  );
const nameless = (last_name: string): StoredTeacher => storedTeacher({ id: missingId(0), last_name });
const publish = (store: Store, teachers: readonly StoredTeacher[], more: Partial<ReviewedOptions> = {}) =>
  publishReviewed(store, rosterOf(teachers), { ...options, ...more });

function tamper(file: string, statement: string): void {
  using database = new Database(file);
  database.run(statement);
}

test("a file that is published again is not written, unless the rows are damaged", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  const teachers = toTeachers({ 1: "", 2: "" });
  await publish(store, teachers);
  expect((await publish(store, teachers)).result).toMatchObject({ published: false, unchanged: 2 });
  tamper(file.file, "update teacher set degree = 'професор' where id = 2");
  expect((await publish(store, teachers)).result).toMatchObject({ published: true, changed: 1 });
  expect((await gatherRoster(store.readTeachers(2))).digest).toBe(rosterOf(teachers).digest);
});

test("assigns no ids by the names of a damaged version", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  await publish(store, toTeachers({ 1: "", 2: "" }));
  tamper(file.file, "update teacher set last_name = 'Інша' where id = 2");
  await expect(publish(store, [nameless("Новий")])).rejects.toMatchObject({ code: "otherContent" });
});

test("never gives an id again, after erasing and pruning its only row", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  await publish(store, toTeachers({ 1: "", 7: "", 9: "" }));
  await publish(store, toTeachers({ 1: "", 7: "" }));
  await store.prune({ newest: 1 });
  await store.deleteUnused();
  await store.erase([7], { message: "", publishedBy: "" });
  await publish(store, [...toTeachers({ 1: "" }), nameless("Новий")]);
  expect((await gatherRoster(store.readTeachers(4))).ids).toEqual(Float64Array.of(1, 10));
});

test("gives a former teacher's id back to the same name", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  await publish(store, toTeachers({ 1: "", 7: "доцент" }));
  await publish(store, toTeachers({ 1: "" }));
  const again = { ...toTeachers({ 7: "професор" })[0]!, id: missingId(0) };
  const { review } = await publish(store, [...toTeachers({ 1: "" }), again]);
  expect(await store.findTeacher(7, 3)).toMatchObject({ last_name: "Прізвище7", degree: "професор" });
  expect(review).toMatchObject({ returned: new Map([[7, 2]]), sample: null, erased: 0 });
});

test("gives ids as if the sample had never been", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  await publish(store, toTeachers({ 1: "", 7: "" }), { source: { kind: "sample" } });
  await publish(store, [nameless("Новий")]);
  expect(await store.listPublications()).toMatchObject([{ version: 2, added: 1, removed: 0 }]);
  expect(await store.findTeacher(1, 2)).toMatchObject({ last_name: "Новий" });
});

test("compares anew if somebody else publishes meanwhile", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  const results = await Promise.all([10, 20, 30].map((id) => publish(store, toTeachers({ [id]: "" }))));
  expect(results.map(({ result }) => result!.publication!.version).sort()).toEqual([1, 2, 3]);
});

test("remembers accepted namesakes with each version", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  const named = (id: number) =>
    storedTeacher({ id, last_name: "Коваль", first_name: "Іван", middle_name: "Петрович", degree: String(id) });
  const acceptedNames = new Set([nameKey(["КОВАЛЬ", "Іван", "Петрович"])!]);
  const namesakesOf = async (): Promise<string[]> =>
    (await store.listPublications()).map(({ namesakes }) => namesakes).toReversed();
  await publish(store, [1, 2, 3].map(named));
  await publish(store, [1, 2, 3].map(named), { acceptedNames });
  expect(await namesakesOf()).toEqual(["[[1,2,3]]"]);
  await publish(store, [1, 3, 4].map(named));
  await publish(store, [4].map(named));
  await publish(store, [3, 5].map(named), { acceptedNames });
  expect(await namesakesOf()).toEqual(["[[1,2,3]]", "[[1,3]]", "[]", "[[3,5]]"]);
  expect(await findAcceptedNamesakes(store)).toEqual(new Map([[[...acceptedNames][0]!, [3, 5, 1, 2]]]));
});
