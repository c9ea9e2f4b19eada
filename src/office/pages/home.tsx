/** The first page: the published version, a field for a new list, downloads, and the newest versions. */
import type { VNode } from "preact";
import { listTeachers } from "../../domain/roster.ts";
import { formatTime } from "../../publish/version-texts.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { OfficeError, type OfficeRequest, withOfficeStore } from "../request.ts";
import { download, redirectTo } from "../responses.ts";
import { nameUser, say } from "../texts.ts";
import { Button, Form, Summary } from "./form.tsx";
import { HistoryTable, Return } from "./history.tsx";
import { show } from "./layout.tsx";
import { List, Part } from "./parts.tsx";

const shownVersions = 5;
const accepted = ".xlsx,.ods,.csv,.tsv,.txt,.ndjson,.gz";

export async function showHome({ options, query, frame }: OfficeRequest): Promise<Response> {
  const entries = await withOfficeStore(options, (store) => store.listPublications());
  const [current, before] = entries;
  const empty = <a href="/download/empty.xlsx">{say("emptyList")}</a>;
  const filled = <a href="/download/teachers.xlsx">{say("currentList")}</a>;
  const isJustPublished = current !== undefined && query.get("published") === String(current.version);
  const body = (
    <>
      {isJustPublished && <Summary>{say("published", current.version)}</Summary>}
      {isJustPublished && before !== undefined && <Return version={before.version} text={say("undo")} />}
      {current !== undefined && (
        <p class="hint">
          {[say("publishedOf", current.version), formatTime(current.publishedAt), nameUser(current.publishedBy)].join(
            ", ",
          )}{" "}
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
          {entries.length > shownVersions && <a href="/history">{say("allVersions")}</a>}
        </Part>
      )}
    </>
  );
  return show(frame, current === undefined ? say("nothingPublished") : say("teachers", current.count), body);
}

/** The form that uploads a list. */
export function UploadForm(): VNode {
  return (
    <Form
      action="/upload"
      encType="multipart/form-data"
      class="drop"
      {...{
        "data-one": say("oneFile"),
        "data-sending": say("sending"),
        "data-checking": say("checking"),
        "data-lost": say("lost"),
      }}
    >
      <p>
        <b>{say("dropFile")}</b>
      </p>
      <div class="actions">
        <span class="file">
          <input id="file" type="file" name="file" required accept={accepted} aria-describedby="file-hint" />
          <label class="button" for="file">
            {say("chooseFile")}
          </label>
        </span>
        <Button>{say("check")}</Button>
        <bdi class="name" />
      </div>
      <p role="status" />
      <p id="file-hint" class="hint" children={say("fileHint")} />
    </Form>
  );
}

export function leave({ sessions, session }: OfficeRequest): Response {
  sessions.end(session);
  return redirectTo("/enter", { "Set-Cookie": sessions.renderCookie("") });
}

export async function downloadCurrent({ options, session }: OfficeRequest): Promise<Response> {
  const roster = await withOfficeStore(options, async (store) => {
    const current = await store.findCurrent();
    if (current === null || current.count > workbookTeachersMax) throw new OfficeError("notFound", 404);
    return readVersion(store, current);
  });
  return download("teachers", say("currentList"), writeTeachersWorkbook(listTeachers(roster), session.lang));
}

/** A workbook to fill in: it has only the headings. */
export function downloadEmpty({ session }: OfficeRequest): Response {
  return download("empty", say("emptyList"), writeTeachersWorkbook([], session.lang));
}
