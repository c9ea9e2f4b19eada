/** The preview: the numbers, what is dangerous, the open questions, the errors, the changes, and the button that publishes. */
import type { VNode } from "preact";
import { formatNumber } from "../../domain/lang.ts";
import { isMessage, messageLengthMax, type Version } from "../../domain/version.ts";
import { apply, codeOfPlan } from "../../publish/apply.ts";
import { listEverybody } from "../../publish/compare.ts";
import type { Danger } from "../../publish/dangers.ts";
import type { Plan } from "../../publish/plan.ts";
import { describeDanger, describeErased, stateDanger } from "../../publish/texts.ts";
import { describeSource, formatKyivTime, versionTexts } from "../../publish/version-texts.ts";
import { type Issue, isOpenQuestion, renderIssue } from "../../read/issue.ts";
import { renderPlace } from "../../read/places.ts";
import { type ReadFile, renderAnswers } from "../../read/read.ts";
import type { Store } from "../../store/store.ts";
import { planPreview, type Upload } from "../previews.ts";
import type { OfficeRequest } from "../request.ts";
import { nameUser, say, sentenceOf } from "../texts.ts";
import { saveAnswers } from "../upload.ts";
import { ChangeRows, Changes, rowsMax } from "./changes.tsx";
import { redirectTo, show } from "./layout.tsx";
import { Checkbox, DataTable, Field, Form, List, Marked, Part, reviewForm, UploadForm } from "./parts.tsx";
import { Questions, ReadColumns } from "./questions.tsx";

/** At most this many errors or remarks are shown; the copy of the file has all errors. */
const issuesMax = 200;

/** `refusal` is the reason to show the preview again. */
export async function showPreview(request: OfficeRequest, refusal?: string): Promise<Response> {
  const preview = request.previews.find(request);
  const { upload, source } = preview;
  const plan = await planPreview(request, preview);
  const isRemade = plan !== null && plan.same === null && plan.baseId !== preview.baseId;
  const newest = isRemade ? await request.store.findCurrent() : null;
  const isOpen = upload?.reading.issues.some(isOpenQuestion);
  const answered = request.query.has("saved") && say(isOpen ? "answersMissing" : "answersSaved");
  const errors = upload?.reading.issues.filter(({ severity }) => severity === "error") ?? [];
  const body = (
    <>
      {source.kind === "file" && <p class="hint" dir="auto" children={source.name} />}
      {refusal && <p class="alarm" role="alert" children={refusal} />}
      {newest && <p class="alarm" role="alert" children={sayNewest(newest)} />}
      {answered && <p class={isOpen ? "alarm" : "summary"} role="status" children={answered} />}
      <div class="first">
        {plan && <Tiles plan={plan} />}
        {(plan?.same ?? null) === null && (
          <p class="calm">
            <b>{say("nothingDone")}</b>
          </p>
        )}
      </div>
      <Form id={reviewForm}>
        {/* Enter presses the first button of a form, which otherwise would be the one that saves the answers. */}
        {plan && canPublish(plan) && <button type="submit" class="hide" tabIndex={-1} aria-hidden="true" />}
      </Form>
      {plan && <Dangers plan={plan} day={await findDay(request.store, plan)} />}
      {upload && <Questions upload={upload} />}
      {errors.length > 0 && <Errors errors={errors} headers={upload!.reading.headers} />}
      {plan && <OtherChanges plan={plan} />}
      {upload && <Remarks upload={upload} />}
      {plan && canPublish(plan) && <Publish plan={plan} note={request.form.get("message") ?? preview.note} />}
      {upload === null && <a href="/history" children={say("history")} />}
      {upload !== null && errors.length === 0 && <a href="/" children={say("chooseAnother")} />}
    </>
  );
  const title = source.kind === "file" ? say("preview") : sentenceOf(describeSource(source));
  return show(request, title, body, refusal === undefined ? 200 : 409);
}

/** Who has published meanwhile, and how many: whom a colleague has added, this file may remove. */
const sayNewest = (newest: Version): string =>
  say("publishedMeanwhile", nameUser(newest.publishedBy), newest.number, versionTexts.changeCounts(newest));

