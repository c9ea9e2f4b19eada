/** The preview: the faults of a file, the open questions, the changes, and the button that publishes them. */
import type { VNode } from "preact";
import { isMessage, messageLengthMax } from "../../domain/publication.ts";
import type { Fault } from "../../import/fault.ts";
import { listFileFaults } from "../../publishing/answers.ts";
import { listFindings, renderFault, renderMessage } from "../../publishing/file-lines.ts";
import { showTeacher } from "../../publishing/preview.ts";
import { publishProposal, type ReviewedProposal, reviewProposal } from "../../publishing/proposal.ts";
import { type FileReading, nameCell } from "../../publishing/reading/reading.ts";
import type { Review } from "../../publishing/review.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { fieldsOf, textOf } from "../form.ts";
import { type OfficeRequest, withOfficeStore } from "../request.ts";
import { redirectTo } from "../responses.ts";
import { say } from "../texts.ts";
import { findWaiting } from "../uploads.ts";
import { Changes } from "./changes.tsx";
import { Alarm, Button, Field, Form, Question, Summary, Tick } from "./form.tsx";
import { UploadForm } from "./home.tsx";
import { show } from "./layout.tsx";
import { DataTable, List, NextLink, Part, type TableColumn } from "./parts.tsx";
import { Questions } from "./questions.tsx";

/** The reasons to show the preview again. */
type Notice = "publishedMeanwhile" | "notTicked" | "badNote";

/** The maximum number of people listed as possible mistakes, or as possibly erased. */
const listedMax = 100;

export async function showPreview(request: OfficeRequest, notice?: Notice): Promise<Response> {
  const { options, frame } = request;
  const waiting = findWaiting(request);
  const reviewed = await withOfficeStore(options, (store) => reviewProposal(store, waiting, options.limits));
  const { id, upload, version, faultsBefore = 0 } = waiting;
  const { reading, outcome, refusal, known, doubtful } = reviewed;
  const review = outcome?.review ?? null;
  const same = review === null ? outcome?.result?.publication : null;
  const href = `/preview/${id}/corrections.xlsx`;
  const faults = reading && renderFaults(reading, doubtful, faultsBefore, href);
  const isFaulty = (upload !== null && upload.faultCount > 0) || doubtful.length > 0;
  const body = (
    <>
      {upload && <p class="hint" dir="auto" children={upload.fileName} />}
      {notice && <Alarm>{say(notice)}</Alarm>}
      {same && <Summary>{say("same", same.version)}</Summary>}
      {review && <Summary>{say("summary", review.changes.counts)}</Summary>}
      {isFaulty && faults}
      {refusal && <Alarm>{refusal}</Alarm>}
      {upload && reading && <Questions {...{ upload, reading, known }} action={`/preview/${id}/answers`} />}
      {upload && reading && (
        <details class="remarks">
          <summary>{say("remarks", reading.skipped.count + upload.leftOut.length)}</summary>
          <List items={listFindings(reading)} />
        </details>
      )}
      {review && <Outlook action={`/preview/${id}/publish`} {...{ reviewed, review }} />}
      {!isFaulty && faults}
      <p class="hint">{say("nothingDone")}</p>
    </>
  );
  const title = version === null ? say("preview") : say("previewOfVersion", version);
  return show(frame, title, body, notice === undefined ? 200 : 409);
}

/** The faults and doubts, and the field for the corrected file. For a table, also the workbook that explains them. */
function renderFaults(reading: FileReading, doubtful: readonly string[], before: number, href: string): VNode {
  const { listed, count } = listFileFaults(reading.faults);
  const isTable = reading.start.length > 0;
  const doubts = doubtful.length;
  const own = doubts > 0 ? publishingTexts.lookWrong(doubts) : say("otherFile");
  const columns: TableColumn<Fault>[] = [
    [say("cell"), (fault) => nameCell(fault, reading)],
    [say("value"), ({ message }) => "value" in message && <bdi>{message.value}</bdi>],
    [say("advice"), ({ message }) => <bdi>{renderMessage(message)}</bdi>],
  ];
  return (
    <Part id="faults" title={count > 0 ? say("faults", count, before) : own}>
      {!isTable && count > 0 && <List items={listed.map(renderFault)} />}
      {isTable && count + doubts > 0 && <p>{say("faultsLead")}</p>}
      {isTable && count + doubts + reading.warnings.length > 0 && <NextLink href={href}>{say("explained")}</NextLink>}
      <UploadForm />
      {doubts > 0 && <List items={doubtful.slice(0, listedMax)} />}
      {isTable && count > 0 && <DataTable columns={columns} rows={listed} />}
      {count > listed.length && <p class="hint">{publishingTexts.more(count - listed.length)}</p>}
    </Part>
  );
}

/** The changes, the sentences to tick, a field for a note, and the publish button. */
function Outlook({ action, reviewed, review }: { action: string; reviewed: ReviewedProposal; review: Review }): VNode {
  const { changes, sample, returned, erased, newcomers } = review;
  const { added, changed, unchanged } = changes.counts;
  return (
    <>
      <Part id="changes" title={say("changes")}>
        {sample !== null && <p>{publishingTexts.replacesSample(sample.count)}</p>}
        <Changes changes={changes} returned={returned} reading={reviewed.reading} />
        {newcomers.length > 0 && <p>{publishingTexts.couldBeErased(erased)}</p>}
        {newcomers.length > 0 && <List items={newcomers.slice(0, listedMax).map(showTeacher)} />}
      </Part>
      <Part id="publish" title={say("publishHeading")}>
        <Form action={action} class="stack">
          <input type="hidden" name="preview" value={reviewed.id} />
          {reviewed.doubts.length > 0 && (
            <Question title={say("tick")} class="alarm">
              {reviewed.doubts.map(([doubt, text]) => (
                <Tick key={doubt} name="sure" value={doubt} text={text} required />
              ))}
            </Question>
          )}
          <Field name="message" text={say("why")} maxLength={messageLengthMax} />
          <Button>{say("publish", added + changed + unchanged)}</Button>
        </Form>
      </Part>
    </>
  );
}

/** Publishes the previewed content. A second request publishes nothing. */
export async function publish(request: OfficeRequest): Promise<Response> {
  const { options, session, form } = request;
  const waiting = findWaiting(request);
  const note = { message: textOf(form, "message").trim(), publishedBy: session.user };
  if (!isMessage(note.message)) return showPreview(request, "badNote");
  const confirmed = { id: textOf(form, "preview"), doubts: fieldsOf(form, "sure") };
  const result = await withOfficeStore(options, (store) =>
    publishProposal(store, waiting, options.limits, confirmed, note),
  );
  if (typeof result === "string") return showPreview(request, result);
  const { version, count } = result.publication!;
  if (result.published) options.log("office.published", { user: session.user, version, teachers: count });
  return redirectTo(`/?published=${version}`);
}
