/** The tests of publishing, for each engine. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isLater } from "../domain/publication.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { DatabaseBusyError, DatabaseMissingError } from "./engine.ts";
import { type Engine, lockWaitMs, open, options } from "./engines-testing.ts";
import { ForeignTablesError } from "./migrations.ts";
import { openStore, type Store } from "./store.ts";

/** This many teachers with ids from 1, all with this degree. */
export function makeTeachers(count: number, degree = "доцент"): StoredTeacher[] {
  return Array.from({ length: count }, (_, i) =>
    storedTeacher({
      id: i + 1,
      last_name: `Шевченко ${i % 7}`,
      first_name: "Олена",
      middle_name: i % 3 === 0 ? "" : "Петрівна",
      degree,
    }),
  );
}

async function gather<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

export const readAll = (store: Store, version: number): Promise<StoredTeacher[]> => gather(store.readTeachers(version));

const parts = fc.record({
  last_name: fc.constantFrom("Шевченко", "Лук'яненко", 'a"b\\c;--', "\\N", "a\\\tb\r", ""),
  first_name: fc.constantFrom("О", "Ґ"),
  degree: fc.constantFrom("доцент", "професор", ""),
});
/** Successive contents with much in common, and ids up to the largest. */
const contents = fc.array(
  fc
    .uniqueArray(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(Number.MAX_SAFE_INTEGER)), parts), {
      selector: ([id]) => id,
      maxLength: 9,
    })
    .map((pairs) => pairs.map(([id, fields]) => storedTeacher({ id, ...fields })).sort((a, b) => a.id - b.id)),
  { minLength: 1, maxLength: 6 },
);

