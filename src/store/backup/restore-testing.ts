/** The tests of restoring, for each engine: a changed backup with a correct digest is refused, and changes nothing. */
import { describe, expect, test } from "bun:test";
import { rosterOf } from "../../domain/roster-testing.ts";
import { idMax, storedFieldNames } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { type Engine, open, options } from "../engines-testing.ts";
import type { Store } from "../store.ts";

const teachersOf = (ids: readonly number[], degree = "") =>
  rosterOf(ids.map((id) => storedTeacher({ id, last_name: `Прізвище${id}`, degree })));

async function writeBackup(store: Store): Promise<string[]> {
  let text = "";
  await store.backup(async (pieces) => {
    text = (await Array.fromAsync(pieces)).join("");
  });
  return text.trimEnd().split("\n");
}

/** The lines with a recomputed end line. */
function reseal(lines: readonly string[]): string[] {
  const body = lines.slice(0, -1);
  const count = (name: string): number => body.filter((line) => line.startsWith(`["${name}"`)).length;
  const digest = new Bun.CryptoHasher("sha256").update(body.map((line) => `${line}\n`).join("")).digest("hex");
  const counts = { publications: count("publication"), teachers: count("teacher") };
  return [...body, JSON.stringify(["end", counts, digest])];
}

async function* toStream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/**
 * Line 0 is the head. Lines 1 to 4 are publications, the last one an erasure. Lines 5 to 8 are rows: teacher 1 in
 * versions 1 and 2, teacher 1 from version 3 on, teacher 2, teacher 4. Line 9 is an erased id, 10 the highest id, 11
 * the end.
 */
async function makeHistory(store: Store): Promise<string[]> {
  await store.publish(teachersOf([1, 2, 3]), options);
  await store.publish(teachersOf([1, 2, 3, 4]), options);
  await store.publish(
    rosterOf([storedTeacher({ id: 1, last_name: "Інше" }), storedTeacher({ id: 2, last_name: "Прізвище2" })]),
    options,
  );
  await store.erase([3], { message: "", publishedBy: "" });
  return writeBackup(store);
}

const edit = (line: number, from: string | RegExp, to: string) => (lines: readonly string[]) =>
  lines.with(line, lines[line]!.replace(from, to));
const swap = (line: number) => (lines: readonly string[]) =>
  lines.with(line, lines[line + 1]!).with(line + 1, lines[line]!);
const repeat = (line: number) => (lines: readonly string[]) => lines.toSpliced(line, 0, lines[line]!);
const remove = (line: number) => (lines: readonly string[]) => lines.toSpliced(line, 1);

type Change = (lines: readonly string[]) => string[];
const damagedLine = (line: number) => ({ code: "damagedLine", line });
const otherContent = (...versions: readonly number[]) => ({ code: "otherContent", versions });
const changes: readonly (readonly [name: string, change: Change, fault: object])[] = [
  ["an id that is a path", edit(1, /"id":"[^"]*"/, '"id":"../../evil"'), damagedLine(2)],
  ["one id twice", (lines) => lines.with(2, lines[1]!.replace('"version":1', '"version":2')), damagedLine(3)],
  ["a message with a control sequence", edit(1, '"message":""', '"message":"\\u001b[2J"'), damagedLine(2)],
  ["a name of 30,000 characters", edit(5, "Прізвище1", "я".repeat(30_000)), damagedLine(6)],
  ["a name with a null character", edit(5, "Прізвище1", "А\\u0000"), damagedLine(6)],
  ["another name", edit(5, "Прізвище1", "Прізвищу1"), otherContent(1, 2)],
  ["another count", edit(1, '"count":2', '"count":3'), otherContent(1)],
  ["other changes", edit(2, '"added":1', '"added":2'), otherContent(2)],
  ["another digest", edit(4, /"digest":"\w{4}/, '"digest":"0000'), otherContent(4)],
  ["publications out of order", swap(2), damagedLine(4)],
  ["teachers out of order", swap(6), damagedLine(8)],
  ["a teacher before the publications", (lines) => [lines[0]!, lines[5]!, ...lines.slice(1)], damagedLine(2)],
  ["no publications", (lines) => lines.toSpliced(1, 8), { code: "noVersions" }],
  ["a row that no version has", edit(8, '["teacher",2,2', '["teacher",2,1'), damagedLine(9)],
  ["a row of a later version", edit(8, '["teacher",2,2', '["teacher",9,null'), damagedLine(9)],
  ["an extra value", edit(5, /]$/, ',""]'), damagedLine(6)],
  ["a repeated field", edit(0, '"degree"', '"degree","degree"'), { code: "otherFields" }],
  ["an erased id of a teacher", edit(9, '"erased",3', '"erased",2'), damagedLine(10)],
  ["the highest id twice", repeat(10), damagedLine(12)],
  ["no highest id", remove(10), damagedLine(11)],
  ["a highest id below others", edit(10, "4", "3"), damagedLine(11)],
  ["an exhausted highest id", edit(10, "4", String(idMax)), damagedLine(11)],
  ["the head twice", repeat(0), damagedLine(2)],
];

export function testRestore(name: string, engine: Engine): void {
  describe(`a restore into ${name}`, () => {
    test("restores a backup, also after a prune", async () => {
      await using source = await engine.makeTarget();
      await using store = await open(source.url);
      const whole = await makeHistory(store);
      await store.prune({ newest: 2 });
      for (const lines of [whole, await writeBackup(store)]) {
        await using target = await engine.makeTarget();
        await using restored = await open(target.url);
        await restored.restore(toStream(lines), false);
        expect((await writeBackup(restored)).slice(1, -1)).toEqual(lines.slice(1, -1));
      }
    });

    test("restores a backup from before the last field was added", async () => {
      await using source = await engine.makeTarget();
      await using store = await open(source.url);
      const lines = await makeHistory(store);
      const last = `,"${storedFieldNames.at(-1)}"`;
      const older = lines.map((line) => line.replace(last, "").replace(/^(\["teacher",.*),""]$/, "$1]"));
      expect(older).not.toEqual(lines);
      await using target = await engine.makeTarget();
      await using restored = await open(target.url);
      await restored.restore(toStream(reseal(older)), false);
      expect((await writeBackup(restored)).slice(1, -1)).toEqual(lines.slice(1, -1));
    });

    test("refuses a changed backup with a correct digest, and changes nothing", async () => {
      await using source = await engine.makeTarget();
      await using store = await open(source.url);
      const lines = await makeHistory(store);
      expect(reseal(lines)).toEqual(lines);
      await using target = await engine.makeTarget();
      await using existing = await open(target.url);
      await existing.publish(teachersOf([7]), options);
      const before = (await writeBackup(existing)).slice(1, -1);
      for (const [what, change, fault] of changes) {
        const changed = reseal(change(lines));
        expect(changed, what).not.toEqual(lines);
        const error = await existing.restore(toStream(changed), true).catch((thrown: unknown) => thrown);
        expect([what, (error as { fault?: object }).fault]).toEqual([what, fault]);
        expect((await writeBackup(existing)).slice(1, -1)).toEqual(before);
      }
    });
  });
}
