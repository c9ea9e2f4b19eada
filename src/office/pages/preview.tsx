/** The preview: the numbers, what is dangerous, the open questions, the errors, the changes, and the button that publishes. */
import type { VNode } from "preact";
import { isMessage, messageLengthMax } from "../../domain/publication.ts";
import type { PlannedChange } from "../../publish/change.ts";
import type { Danger } from "../../publish/dangers.ts";
import { listEverybody, type Plan } from "../../publish/plan.ts";
import { stateDanger } from "../../publish/texts.ts";
import { versionTexts } from "../../publish/version-texts.ts";
import { nameColumn } from "../../read/field-labels.ts";
import type { Issue } from "../../read/issue.ts";
import { formatNumber } from "../../read/language.ts";
import type { ReadFile } from "../../read/read.ts";
import { describeColumns, renderIssue, renderPlace } from "../../read/texts.ts";
import { fieldsOf, textOf } from "../form.ts";
import { type Planned, planWaiting, publishWaiting, tickOf } from "../proposals.ts";
import { type OfficeRequest, withOfficeStore } from "../request.ts";
import { redirectTo } from "../responses.ts";
import { say, sentenceOf } from "../texts.ts";
import { parseReading } from "../upload.ts";
import { findWaiting } from "../uploads.ts";
import { ChangeRows, Changes } from "./changes.tsx";
import { Alarm, Button, Field, Form, Summary, Tick } from "./form.tsx";
import { UploadForm } from "./home.tsx";
import { show } from "./layout.tsx";
import { DataTable, List, NextLink, Part, type TableColumn } from "./parts.tsx";
import { Questions } from "./questions.tsx";

/** The reasons to show the preview again. */
type Notice = "publishedMeanwhile" | "notTicked" | "badNote";

export async function showPreview(request: OfficeRequest, notice?: Notice): Promise<Response> {
  const waiting = findWaiting(request);
  const { id, upload, version, errorsBefore = 0 } = waiting;
  const reading = upload && parseReading(upload);
  const planned = await withOfficeStore(request.options, (store) => planWaiting(store, waiting, reading));
  const href = `/preview/${id}/corrections.xlsx`;
  const shown = new Set(planned?.plan.dangers.flatMap(({ ids }) => ids));
  const rest = planned === null ? [] : listChanges(planned).filter(({ id }) => !shown.has(id));
  const body = (
    <>
      {upload && <p class="hint" dir="auto" children={upload.fileName} />}
      {notice && <Alarm>{say(notice)}</Alarm>}
      <div class="first">
        {planned !== null && <Tiles planned={planned} />}
        <p class="calm">
          <b>{say("nothingDone")}</b>
        </p>
      </div>
      {planned !== null && planned.plan.same !== null && <Summary>{say("same", planned.plan.same)}</Summary>}
      {planned !== null && planned.plan.erased.length > 0 && <Erased erased={planned.plan.erased} />}
      {planned !== null && <Dangers planned={planned} href={upload === null ? null : href} />}
      {upload && reading && <Questions {...{ upload, reading }} action={`/preview/${id}/answers`} />}
      {upload && upload.errorCount > 0 && reading && renderErrors(reading, errorsBefore, href)}
      {rest.length > 0 && (
        <Part id="changes" title={say("changes")}>
          <Changes changes={rest} />
        </Part>
      )}
      {reading && <Remarks reading={reading} />}
      {planned !== null && planned.plan.same === null && planned.plan.erased.length === 0 && (
        <Publish action={`/preview/${id}/publish`} planned={planned} />
      )}
    </>
  );
  const title = version === null ? say("preview") : say("previewOfVersion", version);
  return show(request.frame, title, body, notice === undefined ? 200 : 409);
}

/** Of a first list, everybody is new. */
function listChanges({ plan, current }: Planned): readonly PlannedChange[] {
  return current.isFirst ? listEverybody(plan.roster).take(listedMax).toArray() : plan.changes;
}

/** At most this many teachers of a first list are listed. */
const listedMax = 1000;

/** The numbers. One that is part of a danger is filled. */
function Tiles({ planned: { plan } }: { readonly planned: Planned }): VNode {
  const kinds = new Map(plan.changes.map(({ id, kind }) => [id, kind]));
  const loud = (kind: string): string => {
    const own = plan.dangers.filter(({ ids }) => ids.some((id) => kinds.get(id) === kind));
    return own.length === 0 ? "" : own.some(isRed) ? " loud red" : " loud amber";
  };
  const tiles = ["added", "removed", "changed", "unchanged"] as const;
  return (
    <>
      <p class="hide" role="status" children={say("summary", plan.counts)} />
      <div class="tiles" aria-hidden="true">
        {tiles.map((kind) => (
          <div key={kind} class={kind + loud(kind)}>
            <span>{say(`tile_${kind}`, plan.counts[kind])}</span>
            <b>{formatNumber(plan.counts[kind])}</b>
          </div>
        ))}
      </div>
    </>
  );
}

const isRed = ({ severity }: Danger): boolean => severity === "red";

function Erased({ erased }: Pick<Plan, "erased">): VNode {
  const rows = erased.map(({ id, place }) => `${say("rowOf", place.line, place.sheet)}, ${say("idOf", id)}`);
  return (
    <section class="box red">
      <h2>{say("erasedIds")}</h2>
      <List items={rows} />
    </section>
  );
}

interface DangersProps {
  readonly planned: Planned;
  /** The copy of the file with remarks; null for an earlier version. */
  readonly href: string | null;
}

