/** Verifies that a peer answers as our service does: the same teachers, fields, counts and links for a few queries. */
import { fetchPage } from "./own-service.ts";
import { type Case, type ListQuery, type Page, pathOf, type Service } from "./service.ts";

/** Describes how the responses of a peer differ from ours; empty if they do not. */
export async function findDifferences(ownService: Service, peer: Service, cases: readonly Case[]): Promise<string[]> {
  const differences: string[] = [];
  const sample = cases.flatMap(({ queries }) => [queries[0]!, queries.at(-1)!]);
  for (const query of [{ limit: 3, offset: 4 }, ...sample]) {
    const path = peer.pathOf(query);
    if (path === null) continue;
    const expected = await fetchPage(ownService.origin, pathOf(query));
    const difference = compare(expected, await readPage(peer, path), ownService.origin, peer);
    if (difference !== null) differences.push(`${describe(query)}: ${difference}`);
  }
  return [...new Set(differences)];
}

async function readPage(peer: Service, path: string): Promise<Page | null> {
  const response = await fetch(peer.origin + path);
  if (response.status !== 200) return null;
  return peer.readPage?.(response) ?? ((await response.json()) as Page);
}

function compare(expected: Page, page: Page | null, ownOrigin: string, peer: Service): string | null {
  if (page === null) return "no 200 response";
  if (page.count !== expected.count) return `count ${page.count} instead of ${expected.count}`;
  const idsOf = ({ results }: Page): string => results.map(({ id }) => id).join(" ");
  if (idsOf(page) !== idsOf(expected)) return "other teachers, or another order";
  if (!Bun.deepEquals(page.results, expected.results)) return "fields with other values";
  if (JSON.stringify(page.results) !== JSON.stringify(expected.results)) return "fields in another order";
  if (peer.readPage !== undefined) return null;
  for (const name of ["next", "previous"] as const) {
    const link = expected[name]?.replace(ownOrigin, peer.origin) ?? null;
    if (page[name] !== link) return `${name} ${page[name]} instead of ${link}`;
  }
  return null;
}

function describe(query: ListQuery): string {
  return decodeURIComponent(pathOf(query)).replace("/teachers/", "") || "the default page";
}
