/** What to offer if a query matches nobody: the queries with one condition less that match somebody. */
import { filterNames } from "../contract/parameters.ts";
import type { ListQuery } from "../contract/query.ts";
import type { Directory, GetSignal } from "../directory/directory.ts";
import type { ListingQuery } from "../directory/listing.ts";
import type { Alternative, DroppedCondition } from "../pages/list-view.ts";

type Condition = Pick<ListingQuery, "filters" | "ids" | "search" | "reading">;

/** The queries without one condition, and their counts, the largest first. */
export async function findAlternatives(
  directory: Directory,
  query: ListQuery,
  getSignal: GetSignal,
): Promise<Alternative[]> {
  const found: Alternative[] = [];
  for (const [alternative, condition] of listCandidates(query)) {
    const { count } = await directory.findListing({ ...condition, ordering: "last_name" }, getSignal);
    if (count > 0) found.push({ ...alternative, count });
  }
  return found.sort((a, b) => b.count - a.count);
}

/** Excludes the query without any condition: that is the whole directory. */
function listCandidates(query: ListQuery): [DroppedCondition, Condition][] {
  const { filters, ids, search, reading } = query;
  const given = new Set(query.given.map(([name]) => name));
  const active = filterNames.filter((name) => given.has(name));
  const candidates: [DroppedCondition, Condition][] = [];
  if (reading !== null && search !== "") {
    candidates.push([{ dropped: "reading" }, { filters, ids, search, reading: null }]);
  }
  // Not split at full stops, which tell abbreviations of degrees and initials from words.
  const words = search.split(/\s+/);
  if (words.length > 1) {
    for (const [index, word] of words.entries()) {
      if (words.indexOf(word) !== index) continue;
      const rest = words.toSpliced(index, 1).join(" ");
      candidates.push([
        { dropped: "word", word, search: rest },
        { filters, ids, search: rest, reading },
      ]);
    }
  }
  if (active.length > 1) {
    for (const name of active) {
      const others = { ...filters };
      if (name !== "search" && name !== "id") delete others[name];
      const condition = {
        filters: others,
        ids: name === "id" ? null : ids,
        search: name === "search" ? "" : search,
        reading,
      };
      candidates.push([{ dropped: "filter", name }, condition]);
    }
  }
  return candidates;
}
