/** The history: its versions, what changed between them, and the way back. */
import { compareVersions } from "../../publishing/compare-versions.ts";
import { type OfficeAnswer, type OfficeRequest, withOfficeStore } from "../context.ts";
import { textOf } from "../form.ts";
import { changesPage, historyPage } from "../pages/history-pages.tsx";
import { problemPage } from "../pages/layout.tsx";

export async function showVersions({ options, session }: OfficeRequest): Promise<OfficeAnswer> {
  const entries = await withOfficeStore(options, (store) => store.listPublications());
  return { page: () => historyPage({ session, entries }) };
}

/** What changed from one version, 0 for the empty directory before the first one, to another. */
export async function showChanges({ options, query }: OfficeRequest): Promise<OfficeAnswer> {
  const [from, to] = [parseVersion(query.get("from")), parseVersion(query.get("to"))];
  if (from === null || to === null) return { page: problemPage("notFound"), status: 404 };
  const changes = await withOfficeStore(options, async (store) => {
    const [before, after] = [await store.findVersion(from), await store.findVersion(to)];
    return after === null || (before === null && from !== 0) ? null : compareVersions(store, before, after);
  });
  return { page: () => changesPage({ from, to, changes }), status: changes === null ? 404 : 200 };
}

/** Prepares a return to a version, which is previewed like an upload. */
export function returnTo({ form, session, waiting }: OfficeRequest): OfficeAnswer {
  const version = parseVersion(textOf(form, "version"));
  if (version === null) return { page: problemPage("notFound"), status: 404 };
  return { location: `/preview/${waiting.addVersion(session, version).id}` };
}

function parseVersion(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
