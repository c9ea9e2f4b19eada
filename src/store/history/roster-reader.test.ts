import { expect, test } from "bun:test";
import { erasureSource, type Publication } from "../../domain/publication.ts";
import { listRecent } from "./roster-reader.ts";

function publicationOf(version: number, fields: Partial<Publication> = {}): Publication {
  const counts = { count: 10, added: 0, changed: 1, removed: 1 };
  return { version, id: `id-${version}`, publishedAt: "", source: "test", ...counts, digest: "", ...fields };
}

/** Versions, newest first. The first is the current version unless another one is given. */
const cases: [name: string, all: Publication[], expected: number[], current?: Publication][] = [
  ["one version", [publicationOf(1)], [1]],
  ["several", [publicationOf(3), publicationOf(2), publicationOf(1)], [1, 2, 3]],
  ["none before a pruned version", [publicationOf(4), publicationOf(3), publicationOf(1)], [3, 4]],
  ["none before an erasure", [publicationOf(3), publicationOf(2, { source: erasureSource }), publicationOf(1)], [2, 3]],
  ["none after the current one", [publicationOf(3), publicationOf(2), publicationOf(1)], [1, 2], publicationOf(2)],
  ["only the current one, if it is not in the history", [publicationOf(2), publicationOf(1)], [3], publicationOf(3)],
  [
    "none before a million changes",
    [publicationOf(3), publicationOf(2, { changed: 600_000, removed: 399_999 }), publicationOf(1)],
    [2, 3],
  ],
  [
    "versions before more than a million changes, if there are as many teachers",
    [publicationOf(2, { count: 3_000_000, changed: 1_500_000, removed: 1_500_000 }), publicationOf(1)],
    [1, 2],
  ],
];

test.each(cases)("listRecent() has %s", (_, all, expected, current = all[0]!) => {
  expect(listRecent(all, current).map(({ version }) => version)).toEqual(expected);
});
