/** The first page with its downloads, and the history: its versions, the changes between two, and the return to one. */
import type { VNode } from "preact";
import { formatNumber } from "../../domain/lang.ts";
import { listTeachers } from "../../domain/roster.ts";
import { textsIn } from "../../pages/texts.ts";
import { compareVersions } from "../../publish/compare.ts";
import { describeSource, formatKyivTime, versionTexts } from "../../publish/version-texts.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { type OfficeRequest, versionOf } from "../request.ts";
import { nameUser, OfficeError, say } from "../texts.ts";
import { Changes, rowsMax } from "./changes.tsx";
import { download, show } from "./layout.tsx";
import { DataTable, Form, List, Part, UploadForm } from "./parts.tsx";

/** More versions are left out of the history. */
const listedMax = 200;

export async function showHome(request: OfficeRequest): Promise<Response> {
  const { options, store, query, lang } = request;
  const entries = await store.listVersions();
  const [current, before] = entries;
  const empty = <a href="/download/empty.xlsx">{say("emptyList")}</a>;
  const filled = <a href="/download/teachers.xlsx">{say("currentList")}</a>;
  const isJustPublished = current !== undefined && query.get("published") === String(current.number);
  const body = (
    <>
      {isJustPublished && <p class="summary" role="status" children={say("published", current.number)} />}
      {isJustPublished && before !== undefined && <Return version={before.number} text={say("undo")} />}
      {current !== undefined && (
        <p class="hint">
          {current.source.kind === "sample"
            ? say("onlySample")
            : [
                say("publishedOf", current.number),
                formatKyivTime(current.publishedAt),
                nameUser(current.publishedBy),
              ].join(", ")}{" "}
          {options.directoryUrl !== null && <a href={options.directoryUrl}>{say("publicPage")}</a>}
        </p>
      )}
      <Part id="new" title={say("newList")}>
        <UploadForm />
      </Part>
      <Part id="downloads" title={say("downloads")} class="downloads">
        <List items={current === undefined ? [empty] : [filled, empty]} />
      </Part>
    </>
  );
  return show(request, current === undefined ? say("nothingPublished") : textsIn(lang).teachers(current.count), body);
}

export async function downloadCurrent({ store, session, lang }: OfficeRequest): Promise<Response> {
  const current = await store.findCurrent();
  if (current === null || current.count > workbookTeachersMax) throw new OfficeError("notFound", 404);
  const roster = await readVersion(store, current, session.ended.signal);
  return download("teachers", say("currentList"), writeTeachersWorkbook(listTeachers(roster), lang));
}

export function downloadEmpty({ lang }: OfficeRequest): Response {
  return download("empty", say("emptyList"), writeTeachersWorkbook([], lang));
}

export async function showVersions(request: OfficeRequest): Promise<Response> {
  const entries = await request.store.listVersions();
  const head = (["version", "when", "who", "count", "changes", "reason", "return"] as const).map((name) => say(name));
  const rows = entries
    .slice(0, listedMax)
    .map((entry, i) => [
      entry.number,
      formatKyivTime(entry.publishedAt),
      <bdi key="who">{nameUser(entry.publishedBy)}</bdi>,
      formatNumber(entry.count),
      <a key="changes" href={`/changes/${entry.number}`} children={versionTexts.changeCounts(entry)} />,
      <bdi key="reason">{[entry.message, describeSource(entry.source)].filter(Boolean).join(" · ")}</bdi>,
      i > 0 && <Return key="return" version={entry.number} text={say("return")} />,
    ]);
  const table = (
    <>
      <DataTable head={head} rows={rows} />
      {entries.length > listedMax && <p class="hint">{versionTexts.more(entries.length - listedMax)}</p>}
    </>
  );
  return show(request, say("history"), entries.length === 0 ? say("nothingPublished") : table);
}

function Return({ version, text }: { readonly version: number; readonly text: string }): VNode {
  return (
    <Form action="/return">
      <button type="submit" class="quiet" name="version" value={version} aria-label={`${text}: ${version}`}>
        {text}
      </button>
    </Form>
  );
}

/** Shows what a version has changed. Version 0 is the empty directory before the first publication. */
export async function showChanges(request: OfficeRequest): Promise<Response> {
  const { store, session, id } = request;
  const to = versionOf(id);
  const [before, after] = [await store.findVersion(to - 1), await store.findVersion(to)];
  if (after === null || (before === null && to > 1)) throw new OfficeError("noVersion", 404);
  const { counts, list } = await compareVersions(store, before, after, session.ended.signal);
  const kinds = ["removed", "changed", "added"] as const;
  const changes = kinds.flatMap((kind) => Iterator.from(list(kind)).take(rowsMax).toArray());
  const body = (
    <>
      <p class="summary" role="status" children={versionTexts.counts(counts)} />
      <Changes changes={changes} count={counts.removed + counts.changed + counts.added} />
      <a class="primary" href="/history" children={say("history")} />
    </>
  );
  return show(request, before === null ? say("firstVersion") : say("sinceVersion", to - 1), body);
}
