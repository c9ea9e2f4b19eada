/** The preview: the numbers, what is dangerous, the open questions, the errors, the changes, and the button that publishes. */
import type { VNode } from "preact";
import { isMessage, messageLengthMax } from "../../domain/publication.ts";
import type { Fault } from "../../import/fault.ts";
import type { Danger } from "../../publish/dangers.ts";
import { stateDanger } from "../../publish/texts.ts";
import { listFileFaults } from "../../publishing/answers.ts";
import { listFindings, renderFault, renderMessage } from "../../publishing/file-lines.ts";
import { findKnown } from "../../publishing/proposal.ts";
import { type FileReading, nameCell, parseReading } from "../../publishing/reading/reading.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { formatNumber } from "../../read/language.ts";
import { fieldsOf, textOf } from "../form.ts";
import { newcomersTick, type Planned, planWaiting, publishWaiting, tickOf } from "../proposals.ts";
import { type OfficeRequest, withOfficeStore } from "../request.ts";
import { redirectTo } from "../responses.ts";
import { say } from "../texts.ts";
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
  const { id, upload, version, faultsBefore = 0 } = waiting;
  const reading = upload && parseReading(upload.reading);
  const { planned, known } = await withOfficeStore(request.options, async (store) => ({
    planned: await planWaiting(store, waiting, reading),
    known: await findKnown(store, reading?.rowIds ?? []),
  }));
  const href = `/preview/${id}/corrections.xlsx`;
  const shown = new Set(planned?.plan.dangers.flatMap(({ ids }) => ids));
  const rest = planned?.plan.changes.filter((change) => !shown.has(change.id)) ?? [];
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
      {planned !== null && planned.same !== null && <Summary>{say("same", planned.same)}</Summary>}
      {planned !== null && planned.erased.length > 0 && <Erased erased={planned.erased} />}
      {planned !== null && <Dangers planned={planned} href={href} />}
      {upload && reading && <Questions {...{ upload, reading, known }} action={`/preview/${id}/answers`} />}
      {upload && upload.faultCount > 0 && reading && renderFaults(reading, faultsBefore, href)}
      {rest.length > 0 && (
        <Part id="changes" title={say("changes")}>
          <Changes changes={rest} />
        </Part>
      )}
      {upload && reading && (
        <details class="remarks">
          <summary>{say("remarks", reading.skipped.count + upload.leftOut.length)}</summary>
          <List items={listFindings(reading)} />
        </details>
      )}
      {planned !== null && planned.same === null && planned.erased.length === 0 && (
        <Publish action={`/preview/${id}/publish`} planned={planned} />
      )}
    </>
  );
  const title = version === null ? say("preview") : say("previewOfVersion", version);
  return show(request.frame, title, body, notice === undefined ? 200 : 409);
}

/** The numbers. One that is part of a danger is filled. */
function Tiles({ planned: { plan } }: { readonly planned: Planned }): VNode {
  const count = (kind: string) => plan.changes.filter((change) => change.kind === kind).length;
  const kinds = new Map(plan.changes.map(({ id, kind }) => [id, kind]));
  const loud = (kind: string): string => {
    const own = plan.dangers.filter(({ ids }) => ids.some((id) => kinds.get(id) === kind));
    return own.length === 0 ? "" : own.some(isRed) ? " loud red" : " loud amber";
  };
  const tiles = [
    ["added", count("added")],
    ["removed", count("removed")],
    ["changed", count("changed")],
    ["unchanged", plan.unchanged],
  ] as const;
  const summary = say("summary", {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    unchanged: plan.unchanged,
  });
  return (
    <>
      <p class="hide" role="status" children={summary} />
      <div class="tiles" aria-hidden="true">
        {tiles.map(([kind, number]) => (
          <div key={kind} class={kind + loud(kind)}>
            <span>{say(`tile_${kind}`, number)}</span>
            <b>{formatNumber(number)}</b>
          </div>
        ))}
      </div>
    </>
  );
}

const isRed = ({ severity }: Danger): boolean => severity === "red";

function Erased({ erased }: Pick<Planned, "erased">): VNode {
  const rows = erased.map(([id, place]) => {
    const row = place === null || place.line === 0 ? "" : `${say("rowOf", place.line, place.sheet)}, `;
    return row + say("idOf", id);
  });
  return (
    <section class="box red">
      <h2>{say("erasedIds")}</h2>
      <List items={rows} />
    </section>
  );
}

interface DangersProps {
  readonly planned: Planned;
  /** The copy of the file with remarks. */
  readonly href: string;
}

/** Each danger with its rows. A red one leads to another file; an amber one has its statement to tick. */
function Dangers({ planned: { plan, asksNewcomers }, href }: DangersProps): VNode {
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
          {i === 0 && <UploadForm />}
          <ChangeRows title={stateDanger(danger)} changes={changesOf(danger)} />
        </section>
      ))}
      {amber.map((danger) => (
        <section class="box amber" key={tickOf(danger)}>
          <h2>{say(`danger_${danger.code}`)}</h2>
          {danger.code === "doubtful" && red.length === 0 && <NextLink href={href}>{say("marked")}</NextLink>}
          <ChangeRows title={stateDanger(danger)} changes={changesOf(danger)} />
          <Tick form="publish-form" name="sure" value={tickOf(danger)} text={stateDanger(danger)} required />
        </section>
      ))}
      {asksNewcomers && (
        <section class="box amber">
          <h2>{say("danger_newcomers")}</h2>
          <ChangeRows title={say("danger_newcomers")} changes={changesOf({ ids: plan.ids.given })} />
          <Tick form="publish-form" name="sure" value={newcomersTick} text={say("newcomersTick")} required />
        </section>
      )}
    </>
  );
}

/** The faults, and the field for the corrected file. For a table, also the workbook that explains them. */
function renderFaults(reading: FileReading, before: number, href: string): VNode {
  const { listed, count } = listFileFaults(reading.faults);
  const isTable = reading.start.length > 0;
  const columns: TableColumn<Fault>[] = [
    [say("cell"), (fault) => nameCell(fault, reading)],
    [say("value"), ({ message }) => "value" in message && <bdi>{message.value}</bdi>],
    [say("advice"), ({ message }) => <bdi>{renderMessage(message)}</bdi>],
  ];
  return (
    <Part id="faults" title={say("faults", count, before)}>
      {!isTable && <List items={listed.map(renderFault)} />}
      {isTable && <p>{say("faultsLead")}</p>}
      {isTable && <NextLink href={href}>{say("explained")}</NextLink>}
      <UploadForm />
      {isTable && <DataTable columns={columns} rows={listed} />}
      {count > listed.length && <p class="hint">{publishingTexts.more(count - listed.length)}</p>}
    </Part>
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