export function testStore(name: string, engine: Engine): void {
  describe(`publish() in ${name}`, () => {
    test("keeps every version and the changes between any two, and writes only new and changed rows", async () => {
      await fc.assert(
        fc.asyncProperty(contents, async (following) => {
          await using target = await engine.makeTarget();
          await using store = await open(target.url);
          const versions: StoredTeacher[][] = [];
          let rows = 0;
          for (const teachers of following) {
            const before = versions.at(-1);
            const result = await store.publish(rosterOf(teachers), options);
            const isNew = before === undefined || !Bun.deepEquals(before, teachers);
            expect(result.published).toBe(isNew);
            const unchanged = teachers.filter((teacher) =>
              before?.some((other) => Bun.deepEquals(other, teacher)),
            ).length;
            const known = teachers.filter(({ id }) => before?.some((other) => other.id === id)).length;
            expect([result.added, result.changed, result.removed, result.unchanged]).toEqual([
              teachers.length - known,
              known - unchanged,
              (before?.length ?? 0) - known,
              unchanged,
            ]);
            if (isNew) versions.push(teachers);
            rows += result.added + result.changed;
          }
          for (const [i, teachers] of versions.entries()) {
            expect(await readAll(store, i + 1)).toEqual(teachers);
          }
          expect(await target.ask("select count(*) from teacher")).toBe(rows);
        }),
        { numRuns: engine.runs },
      );
    });

    test("reads back versions of more than one batch and more than one write", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const first = makeTeachers(25_001);
      const second = makeTeachers(25_001, "професор").slice(3);
      await store.publish(rosterOf(first), options);
      expect(await store.publish(rosterOf(second), options)).toMatchObject({
        changed: 24_998,
        removed: 3,
        unchanged: 0,
      });
      expect(await readAll(store, 1)).toEqual(first);
      expect(await readAll(store, 2)).toEqual(second);
    });

    test("returns the publication that findCurrent() then finds, also after reopening", async () => {
      await using target = await engine.makeTarget();
      const before = Date.now();
      await using store = await open(target.url);
      expect(await store.findCurrent()).toBeNull();
      const roster = rosterOf(makeTeachers(3));
      const { publication } = await store.publish(roster, { source: "file.csv", dryRun: false });
      expect(publication).toEqual({
        version: 1,
        id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source: "file.csv",
        count: 3,
        added: 3,
        changed: 0,
        removed: 0,
        digest: roster.digest,
      });
      expect(Date.parse(publication!.publishedAt)).toBeWithin(before, Date.now() + 1);
      expect(await store.findCurrent()).toEqual(publication);
      await using again = await open(target.url);
      expect(await again.findCurrent()).toEqual(publication);
    });

    test("publishes nothing if the content is unchanged", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const { publication } = await store.publish(rosterOf(makeTeachers(5)), options);
      const again = await store.publish(rosterOf(makeTeachers(5).reverse()), { ...options, source: "other" });
      expect(again).toEqual({ publication, published: false, added: 0, changed: 0, removed: 0, unchanged: 5 });
      expect(await store.findCurrent()).toEqual(publication);
    });

    test("gives each publication a later time than all before, also after a clock that ran ahead", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(makeTeachers(1)), options);
      await target.tamper("update publication set published_at = '2099-01-01T00:00:00.000Z'");
      const times: string[] = [];
      times.push((await store.publish(rosterOf(makeTeachers(2)), options)).publication!.publishedAt);
      times.push((await store.erase([2], { message: "", publishedBy: "" })).publication.publishedAt);
      expect(times).toEqual(["2099-01-01T00:00:00.001Z", "2099-01-01T00:00:00.002Z"]);
    });

    test("publishes unchanged content again, with a new time, if it is asked to", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const { publication } = await store.publish(rosterOf(makeTeachers(5)), options);
      const again = await store.publish(rosterOf(makeTeachers(5)), { ...options, publishesAgain: true });
      expect(again).toMatchObject({ published: true, added: 0, changed: 0, removed: 0, unchanged: 5 });
      expect(again.publication).toMatchObject({ version: 2, digest: publication!.digest });
      expect(isLater(again.publication!, publication!)).toBe(true);
      expect(await readAll(store, 2)).toEqual(makeTeachers(5));
      expect(await target.ask("select count(*) from teacher")).toBe(5);
    });

    test("returns the result of a dry run, and writes nothing", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(makeTeachers(5)), options);
      const current = await store.findCurrent();
      const result = await store.publish(rosterOf(makeTeachers(7, "професор").slice(1)), { ...options, dryRun: true });
      expect(result).toEqual({ publication: null, published: false, added: 2, changed: 4, removed: 1, unchanged: 0 });
      expect(await store.findCurrent()).toEqual(current);
      expect(await readAll(store, 1)).toEqual(makeTeachers(5));
      expect(await target.ask("select count(*) from teacher where first_version > 1 or last_version is not null")).toBe(
        0,
      );
    });

    test("rolls back what it wrote before an error, and works again afterwards", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await store.publish(rosterOf(makeTeachers(5000)), options);
      const current = await store.findCurrent();
      const next = rosterOf(makeTeachers(6000, "професор").slice(100));
      // The publication's own row is written last, after all others.
      await target.tamper(engine.makeFail);
      await expect(store.publish(next, options)).rejects.toThrow("no space left");
      expect(await store.findCurrent()).toEqual(current);
      expect(await readAll(store, 1)).toEqual(makeTeachers(5000));
      expect(await target.ask("select count(*) from teacher where first_version > 1 or last_version is not null")).toBe(
        0,
      );

      await target.tamper(engine.makeWork);
      expect(await store.publish(next, options)).toMatchObject({ published: true, changed: 4900 });
      expect(await target.ask(engine.checkFiles)).toBe("ok");
    });

    test("fails if another writer holds the lock for longer than lockWaitMs, and works after its release", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url, lockWaitMs);
      await store.publish(rosterOf(makeTeachers(5)), options);
      const release = await target.holdLock();
      const start = performance.now();
      const failed = store.publish(rosterOf(makeTeachers(6)), options);
      await expect(failed).rejects.toBeInstanceOf(DatabaseBusyError);
      await expect(failed).rejects.toThrow(
        /^Another import has held \S+ for more than 0\.3 s; try again when it has finished$/,
      );
      expect(performance.now() - start).toBeGreaterThan(lockWaitMs - 20);
      expect(await readAll(store, 1)).toEqual(makeTeachers(5));

      await release();
      expect(await store.publish(rosterOf(makeTeachers(6)), options)).toMatchObject({ published: true, added: 1 });
    });

    test("runs two publications of one store one after the other", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const results = await Promise.all(
        [10, 20, 30].map((count) => store.publish(rosterOf(makeTeachers(count)), options)),
      );
      expect(results.map(({ publication }) => publication!.version).sort()).toEqual([1, 2, 3]);
      expect((await readAll(store, 3)).length).toBe(
        results.find(({ publication }) => publication!.version === 3)!.publication!.count,
      );
    });

    test("does not disturb a version that is being read", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await using writer = await open(target.url);
      await store.publish(rosterOf(makeTeachers(25_000)), options);
      const reader = store.readTeachers(1);
      const read = [...(await reader.next()).value!];
      await writer.publish(rosterOf(makeTeachers(12_000, "професор")), options);
      for await (const batch of reader) read.push(...batch);
      expect(read).toEqual(makeTeachers(25_000));
    });
  });

  describe(`openStore() of ${name}`, () => {
    test("needs no lock if the tables exist", async () => {
      await using target = await engine.makeTarget();
      await (await open(target.url)).close();
      const release = await target.holdLock();
      await using store = await open(target.url);
      expect(await store.findCurrent()).toBeNull();
      await release();
    });

    test("refuses missing tables unless it migrates", async () => {
      await using target = await engine.makeTarget();
      await expect(openStore(target.url, { lockWaitMs, create: false })).rejects.toBeInstanceOf(DatabaseMissingError);
    });

    test.each([
      [
        4,
        /^\S+ has tables from before the first release \(step 4, .*export it with the commit that made it, then import/,
      ],
      [99, /^\S+ was changed by a newer release \(step 99, this one knows \d+\); use that release$/],
    ])("refuses a database whose tables are at step %d, and does not change it", async (step, message) => {
      await using target = await engine.makeTarget();
      await (await open(target.url)).close();
      await target.tamper(`update migration set step = ${step}`);
      for (const migrates of [false, true]) {
        const failed = openStore(target.url, { lockWaitMs, migrates });
        await expect(failed).rejects.toBeInstanceOf(ForeignTablesError);
        await expect(failed).rejects.toThrow(message);
      }
      expect(await target.ask("select max(step) from migration")).toBe(step);
    });
  });
}
