/** Whether a peer answers as we do: the same teachers with the same fields, counts and links for a handful of questions. */
import type { Case } from "./service.ts";
import { type Ask, type Page, pathOf, type Service } from "./service.ts";
import { fetchPage } from "./teachers.ts";

/** Where a peer's answers differ from ours, in words; none where they are the same. */
export async function findDifferences(ours: Service, peer: Service, cases: readonly Case[]): Promise<string[]> {
  const differences: string[] = [];
  for (const ask of [{ limit: 3, offset: 4 }, ...cases.flatMap(({ asks }) => [asks[0]!, asks.at(-1)!])]) {
    const path = peer.pathOf(ask);
    if (path === null) continue;
    const expected = await fetchPage(ours.origin, pathOf(ask));
    const difference = compare(expected, await readPage(peer, path), ours.origin, peer);
    if (difference !== null) differences.push(`${describe(ask)}: ${difference}`);
  }
  return [...new Set(differences)];
}

async function readPage(peer: Service, path: string): Promise<Page | null> {
  const response = await fetch(peer.origin + path);
  if (response.status !== 200) return null;
  return peer.readPage?.(response) ?? ((await response.json()) as Page);
}

function compare(expected: Page, page: Page | null, ourOrigin: string, peer: Service): string | null {
  if (page === null) return "not answered";
  if (page.count !== expected.count) return `count ${page.count} and not ${expected.count}`;
  const ids = (of: Page): string => of.results.map(({ id }) => id).join(" ");
  if (ids(page) !== ids(expected)) return "other teachers, or in another order";
  if (!Bun.deepEquals(page.results, expected.results)) return "fields with other values";
  if (JSON.stringify(page.results) !== JSON.stringify(expected.results)) return "fields in another order";
  if (peer.readPage !== undefined) return null;
  for (const name of ["next", "previous"] as const) {
    const wanted = expected[name]?.replace(ourOrigin, peer.origin) ?? null;
    if (page[name] !== wanted) return `${name} ${page[name]} and not ${wanted}`;
  }
  return null;
}

function describe(ask: Ask): string {
  return decodeURIComponent(pathOf(ask)).replace("/teachers/", "") || "the default page";
}
