/** The preview: what was found in a file, what is to be answered, what would change, and the button that publishes it. */
import type { VNode } from "preact";
import { messageLengthMax } from "../../domain/publication.ts";
import { showTeacher } from "../../publishing/preview.ts";
import type { Outcome } from "../../publishing/publish-reviewed.ts";
import {
  describeSource,
  formatTime,
  publishingTexts,
  renderBreaches,
} from "../../publishing/texts/publishing-texts.ts";
import type { OfficeSession } from "../entry/sessions.ts";
import { officeTexts as texts } from "../texts.ts";
import type { UploadReading } from "../upload/reading.ts";
import type { Reviewed } from "../upload/review.ts";
import type { SeenPreview, Waiting } from "../upload/waiting-list.ts";
import { Changes } from "./changes.tsx";
import { Faults, Remarks } from "./faults.tsx";
import type { Page } from "./layout.tsx";
import { Alarm, Button, Field, Form, Hidden, List, PagePart, Question, Summary, Tick } from "./parts.tsx";
import { Questions } from "./questions.tsx";

/** Why the preview is shown again. */
export type Notice = "publishedMeanwhile" | "notTicked" | "badNote";

interface PreviewProps {
  readonly session: OfficeSession;
  readonly waiting: Waiting;
  readonly reviewed: Reviewed;
  readonly notice: Notice | null;
}

export function previewPage({ session, waiting, reviewed, notice }: PreviewProps): Page {
  const { reading, outcome, erasedIds } = reviewed;
  const { preview } = waiting;
  const body = (
    <>
      {waiting.kind === "upload" && (
        <p class="hint">
          <bdi>{waiting.fileName}</bdi>
        </p>
      )}
      {notice !== null && <Alarm>{texts[notice]()}</Alarm>}
      {outcome !== null && <Summary text={summarize(outcome)} />}
      {reading !== null && <Faults reading={reading} workbookHref={`/preview/${waiting.id}/corrections.xlsx`} />}
      {erasedIds.length > 0 && (
        <Alarm>
          {erasedIds.map((id) => (
            <p key={id}>{texts.erasedId(id, reading?.locateId(id) ?? null)}</p>
          ))}
        </Alarm>
      )}
      {waiting.kind === "upload" && reading !== null && <Questions {...{ session, upload: waiting, reading }} />}
      {outcome?.review && <Outlook {...{ waiting, reading, review: outcome.review }} />}
      {outcome?.review && preview && <PublishForm {...{ session, waiting, outcome, preview }} />}
      {reading !== null && <Remarks reading={reading} />}
      <Form session={session} action={`/preview/${waiting.id}/drop`} class="inline">
        <Button text={texts.drop()} class="quiet" />
        <span class="hint">{texts.nothingDone()}</span>
      </Form>
    </>
  );
  return { title: waiting.kind === "upload" ? texts.preview() : texts.previewOfVersion(waiting.version), body };
}

function summarize({ result, review }: Outcome): string {
  const version = review === null ? result?.publication?.version : undefined;
  return version === undefined ? texts.summary(result!) : texts.same(version);
}

interface OutlookProps {
  readonly waiting: Waiting;
  readonly reading: UploadReading | null;
  readonly review: NonNullable<Outcome["review"]>;
}

/** The most people with a new id who are listed, to look for those who were erased. */
const newcomersMax = 100;

/** What would change. */
function Outlook({ waiting, reading, review }: OutlookProps): VNode {
  const { changes, sample, returned, erased, newcomers } = review;
  return (
    <PagePart id="changes" title={texts.changes()}>
      {sample !== null && <p>{publishingTexts.replacesSample(sample.count)}</p>}
      <Changes changes={changes} returned={returned} locate={reading?.locate} />
      <p>
        <a href={`/preview/${waiting.id}/changes.csv`}>{texts.allChanges()}</a>
      </p>
      {erased > 0 && newcomers.length > 0 && <p>{publishingTexts.couldBeErased(erased)}</p>}
      {erased > 0 && <List items={newcomers.slice(0, newcomersMax).map(showTeacher)} />}
    </PagePart>
  );
}

interface PublishFormProps {
  readonly session: OfficeSession;
  readonly waiting: Waiting;
  readonly outcome: Outcome;
  readonly preview: SeenPreview;
}

/** The sentences to tick, a note, and the button that says what it does. */
function PublishForm({ session, waiting, outcome, preview }: PublishFormProps): VNode {
  const { changes, earlier } = outcome.review!;
  const { added, changed, unchanged } = changes.counts;
  const earlierText =
    earlier &&
    publishingTexts.isEarlier(earlier.version, formatTime(earlier.publishedAt), describeSource(earlier.source));
  return (
    <PagePart id="publish" title={texts.publishHeading()}>
      <Form session={session} action={`/preview/${waiting.id}/publish`} class="stack">
        <Hidden name="preview" value={preview.id} />
        {preview.doubts.length > 0 && (
          <Question title={texts.tick()} class="alarm">
            {outcome.breaches.map((breach) => (
              <Tick key={breach.kind} name="sure" value={breach.kind} text={renderBreaches([breach])} required />
            ))}
            {earlierText !== null && <Tick name="sure" value="earlier" text={earlierText} required />}
          </Question>
        )}
        <Field name="message" text={texts.why()} maxLength={messageLengthMax} />
        <Button text={texts.publish(added + changed + unchanged)} />
      </Form>
    </PagePart>
  );
}
