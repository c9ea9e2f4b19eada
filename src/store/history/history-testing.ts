/**
 * The tests of the history, for each engine: what versions contain after erasing, pruning and damage, and which ids are
 * given.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { missingId } from "../../domain/changes/id-assignment.ts";
import { nameKey } from "../../domain/changes/namesakes.ts";
import { sampleSource } from "../../domain/publication.ts";
import { rosterOf, storedTeachersOf } from "../../domain/roster-testing.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { type Engine, open, options } from "../engines-testing.ts";
import type { Store } from "../store.ts";
import { ErasedIdError } from "./past-ids.ts";
import { findRowChanges, type Review } from "./publish.ts";
import { gatherRoster } from "./roster-reader.ts";

const degrees = fc.constantFrom("", "доцент", "професор");
const content = fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), degrees, { minKeys: 1 });
const toTeachers = (drawn: Readonly<Record<string, string>>): StoredTeacher[] =>
  Object.entries(drawn).map(([id, degree]) => {
    return storedTeacher({ id: Number(id), last_name: `Прізвище${id}`, first_name: "О", degree });
  });

/**
 * Publishes the contents one after the other. Returns the content of each version. Repeated content makes no version.
 */
async function publishAll(store: Store, drawn: readonly Readonly<Record<string, string>>[]) {
  const contents = new Map<number, StoredTeacher[]>();
  for (const teachers of drawn.map(toTeachers)) {
    const { publication, published } = await store.publish(rosterOf(teachers), options);
    if (published) contents.set(publication!.version, teachers);
  }
  return contents;
}

/** Expects every version to match its publication: content, count, digest, and the changes since the version before. */
async function checkHistory(store: Store, contents: ReadonlyMap<number, readonly StoredTeacher[]>): Promise<void> {
  const history = await store.listPublications();
  expect(history.map(({ version }) => version)).toEqual([...contents.keys()].toReversed());
  for (const { version, count, digest, added, changed, removed } of history) {
    const roster = await gatherRoster(store.readTeachers(version));
    expect(storedTeachersOf(roster)).toEqual([...contents.get(version)!]);
    expect({ count, digest }).toEqual({ count: roster.count, digest: roster.digest });
    if (version > 1 && !contents.has(version - 1)) continue;
    const { changes } = await findRowChanges(roster, store.readTeachers(version - 1));
    expect(changes.counts).toMatchObject({ added, changed, removed });
  }
  // A backup checks the same, in one pass over the rows.
  await store.backup(async (pieces) => void (await Array.fromAsync(pieces)));
}

