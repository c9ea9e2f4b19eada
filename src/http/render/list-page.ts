/** The list as a page for people: what it shows, and what it offers where nobody matches. */
import { filterNames } from "../../contract/parameters.ts";
import type { ListQuery } from "../../contract/query.ts";
import type { Directory, GetSignal, ListingQuery } from "../../directory/directory.ts";
import type { Listing } from "../../directory/listing.ts";
import { createMarker } from "../../directory/marks.ts";
import type { Task } from "../../directory/scheduler.ts";
import type { Marks } from "../../domain/marks.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { renderListPage } from "../../pages/list/list-page.tsx";
import type { Alternative, DroppedCondition, ListView } from "../../pages/list/list-view.ts";
import type { Bytes } from "../answer.ts";
import { pageContextOf } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";
import { signalOf } from "../version.ts";

/** A listing, and the request for which it was found. */
export interface FoundListing {
  readonly context: RequestContext;
  readonly directory: Directory;
  readonly query: ListQuery;
  /** The effective ordering. */
  readonly ordering: Ordering;
  readonly listing: Listing;
}

/** Renders the page as HTML. */
export async function renderList(request: FoundListing): Promise<Bytes> {
  const { context, directory, query, ordering } = request;
  const { degree: _, ...otherFilters } = query.filters;
  const anyDegree = await directory.findListing({ ...query, ordering, filters: otherFilters }, signalOf(context));
  const degrees = await directory.countDegrees(anyDegree, signalOf(context));
  const alphabetical = ordering.endsWith("last_name")
    ? request.listing
    : await directory.findListing({ ...query, ordering: "last_name" }, signalOf(context));
  const alternatives = request.listing.count > 0 ? [] : await findAlternatives(directory, query, signalOf(context));
  // A list that fits on its page needs no letters to jump to.
  const needsLetters = request.listing.count > query.limit;
  const letters = needsLetters ? await directory.findLetters(alphabetical, signalOf(context)) : [];
  return directory.runTask(
    renderHtml({ ...request, degrees, anyDegreeCount: anyDegree.count, alternatives, letters }),
    signalOf(context),
  );
}

/** The estimated heap that rendering a page takes, as a multiple of its length. */
const htmlGarbageFactor = 4;

/** Teachers composed between two yields: some tens of microseconds. */
const teachersBetweenYields = 20;

function* renderHtml(
  request: FoundListing & Pick<ListView, "degrees" | "anyDegreeCount" | "alternatives" | "letters">,
): Task<Bytes> {
  const { context, directory, query, ordering, listing, degrees, anyDegreeCount, alternatives, letters } = request;
  const teachers: Teacher[] = [];
  const marks = new Map<number, Marks>();
  const markAt = listing.interpretation === null ? null : createMarker(directory.content, listing.interpretation);
  for (const position of directory.positionsOn(listing, query.offset, query.limit)) {
    if (teachers.length % teachersBetweenYields === 0) yield;
    const teacher = directory.teacherAt(position);
    teachers.push(teacher);
    if (markAt !== null) marks.set(teacher.id, markAt(position));
  }
  const page = yield* renderListPage(pageContextOf(context, query.lang), {
    query,
    ordering,
    reading: listing.interpretation?.reading ?? null,
    count: listing.count,
    total: directory.publication.count,
    teachers,
    marks,
    degrees,
    anyDegreeCount,
    alternatives,
    letters,
  });
  context.shared.garbage.countSmall(htmlGarbageFactor * page.length);
  return new TextEncoder().encode(page);
}

type Condition = Pick<ListingQuery, "filters" | "ids" | "search" | "reading">;

/** The queries without one condition, and their counts, the largest first. */
async function findAlternatives(directory: Directory, query: ListQuery, getSignal: GetSignal): Promise<Alternative[]> {
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