/** The numbers. One that is part of a danger is filled. */
function Tiles({ plan: { changes, dangers, counts } }: { readonly plan: Plan }): VNode {
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]));
  const loud = (kind: string): string => {
    const own = dangers.filter(({ ids }) => ids.some((id) => kinds.get(id) === kind));
    return own.length === 0 ? "" : own.some(isRed) ? " loud red" : " loud amber";
  };
  return (
    <>
      <p class="hide" role="status" children={versionTexts.counts(counts)} />
      <div class="tiles" aria-hidden="true">
        {(["added", "removed", "changed", "unchanged"] as const).map((kind) => (
          <div key={kind} class={kind + loud(kind)}>
            <span>{kind === "unchanged" ? say(kind) : versionTexts[kind]()}</span>
            <b>{formatNumber(counts[kind])}</b>
          </div>
        ))}
      </div>
    </>
  );
}

const isRed = ({ severity }: Danger): boolean => severity === "red";
/** The value of the tick of a danger. */
const tickOf = ({ code, field }: Danger): string => (field === null ? code : `${code}-${field}`);

const titleOf = (danger: Danger, day = ""): string => sentenceOf(describeDanger(danger, day));

/** The day of the earlier version that a plan leads back to; empty if there is none. */
async function findDay(store: Store, { dangers }: Plan): Promise<string> {
  const number = dangers.find(({ version }) => version !== null)?.version ?? null;
  const version = number === null ? null : await store.findVersion(number);
  return version === null ? "" : formatKyivTime(version.publishedAt).slice(0, "22.11.2026".length);
}

/** Each danger with its rows. Red ones, which come first, lead to another file; an amber one has its statement to tick. */
function Dangers({ plan, day }: { readonly plan: Plan; readonly day: string }): VNode {
  const { same, erased, dangers, changes } = plan;
  const sorted = dangers.toSorted((a, b) => Number(isRed(b)) - Number(isRed(a)));
  const isAlarming = erased.length > 0 || dangers.some(isRed);
  const wayOut = [<Marked key="marked" />, <UploadForm key="upload" />];
  return (
    <>
      {same !== null && <p class="summary" role="status" children={say("same", same)} />}
      {erased.length > 0 && (
        <section class="box red">
          <h2>{describeErased(erased)}</h2>
          {wayOut}
        </section>
      )}
      {sorted.map((danger, i) => {
        const ids = new Set(danger.ids);
        const own = changes.filter(({ id }) => ids.has(id));
        return (
          <section class={`box ${danger.severity}`} key={tickOf(danger)}>
            <h2>{titleOf(danger, day)}</h2>
            {isRed(danger) && i === 0 && erased.length === 0 && wayOut}
            {danger.code === "concerns" && !isAlarming && <Marked />}
            {own.length > 0 && <ChangeRows title={titleOf(danger)} changes={own} />}
            {!isRed(danger) && <Checkbox name="sure" value={tickOf(danger)} text={stateDanger(danger)} required />}
          </section>
        );
      })}
    </>
  );
}

/** The changes that are in no danger. Of a first list, everybody is new. */
function OtherChanges({ plan }: { readonly plan: Plan }): VNode | null {
  const { roster, dangers, changes, counts } = plan;
  const isFirst = counts.added === roster.count && counts.removed === 0;
  const shown = new Set(dangers.flatMap(({ ids }) => ids));
  const [all, count] = isFirst ? [listEverybody(roster), roster.count] : [changes.values(), changes.length];
  const others = all.filter(({ id }) => !shown.has(id)).take(isFirst ? rowsMax : count);
  return shown.size === count ? null : <Changes changes={others.toArray()} count={count - shown.size} />;
}

/** The errors by cell, the copy of the file that explains them, and the field for the corrected file. */
function Errors({ errors, headers }: Pick<ReadFile, "headers"> & { errors: Issue[] }): VNode {
  const sheets = headers.map(({ sheet }) => sheet);
  const rows = errors
    .toSorted((a, b) => sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || (a.line ?? 0) - (b.line ?? 0))
    .slice(0, issuesMax)
    .map((issue) => [renderPlace(issue, []), issue.value, sentenceOf(renderIssue(issue))])
    .map((cells) => cells.map((cell, i) => <bdi key={i}>{cell}</bdi>));
  // A file that is no table, or has no teachers, has no cell to correct.
  const haveCells = errors.some(({ line, column }) => line !== null || column !== null);
  return (
    <Part id="errors" title={say("errors", errors.length)}>
      {haveCells ? <p>{say("errorsLead")}</p> : <List items={rows.map(([, , advice]) => advice)} />}
      {haveCells && <Marked />}
      <UploadForm />
      {haveCells && <DataTable head={[say("cell"), say("value"), say("advice")]} rows={rows} />}
      {errors.length > issuesMax && <p class="hint">{versionTexts.more(errors.length - issuesMax)}</p>}
    </Part>
  );
}