export function testHistory(name: string, engine: Engine): void {
  describe(`the history in ${name}`, () => {
    test("erases teachers from every version", async () => {
      const sequences = fc.array(content, { minLength: 1, maxLength: 6 });
      const erased = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(sequences, erased, async (drawn, ids) => {
          await using target = await engine.makeTarget();
          await using store = await open(target.url);
          const contents = await publishAll(store, drawn);
          const latest = contents.size;
          const { publication, versions } = await store.erase(ids, { message: "за заявою", publishedBy: "" });
          const had = [...contents].filter(([, teachers]) => teachers.some(({ id }) => ids.includes(id)));
          expect(versions).toEqual(had.map(([version]) => version));
          const isLeft = ({ id }: StoredTeacher): boolean => !ids.includes(id);
          for (const [version, teachers] of contents) contents.set(version, teachers.filter(isLeft));
          contents.set(latest + 1, contents.get(latest)!);
          expect(publication).toMatchObject((await store.findCurrent())!);
          await checkHistory(store, contents);
          const again = store.publish(rosterOf(toTeachers({ 20: "", [ids[0]!]: "" })), options);
          await expect(again).rejects.toBeInstanceOf(ErasedIdError);
          await expect(again).rejects.toThrow(`Erased before: ${ids[0]}`);
          expect((await store.findTraces(ids)).ranges).toEqual([]);
          await store.database.compact();
          await checkHistory(store, contents);
        }),
        { numRuns: engine.runs / 2 },
      );
    });

    test("prunes old versions and only their rows", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(content, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 6 }),
          async (drawn, newest) => {
            await using target = await engine.makeTarget();
            await using store = await open(target.url);
            const contents = await publishAll(store, drawn);
            const kept = new Map([...contents].slice(-newest));
            const pruned = await store.prune({ newest });
            expect(pruned.map(({ version }) => version)).toEqual([...contents.keys()].slice(0, -newest).toReversed());
            await checkHistory(store, kept);
            await store.deleteUnused();
            await checkHistory(store, kept);
            const oldest = [...kept.keys()][0]!;
            expect(await target.ask(`select count(*) from teacher where last_version < ${oldest}`)).toBe(0);
          },
        ),
        { numRuns: engine.runs / 2 },
      );
    });

    test("prunes by time, and never the newest version", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      for (const id of [1, 2, 3]) await store.publish(rosterOf(toTeachers({ [id]: "" })), options);
      await target.tamper("update publication set published_at = '2026-01-31T23:59:59.999Z' where version = 1");
      await target.tamper("update publication set published_at = '2026-02-01T00:00:00.000Z' where version = 2");
      expect((await store.prune({ since: "2026-02-01" })).map(({ version }) => version)).toEqual([1]);
      expect((await store.prune({ since: "9999-01-01" })).map(({ version }) => version)).toEqual([2]);
      expect(await store.prune({ since: "9999-01-01" })).toEqual([]);
    });

    test("an erasure after a prune keeps the change counts of the oldest version", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      for (const degree of ["", "доцент"]) await store.publish(rosterOf(toTeachers({ 1: degree, 2: degree })), options);
      await store.prune({ newest: 1 });
      await store.erase([1], { message: "", publishedBy: "" });
      expect(await store.findVersion(2)).toMatchObject({ count: 1, added: 0, changed: 2, removed: 0 });
    });

    test("remembers namesakes and publishers with each version, and erases them", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const named = (id: number) =>
        storedTeacher({ id, last_name: "Коваль", first_name: "Іван", middle_name: "Петрович", degree: String(id) });
      const acceptedNames = new Set([nameKey(["КОВАЛЬ", "Іван", "Петрович"])!]);
      const publish = (ids: readonly number[], more: object = {}) =>
        store.publish(rosterOf(ids.map(named)), { ...options, ...more });
      const namesakesOf = async (): Promise<string[]> =>
        (await store.listPublications()).map(({ namesakes }) => namesakes).toReversed();
      await publish([1, 2, 3], { publishedBy: "olena@kadry" });
      expect(await store.findVersion(1)).toMatchObject({ publishedBy: "olena@kadry", namesakes: "[]" });
      await publish([1, 2, 3], { acceptedNames });
      expect(await namesakesOf()).toEqual(["[[1,2,3]]"]);
      await publish([1, 3, 4]);
      await publish([4]);
      await publish([3, 5], { acceptedNames });
      expect(await namesakesOf()).toEqual(["[[1,2,3]]", "[[1,3]]", "[]", "[[3,5]]"]);
      expect(await store.findAcceptedNamesakes()).toEqual(new Map([[[...acceptedNames][0]!, [3, 5, 1, 2]]]));
      await store.erase([3], { message: "", publishedBy: "olena@kadry" });
      expect(await namesakesOf()).toEqual(["[[1,2]]", "[]", "[]", "[]", "[]"]);
      expect(await store.findVersion(5)).toMatchObject({ publishedBy: "olena@kadry" });
    });

    test("refuses to erase from a damaged version, which would hide the damage", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(toTeachers({ 1: "", 2: "", 3: "" })), options);
      await store.publish(rosterOf(toTeachers({ 1: "" })), options);
      await target.tamper("update teacher set degree = 'професор' where id = 2");
      await expect(store.erase([3], { message: "", publishedBy: "" })).rejects.toMatchObject({ version: 1 });
      expect((await store.findTraces([3])).ranges).toHaveLength(1);
    });

    test("repairs a damaged version when its content is published again", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const roster = rosterOf(toTeachers({ 1: "", 2: "" }));
      await store.publish(roster, options);
      expect(await store.publish(roster, options)).toMatchObject({ published: false, unchanged: 2 });
      await target.tamper("update teacher set degree = 'професор' where id = 2");
      expect(await store.publish(roster, options)).toMatchObject({ published: true, changed: 1 });
      expect((await gatherRoster(store.readTeachers(2))).digest).toBe(roster.digest);
    });

    test("assigns no ids by the names of a damaged version", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(toTeachers({ 1: "", 2: "" })), options);
      await target.tamper("update teacher set last_name = 'Інша' where id = 2");
      const nameless = storedTeacher({ id: 2 ** 53, last_name: "Новий" });
      await expect(store.publish(rosterOf([nameless]), options)).rejects.toMatchObject({ version: 1 });
    });

    test("prunes exactly the versions before a time, even if a clock was wrong", async () => {
      const days = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 6 }), days, async (drawn, published) => {
          await using target = await engine.makeTarget();
          await using store = await open(target.url);
          const contents = await publishAll(store, drawn);
          const before = [...contents.keys()].slice(0, -1).filter((version) => published[version - 1]! < 5);
          for (const version of contents.keys()) {
            const time = `2026-01-0${published[version - 1]}T00:00:00.000Z`;
            await target.tamper(`update publication set published_at = '${time}' where version = ${version}`);
          }
          const pruned = await store.prune({ since: "2026-01-05" });
          expect(pruned.map(({ version }) => version)).toEqual(before.toReversed());
          for (const version of before) contents.delete(version);
          await checkHistory(store, contents);
          await store.deleteUnused();
          await checkHistory(store, contents);
          const unseen = `select count(*) from teacher where not exists (select version from publication
            where version >= first_version and (last_version is null or version <= last_version))`;
          expect(await target.ask(unseen)).toBe(0);
        }),
        { numRuns: engine.runs / 2 },
      );
    });

    test("never gives an id again, after erasing and pruning its only row", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(toTeachers({ 1: "", 7: "", 9: "" })), options);
      await store.publish(rosterOf(toTeachers({ 1: "", 7: "" })), options);
      await store.prune({ newest: 1 });
      await store.deleteUnused();
      await store.erase([7], { message: "", publishedBy: "" });
      const nameless = storedTeacher({ id: 2 ** 53, last_name: "Новий" });
      await store.publish(rosterOf([...toTeachers({ 1: "" }), nameless]), options);
      expect((await gatherRoster(store.readTeachers(4))).ids).toEqual(Float64Array.of(1, 10));
    });

    test("gives a former teacher's id back to the same name", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(toTeachers({ 1: "", 7: "доцент" })), options);
      await store.publish(rosterOf(toTeachers({ 1: "" })), options);
      const again = { ...toTeachers({ 7: "професор" })[0]!, id: missingId(0) };
      const reviews: Review[] = [];
      await store.publish(rosterOf([...toTeachers({ 1: "" }), again]), {
        ...options,
        review: (found) => void reviews.push(found),
      });
      expect(await store.findTeacher(7, 3)).toMatchObject({ last_name: "Прізвище7", degree: "професор" });
      expect(reviews).toMatchObject([{ returned: new Map([[7, 2]]), sample: null, erased: 0 }]);
    });

    test("replaces the sample with its ids and history, but keeps content published before the sample", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const sample = { ...options, source: sampleSource };
      await store.publish(rosterOf(toTeachers({ 1: "", 7: "" })), sample);
      const nameless = storedTeacher({ id: missingId(0), last_name: "Новий" });
      await store.publish(rosterOf([nameless]), options);
      expect(await store.listPublications()).toMatchObject([{ version: 2, added: 1, removed: 0, source: "test" }]);
      expect(await target.ask("select count(*) from teacher")).toBe(1);
      expect(await store.findTeacher(1, 2)).toMatchObject({ last_name: "Новий" });

      await store.publish(rosterOf(toTeachers({ 5: "" })), sample);
      await store.publish(rosterOf(toTeachers({ 6: "" })), options);
      expect((await store.listPublications()).map(({ version }) => version)).toEqual([4, 3, 2]);
    });
  });
}
