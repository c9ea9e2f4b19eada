/** The tests of the history, for each engine: what versions contain after any sequence of operations, and damage. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isLong } from "../../../test/support/long.ts";
import { rosterOf, storedTeachersOf } from "../../domain/roster-testing.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { sqlitePath } from "../database-url.ts";
import { type Engine, kept, open, publish } from "../engines-testing.ts";
import { restoreDatabase, type Store } from "../store.ts";
import { ErasedIdError } from "./ids.ts";
import { checkVersion, readVersion } from "./roster-reader.ts";

const degrees = fc.constantFrom("", "доцент", "професор");
const content = fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), degrees);
const toTeachers = (drawn: Readonly<Record<string, string>>): StoredTeacher[] =>
  Object.entries(drawn).map(([id, degree]) => {
    return storedTeacher({ id: Number(id), last_name: `Прізвище${id}`, first_name: "О", degree });
  });

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 });
/** A backup and a restore are skipped on PostgreSQL. */
const step = fc.oneof(
  { weight: 6, arbitrary: content.map((drawn) => ["publish", toTeachers(drawn)] as const) },
  { weight: 2, arbitrary: ids.map((erased) => ["erase", erased] as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((newest) => ["prune", newest] as const) },
  { weight: 2, arbitrary: fc.nat({ max: 9 }).map((back) => ["rollback", back] as const) },
  { weight: 1, arbitrary: fc.constant(["compact"] as const) },
  { weight: 2, arbitrary: fc.constant(["backup"] as const) },
  { weight: 1, arbitrary: fc.constant(["restore"] as const) },
);
type Step = ReturnType<typeof step.generate>["value"];

/** What the store must have. */
interface Model {
  /** The teachers of each version, ascending. */
  readonly versions: ReadonlyMap<number, readonly StoredTeacher[]>;
  /** The versions whose digest an erasure has removed. */
  readonly changed: ReadonlySet<number>;
}

function erase({ versions, changed }: Model, erased: ReadonlySet<number>): Model {
  const isErased = ({ id }: StoredTeacher): boolean => erased.has(id);
  const touched = [...versions].filter(([, teachers]) => teachers.some(isErased)).map(([version]) => version);
  return {
    versions: new Map([...versions].map(([version, teachers]) => [version, teachers.filter((one) => !isErased(one))])),
    changed: new Set([...changed, ...touched]),
  };
}

/** The model with one version more, which has the teachers of the newest one or others. */
function append({ versions, changed }: Model, version: number, teachers = [...versions.values()].at(-1)!): Model {
  return { versions: new Map([...versions, [version, teachers]]), changed };
}

const newestOf = ({ versions }: Model): number => Math.max(0, ...versions.keys());

/** Runs the steps on a store and on a model, and compares them after each. */
async function compare(engine: Engine, steps: readonly Step[]): Promise<void> {
  await using target = await engine.makeTarget();
  await using store = await open(target.url);
  const path = sqlitePath(target.url);
  let model: Model = { versions: new Map(), changed: new Set() };
  let saved: Model | null = null;
  const erased = new Set<number>();
  let highestId = 0;
  for (const [kind, value] of steps) {
    const newest = newestOf(model);
    const isEmpty = newest === 0;
    if (kind === "publish") {
      const teachers = value.filter(({ id }) => !erased.has(id));
      await publish(store, teachers);
      model = append(model, newest + 1, teachers);
      highestId = Math.max(highestId, ...teachers.map(({ id }) => id));
    } else if (kind === "erase" && !isEmpty) {
      for (const id of value) erased.add(id);
      const had = new Set(
        [...model.versions].filter(([, all]) => all.some(({ id }) => value.includes(id))).map(([v]) => v),
      );
      const { published, versions } = await store.erase(value, { message: "", publishedBy: "" });
      expect(new Set(versions)).toEqual(had);
      expect(published.source).toEqual({ kind: "erasure", teachers: value.length, versions: had.size });
      model = append(erase(model, new Set(value)), newest + 1);
      highestId = Math.max(highestId, ...value);
      await expect(publish(store, toTeachers({ [value[0]!]: "" }))).rejects.toBeInstanceOf(ErasedIdError);
    } else if (kind === "rollback" && !isEmpty) {
      const [version, teachers] = [...model.versions].at(-1 - (value % model.versions.size))!;
      const roster = await readVersion(store, (await store.findVersion(version))!);
      await store.publish(roster, { ...kept, source: { kind: "rollback", version } }, (await store.findCurrent())!.id);
      model = append(model, newest + 1, teachers);
    } else if (kind === "prune") {
      await store.prune({ newest: value });
      await store.deleteUnused();
      model = { ...model, versions: new Map([...model.versions].slice(-value)) };
    } else if (kind === "compact") await store.compact();
    else if (kind === "backup" && path !== null && !isEmpty) {
      await store.backup(`${path}.backup`);
      saved = model;
    } else if (kind === "restore" && path !== null && saved !== null) {
      const options = { allowsLoss: true, publishedBy: "" };
      const { published, aside } = await restoreDatabase(target.url, `${path}.backup`, options);
      expect([published.number, aside]).toEqual([Math.max(newest, newestOf(saved)) + 1, null]);
      model = append(erase(saved, erased), published.number);
    }
    await check(store, model);
    expect(await store.findHighestId()).toBe(highestId);
  }
}

/** Expects every version to have its teachers, to count them, and to have their digest unless they were changed. */
async function check(store: Store, { versions, changed }: Model): Promise<void> {
  const history = await store.listVersions();
  expect(history.map(({ number }) => number)).toEqual([...versions.keys()].toReversed());
  for (const [i, version] of history.entries()) {
    const { number, digest, publishedAt } = version;
    const { roster, damage } = await checkVersion(store, version);
    expect(storedTeachersOf(roster)).toEqual([...versions.get(number)!]);
    expect([number, damage, digest === null]).toEqual([number, null, changed.has(number)]);
    expect(publishedAt > (history[i + 1]?.publishedAt ?? "")).toBe(true);
  }
}

export function testHistory(name: string, engine: Engine): void {
  describe(`the history in ${name}`, () => {
    test("is that of a model after any sequence of operations", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: isLong ? 40 : 12, size: "max" }), (steps) =>
          compare(engine, steps),
        ),
        { numRuns: engine.runs },
      );
    });

    test("prunes by time, and never the newest version", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      for (const id of [1, 2, 3]) await publish(store, toTeachers({ [id]: "" }));
      await target.tamper("update publication set published_at = '2026-01-31T23:59:59.999Z' where version = 1");
      await target.tamper("update publication set published_at = '2026-02-01T00:00:00.000Z' where version = 2");
      expect((await store.prune({ since: "2026-02-01" })).map(({ number }) => number)).toEqual([1]);
      expect((await store.prune({ since: "9999-01-01" })).map(({ number }) => number)).toEqual([2]);
      expect(await store.prune({ since: "9999-01-01" })).toEqual([]);
    });

    test("prunes exactly the versions before a time, even if a clock was wrong", async () => {
      const days = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(days, async (published) => {
          await using target = await engine.makeTarget();
          await using store = await open(target.url);
          for (const [i, day] of published.entries()) {
            await publish(store, toTeachers({ [i + 1]: "" }));
            const time = `2026-01-0${day}T00:00:00.000Z`;
            await target.tamper(`update publication set published_at = '${time}' where version = ${i + 1}`);
          }
          const isBefore = (day: number, i: number): boolean => day < 5 && i < published.length - 1;
          const before = published.flatMap((day, i) => (isBefore(day, i) ? [i + 1] : []));
          const pruned = await store.prune({ since: "2026-01-05" });
          expect(pruned.map(({ number }) => number)).toEqual(before.toReversed());
          await store.deleteUnused();
          const unseen = `select count(*) from teacher where not exists (select version from publication
            where version >= first_version and (last_version is null or version <= last_version))`;
          expect(await target.ask(unseen)).toBe(0);
        }),
        { numRuns: engine.runs / 2 },
      );
    });

    test("an erasure keeps how many teachers each version added and changed", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      for (const degree of ["", "доцент"]) await publish(store, toTeachers({ 1: degree, 2: degree }));
      await store.erase([1], { message: "за заявою", publishedBy: "olena@kadry" });
      expect(await store.findVersion(1)).toMatchObject({ count: 1, added: 2, digest: null });
      expect(await store.findVersion(2)).toMatchObject({ count: 1, added: 0, changed: 2, removed: 0, digest: null });
      const { digest } = rosterOf(toTeachers({ 2: "доцент" }));
      const note = { message: "за заявою", publishedBy: "olena@kadry" };
      expect(await store.findVersion(3)).toMatchObject({ count: 1, digest, ...note });
    });

    test("an erasure forgets all answers, which may have the name", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await publish(store, toTeachers({ 1: "", 2: "" }), { answers: '{"map":{"ПРІЗВИЩЕ1":"last_name"}}' });
      await publish(store, toTeachers({ 2: "" }), { answers: '{"map":{"Кого":"last_name"}}' });
      await store.erase([1], { message: "", publishedBy: "" });
      expect((await store.listVersions()).map(({ answers }) => answers)).toEqual(["", "", ""]);
    });

    test("refuses to erase if the newest version is damaged, which the new one would hide", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      await publish(store, toTeachers({ 1: "", 2: "", 3: "" }));
      await target.tamper("update teacher set degree = 'професор' where id = 2");
      await expect(store.erase([3], { message: "", publishedBy: "" })).rejects.toMatchObject({ code: "otherContent" });
      expect((await store.findTraces([3])).ranges).toHaveLength(1);
    });

    test("replaces the sample with its history", async () => {
      await using target = await engine.makeTarget();
      await using store = await open(target.url);
      const sample = { source: { kind: "sample" } } as const;
      await publish(store, toTeachers({ 1: "", 7: "" }), sample);
      await expect(store.erase([1], { message: "", publishedBy: "" })).rejects.toThrow("Only the sample");
      const rollback = { source: { kind: "rollback", version: 1 } } as const;
      await expect(publish(store, toTeachers({ 1: "" }), rollback)).rejects.toThrow("Only the sample");
      await publish(store, toTeachers({ 2: "" }));
      expect(await store.listVersions()).toMatchObject([{ number: 2, added: 1, removed: 0 }]);
      expect(await target.ask("select count(*) from teacher")).toBe(1);
    });
  });
}