/** How the file was read: its columns, the rows that were skipped, and what was repaired. */
function Remarks({ upload }: { readonly upload: Upload }): VNode {
  const { headers, issues, counts } = upload.reading;
  const remarks = issues.filter(
    ({ severity, code }) =>
      code === "missingIds" || severity === "note" || (severity === "warning" && code !== "notAPerson"),
  );
  const lines = remarks
    .slice(0, issuesMax)
    .map((issue) => [renderPlace(issue, headers), issue.value, renderIssue(issue)].filter(Boolean).join(": "));
  // Without a column, the whole row was skipped.
  const others = issues.filter(({ code, column }) => code === "notAPerson" && column === null);
  const skipped = (counts.get("skipped") ?? 0) + others.length;
  const more = remarks.length > lines.length ? [versionTexts.more(remarks.length - lines.length)] : [];
  return (
    <details class="remarks">
      <summary>
        {say("howRead")}
        {skipped > 0 && say("skipped", skipped)}
      </summary>
      <ReadColumns upload={upload} />
      <List items={[...lines, ...more]} />
    </details>
  );
}

const canPublish = ({ same, erased }: Plan): boolean => same === null && erased.length === 0;

/** A tick for each red danger, the note, and the button, which is grey if there are red dangers. */
function Publish({ plan, note }: { readonly plan: Plan; readonly note: string }): VNode {
  const red = plan.dangers.filter(isRed);
  return (
    <Part id="publish" title={say("publishHeading")} class="stack">
      <input type="hidden" name="preview" value={codeOfPlan(plan, [])} form={reviewForm} />
      {red.map((danger) => {
        const text = say("publishAnyway", titleOf(danger).split(". ")[0]!);
        return <Checkbox key={tickOf(danger)} name="sure" value={tickOf(danger)} text={text} required />;
      })}
      <Field name="message" text={say("why")} value={note} maxLength={messageLengthMax} form={reviewForm} />
      <button type="submit" form={reviewForm} class={red.length > 0 ? "quiet grey" : undefined}>
        {say("publish", plan.roster.count)}
      </button>
    </Part>
  );
}

/** Saves answers, or publishes the previewed content once all its dangers are ticked. A second request publishes nothing. */
export async function submitPreview(request: OfficeRequest): Promise<Response> {
  const { options, previews, session, store, form, path } = request;
  // She may have answered without saving: what she publishes must be what she has seen.
  const preview = await saveAnswers(request, previews.find(request));
  if (form.has("save")) return redirectTo(`${path}?saved`);
  const message = form.get("message")?.trim() ?? "";
  if (!isMessage(message)) return showPreview(request, say("badNote"));
  const { upload, source } = preview;
  const plan = await planPreview(request, preview);
  if (plan === null) return showPreview(request, say("reviewAgain"));
  if (plan.same !== null) return redirectTo(`/?published=${plan.same}`);
  // The officer has seen this content, onto this version, with these dangers.
  const isSeen = codeOfPlan(plan, []) === form.get("preview") && plan.erased.length === 0;
  if (!isSeen) return showPreview(request, say("reviewAgain"));
  const ticks = form.getAll("sure");
  if (!plan.dangers.every((danger) => ticks.includes(tickOf(danger)))) return showPreview(request, say("notTicked"));
  const before = (await store.findCurrent())?.answers ?? "";
  const answers = upload === null ? before : renderAnswers(upload.reading, before);
  const kept = { source, answers, message, publishedBy: session.user };
  const published = await apply(store, plan, kept, session.ended.signal);
  if (published === null) return showPreview(request, say("reviewAgain"));
  previews.drop(session, preview);
  const { number, count } = published;
  options.log("office.published", { user: session.user, version: number, teachers: count });
  return redirectTo(`/?published=${number}`);
}
