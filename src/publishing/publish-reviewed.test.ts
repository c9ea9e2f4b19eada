import { expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { makeFile, open } from "../store/engines-testing.ts";
import { publishReviewed, type ReviewedOptions } from "./publish-reviewed.ts";

const limits = { removed: 0.1, renamed: 0.1, changed: 0.3, added: 0.5 };
const options: ReviewedOptions = { source: { kind: "input" }, dryRun: false, limits, confirms: "none" };
const rosterWith = (...ids: readonly number[]) =>
  rosterOf(ids.map((id) => storedTeacher({ id, last_name: `Коваль ${id}` })));

test("changes beyond the limits are published only if exactly these changes were confirmed", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  const first = await publishReviewed(store, rosterWith(1, 2, 3), options);
  expect([first.result?.published, first.breaches]).toEqual([true, []]);

  const refused = await publishReviewed(store, rosterWith(1), options);
  expect([refused.result, refused.breaches.map(({ kind }) => kind)]).toEqual([null, ["removed"]]);
  const confirmedId = refused.review?.current?.id;
  expect((await store.findCurrent())?.id).toBe(confirmedId!);

  // Somebody else publishes before the changes are confirmed.
  await publishReviewed(store, rosterWith(1, 2, 3, 4), options);
  expect((await publishReviewed(store, rosterWith(1), { ...options, confirmedId })).result).toBeNull();
  const current = await store.findCurrent();
  expect((await publishReviewed(store, rosterWith(1), { ...options, confirmedId: current!.id })).result?.removed).toBe(
    3,
  );
});

test.each<[confirms: ReviewedOptions["confirms"], isRollback: boolean, isPublished: boolean]>([
  ["none", false, true],
  ["earlier", false, false],
  ["earlier", true, true],
  ["all", true, false],
])(
  "the content of an earlier version, if a confirmation is needed for: %s, in a rollback: %p",
  async (confirms, isRollback, isPublished) => {
    using file = makeFile();
    await using store = await open(file.url);
    await publishReviewed(store, rosterWith(1, 2), options);
    await publishReviewed(store, rosterWith(1, 2, 3), options);
    const source = isRollback ? { source: { kind: "rollback", version: 1 } as const } : {};
    const loose = { ...options, limits: { ...limits, removed: 1 } };
    const { result } = await publishReviewed(store, rosterWith(1, 2), { ...loose, confirms, ...source });
    expect(result !== null).toBe(isPublished);
  },
);

test("a dry run needs no confirmation", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  await publishReviewed(store, rosterWith(1, 2, 3), options);
  const { result, breaches } = await publishReviewed(store, rosterWith(1), { ...options, dryRun: true });
  expect([result?.removed, result?.published, breaches.length]).toEqual([2, false, 1]);
});