/** Each danger with its rows. A red one leads to another file; an amber one has its statement to tick. */
function Dangers({ planned: { plan }, href }: DangersProps): VNode {
  const [red, amber] = [plan.dangers.filter(isRed), plan.dangers.filter((danger) => !isRed(danger))];
  const changesOf = ({ ids }: Pick<Danger, "ids">) => {
    const own = new Set(ids);
    return plan.changes.filter(({ id }) => own.has(id));
  };
  return (
    <>
      {red.map((danger, i) => (
        <section class="box red" key={tickOf(danger)}>
          <h2>{stateDanger(danger)}</h2>
          {href !== null && i === 0 && <NextLink href={href}>{say("marked")}</NextLink>}
          {i === 0 && <UploadForm />}
          <ChangeRows title={stateDanger(danger)} changes={changesOf(danger)} />
        </section>
      ))}
      {amber.map((danger) => (
        <section class="box amber" key={tickOf(danger)}>
          <h2>{say(`danger_${danger.code}`)}</h2>
          {href !== null && danger.code === "doubtful" && red.length === 0 && (
            <NextLink href={href}>{say("marked")}</NextLink>
          )}
          <ChangeRows title={stateDanger(danger)} changes={changesOf(danger)} />
          <Tick form="publish-form" name="sure" value={tickOf(danger)} text={stateDanger(danger)} required />
        </section>
      ))}
    </>
  );
}

/** At most this many errors are shown; the copy of the file has all. */
const shownMax = 200;

/** The errors by cell, the copy of the file that explains them, and the field for the corrected file. */
function renderErrors(reading: ReadFile, before: number, href: string): VNode {
  const sheets = reading.headers.map(({ sheet }) => sheet);
  const errors = reading.issues
    .filter(({ severity }) => severity === "error")
    .sort(
      (a, b) =>
        sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || num(a.line) - num(b.line) || num(a.column) - num(b.column),
    );
  const isTable = reading.headers.length > 0;
  const columns: TableColumn<Issue>[] = [
    [say("cell"), (issue) => nameCell(issue)],
    [say("value"), ({ value }) => value !== "" && <bdi>{value}</bdi>],
    [say("advice"), (issue) => <bdi>{sentenceOf(renderIssue(issue))}</bdi>],
  ];
  return (
    <Part id="faults" title={say("faults", errors.length, before)}>
      {!isTable && <List items={errors.map((issue) => sentenceOf(renderIssue(issue)))} />}
      {isTable && <p>{say("faultsLead")}</p>}
      {isTable && <NextLink href={href}>{say("explained")}</NextLink>}
      <UploadForm />
      {isTable && <DataTable columns={columns} rows={errors.slice(0, shownMax)} />}
      {errors.length > shownMax && <p class="hint">{versionTexts.more(errors.length - shownMax)}</p>}
    </Part>
  );
}

const num = (place: number | null): number => place ?? -1;

/** `B14`, after the name of the sheet if several are read. */
function nameCell({ sheet, line, column }: Issue): string {
  if (line === null) return sheet ?? "";
  const before = sheet === null ? "" : `${sheet}: `;
  return column === null ? say("rowOf", line, sheet) : `${before}${nameColumn(column)}${line}`;
}

/** How the file was read: its columns, the rows that were skipped, and what was repaired. */
function Remarks({ reading }: { readonly reading: ReadFile }): VNode {
  const isRemark = ({ severity, code }: Issue): boolean =>
    severity === "note" || (severity === "warning" && code !== "notAPerson");
  const remarks = reading.issues.filter(isRemark);
  const skipped = reading.counts.get("skipped") ?? 0;
  const lines = remarks.slice(0, shownMax).map((issue) => {
    const place = renderPlace(issue, reading.headers);
    return [place, issue.value, renderIssue(issue)].filter((part) => part !== "").join(": ");
  });
  const columns = reading.headers.flatMap((header) => describeColumns(header));
  const more = remarks.length > shownMax ? [versionTexts.more(remarks.length - shownMax)] : [];
  return (
    <details class="remarks">
      <summary>{say("remarks", skipped)}</summary>
      <List items={[...columns, ...lines, ...more]} />
    </details>
  );
}

/** The statements against red dangers, a field for a note, and the publish button, which is grey then. */
function Publish({ action, planned: { plan, code } }: { readonly action: string; readonly planned: Planned }): VNode {
  const red = plan.dangers.filter(isRed);
  return (
    <Part id="publish" title={say("publishHeading")}>
      <Form action={action} class="stack" id="publish-form">
        <input type="hidden" name="preview" value={code} />
        {red.map((danger) => (
          <Tick
            key={tickOf(danger)}
            name="sure"
            value={tickOf(danger)}
            text={say("publishAnyway", danger.count, say(`danger_${danger.code}`))}
            required
          />
        ))}
        <Field name="message" text={say("why")} maxLength={messageLengthMax} />
        <Button class={red.length > 0 ? "quiet grey" : ""}>{say("publish", plan.roster.count)}</Button>
        <a href="/">{say("chooseAnother")}</a>
      </Form>
    </Part>
  );
}

/** Publishes the previewed content. A second request publishes nothing. */
export async function publish(request: OfficeRequest): Promise<Response> {
  const { options, session, form } = request;
  const waiting = findWaiting(request);
  const note = { message: textOf(form, "message").trim(), publishedBy: session.user };
  if (!isMessage(note.message)) return showPreview(request, "badNote");
  const confirmed = { code: textOf(form, "preview"), ticks: fieldsOf(form, "sure") };
  const result = await withOfficeStore(options, (store) => publishWaiting(store, waiting, confirmed, note));
  if (typeof result === "string") return showPreview(request, result);
  if (typeof result === "number") return redirectTo(`/?published=${result}`);
  const { version, count } = result;
  options.log("office.published", { user: session.user, version, teachers: count });
  return redirectTo(`/?published=${version}`);
}
