/** The first page: the published version, a field for a new list, downloads, and the newest versions. */
import { listTeachers } from "../../domain/roster.ts";
import { textsIn } from "../../pages/texts.ts";
import { formatTime } from "../../publish/version-texts.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import type { OfficeRequest } from "../request.ts";
import { download } from "../responses.ts";
import { nameUser, OfficeError, say } from "../texts.ts";
import { HistoryTable, Return } from "./history.tsx";
import { show } from "./layout.tsx";
import { List, Part, UploadForm } from "./parts.tsx";

const shownVersions = 5;

export async function showHome(request: OfficeRequest): Promise<Response> {
  const { options, store, query, lang } = request;
  const entries = await store.listPublications();
  const [current, before] = entries;
  const empty = <a href="/download/empty.xlsx">{say("emptyList")}</a>;
  const filled = <a href="/download/teachers.xlsx">{say("currentList")}</a>;
  const isJustPublished = current !== undefined && query.get("published") === String(current.version);
  const body = (
    <>
      {isJustPublished && <p class="summary" role="status" children={say("published", current.version)} />}
      {isJustPublished && before !== undefined && <Return version={before.version} text={say("undo")} />}
      {current !== undefined && (
        <p class="hint">
          {`${say("publishedOf", current.version)}, ${formatTime(current.publishedAt)}, ${nameUser(current.publishedBy)} `}
          {options.directoryUrl !== null && <a href={options.directoryUrl}>{say("publicPage")}</a>}
        </p>
      )}
      <Part id="new" title={say("newList")}>
        <UploadForm />
      </Part>
      <Part id="downloads" title={say("downloads")} class="downloads">
        <List items={current === undefined ? [empty] : [filled, empty]} />
      </Part>
      {current !== undefined && (
        <Part id="history" title={say("history")}>
          <HistoryTable entries={entries.slice(0, shownVersions)} />
        </Part>
      )}
    </>
  );
  return show(request, current === undefined ? say("nothingPublished") : textsIn(lang).teachers(current.count), body);
}

export async function downloadCurrent({ store, lang }: OfficeRequest): Promise<Response> {
  const current = await store.findCurrent();
  if (current === null || current.count > workbookTeachersMax) throw new OfficeError("notFound", 404);
  const roster = await readVersion(store, current);
  return download("teachers", say("currentList"), writeTeachersWorkbook(listTeachers(roster), lang));
}

/** A workbook to fill in: it has only the headings. */
export function downloadEmpty({ lang }: OfficeRequest): Response {
  return download("empty", say("emptyList"), writeTeachersWorkbook([], lang));
}
