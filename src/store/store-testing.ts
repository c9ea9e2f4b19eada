/** The tests of publishing, for each engine. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { isLater } from "../domain/version.ts";
import { type Engine, kept, lockWaitMs, open, publish } from "./engines-testing.ts";
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
    test("keeps every version and counts its changes, and writes only new and changed rows", async () => {
      await fc.assert(
        fc.asyncProperty(contents, async (following) => {
          await using target = await engine.makeTarget();
          await using store = await open(target.url);
          let rows = 0;
          for (const [i, teachers] of following.entries()) {
            const before = following[i - 1] ?? [];
            const { added, changed, removed } = await publish(store, teachers);
            const known = teachers.filter(({ id }) => before.some((other) => other.id === id)).length;
            const same = teachers.filter((teacher) => before.some((other) => Bun.deepEquals(other, teacher))).length;
            expect([added, changed, removed]).toEqual([teachers.length - known, known - same, before.length - known]);
            rows += added + changed;
          }
          for (const [i, teachers] of following.entries()) expect(await readAll(store, i + 1)).toEqual(teachers);
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
      await publish(store, first);
      expect(await publish(store, second)).toMatchObject({ changed: 24_998, removed: 3, added: 0 });
      expect(await readAll(store, 1)).toEqual(first);
      expect(await readAll(store, 2)).toEqual(second);
    });

    test("returns the version that findCurrent() then finds, also after reopening", async () => {
      await using target = await engine.makeTarget();
      const before = Date.now();
      await using store = await open(target.url);
      expect(await store.findCurrent()).toBeNull();
      const source = { kind: "file", name: "erasure" } as const;
      const version = await publish(store, makeTeachers(3), { source });
      expect(version).toEqual({
        number: 1,
        id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source,
        ...{ message: "", publishedBy: "", answers: "" },
        count: 3,
        added: 3,
        changed: 0,
        removed: 0,
        digest: rosterOf(makeTeachers(3)).digest,
      });
      expect(Date.parse(version.publishedAt)).toBeWithin(before, Date.now() + 1);
      expect(await store.findCurrent()).toEqual(version);
      await using again = await open(target.url);
      expect(await again.findCurrent()).toEqual(version);
    });

    test("publishes nothing if another version than the compared one is the newest", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const { id } = await publish(store, makeTeachers(5));
      expect(await store.publish(rosterOf(makeTeachers(6)), kept, null)).toBeNull();
      const current = await publish(store, makeTeachers(7));
      expect(await store.publish(rosterOf(makeTeachers(6)), kept, id)).toBeNull();
      expect(await store.findCurrent()).toEqual(current);
      expect(await target.ask("select count(*) from teacher")).toBe(7);
    });

    test("gives each version a later time than all before, also after a clock that ran ahead", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await publish(store, makeTeachers(1));
      await target.tamper("update publication set published_at = '2099-01-01T00:00:00.000Z'");
      const times = [(await publish(store, makeTeachers(2))).publishedAt];
      times.push((await store.erase([2], { message: "", publishedBy: "" })).published.publishedAt);
      expect(times).toEqual(["2099-01-01T00:00:00.001Z", "2099-01-01T00:00:00.002Z"]);
    });

    test("publishes unchanged content again, with a new time and no new rows", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const version = await publish(store, makeTeachers(5));
      const again = await publish(store, makeTeachers(5));
      expect(again).toMatchObject({ number: 2, added: 0, changed: 0, removed: 0, digest: version.digest });
      expect(isLater(again, version)).toBe(true);
      expect(await readAll(store, 2)).toEqual(makeTeachers(5));
      expect(await target.ask("select count(*) from teacher")).toBe(5);
    });

    test("rolls back what it wrote before an error, and works again afterwards", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await publish(store, makeTeachers(5000));
      const current = await store.findCurrent();
      const next = makeTeachers(6000, "професор").slice(100);
      // The version's own row is written last, after all others.
      await target.tamper(engine.makeFail);
      await expect(publish(store, next)).rejects.toThrow("no space left");
      expect(await store.findCurrent()).toEqual(current);
      expect(await readAll(store, 1)).toEqual(makeTeachers(5000));
      expect(await target.ask("select count(*) from teacher where first_version > 1 or last_version is not null")).toBe(
        0,
      );

      await target.tamper(engine.makeWork);
      expect(await publish(store, next)).toMatchObject({ changed: 4900 });
      expect(await target.ask(engine.checkFiles)).toBe("ok");
    });

    test("fails if another writer holds the lock for longer than lockWaitMs, and works after its release", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url, lockWaitMs);
      await publish(store, makeTeachers(5));
      const release = await target.holdLock();
      const failed = publish(store, makeTeachers(6));
      await expect(failed).rejects.toThrow(
        /^\S+ is in use: another import or command has held it for more than 0\.3 s; try again when that has finished$/,
      );
      expect(await readAll(store, 1)).toEqual(makeTeachers(5));

      await release();
      expect(await publish(store, makeTeachers(6))).toMatchObject({ added: 1 });
    });

    test("of several publications on one version publishes one", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await using other = await open(target.url);
      const results = await Promise.all(
        [store, other, store].map((one, i) => one.publish(rosterOf(makeTeachers(10 + i)), kept, null)),
      );
      const published = results.filter((result) => result !== null);
      expect(published).toHaveLength(1);
      expect(await readAll(store, 1)).toHaveLength(published[0]!.count);
    });

    test("does not disturb a version that is being read", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await using writer = await open(target.url);
      await publish(store, makeTeachers(25_000));
      const reader = store.readTeachers(1);
      const read = [...(await reader.next()).value!];
      await publish(writer, makeTeachers(12_000, "професор"));
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
      await expect(openStore(target.url, { lockWaitMs, create: false })).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:missing|empty)$/),
      });
    });

    test.each([
      [
        4,
        /^\S+ has tables from before the first release \(step 4, .*export it with the commit that made it, then import/,
      ],
      [99, /^\S+ was changed by a newer release \(step 99, this release knows \d+\); use that release$/],
    ])("refuses a database whose tables are at step %d, and does not change it", async (step, message) => {
      await using target = await engine.makeTarget();
      await (await open(target.url)).close();
      await target.tamper(`update migration set step = ${step}`);
      for (const migrates of [false, true]) {
        const failed = openStore(target.url, { lockWaitMs, migrates });
        await expect(failed).rejects.toThrow(message);
      }
      expect(await target.ask("select max(step) from migration")).toBe(step);
    });
  });
}
