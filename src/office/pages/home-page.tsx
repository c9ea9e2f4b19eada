/** The first page: what is published, a field for a new list, the newest versions, and downloads. */
import type { HistoryEntry } from "../../domain/publication.ts";
import { formatTime } from "../../publishing/texts/publishing-texts.ts";
import type { OfficeSession } from "../entry/sessions.ts";
import { officeTexts as texts } from "../texts.ts";
import type { Waiting } from "../upload/waiting-list.ts";
import { HistoryTable } from "./history-pages.tsx";
import type { Page } from "./layout.tsx";
import { Button, Form, List, PagePart } from "./parts.tsx";

interface HomeProps {
  readonly session: OfficeSession;
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** What waits to be published in this session. */
  readonly waiting: Waiting | null;
  readonly directoryUrl: string | null;
}

const shownVersions = 5;
const accepted = ".xlsx,.ods,.csv,.txt,.json,.ndjson,.gz";

export function homePage({ session, entries, waiting, directoryUrl }: HomeProps): Page {
  const [current] = entries;
  const link = (href: string, text: string) => <a href={href}>{text}</a>;
  const empty = link("/download/empty.xlsx", texts.emptyList());
  const body = (
    <>
      {current !== undefined && (
        <p class="hint">
          {texts.publishedOf(current.version, formatTime(current.publishedAt), current.publishedBy)}{" "}
          {directoryUrl !== null && link(directoryUrl, texts.publicPage())}
        </p>
      )}
      {waiting !== null && waiting.published === null && (
        <p class="note">
          {texts.waiting(waiting.kind === "upload" ? waiting.fileName : texts.previewOfVersion(waiting.version))}{" "}
          {link(`/preview/${waiting.id}`, texts.toPreview())}
        </p>
      )}
      <PagePart id="new" title={texts.newList()}>
        <Form session={session} action="/upload" isUpload class="drop">
          <label for="file">{texts.chooseFile()}</label>
          <input id="file" type="file" name="file" required accept={accepted} aria-describedby="file-hint" />
          <Button text={texts.check()} />
          <p id="file-hint" class="hint">
            {texts.fileHint()}
          </p>
        </Form>
      </PagePart>
      {current === undefined && <p>{empty}</p>}
      {current !== undefined && (
        <>
          <PagePart id="downloads" title={texts.downloads()} class="downloads">
            <List items={[link("/download/teachers.xlsx", texts.currentList()), empty]} />
          </PagePart>
          <PagePart id="history" title={texts.history()}>
            <HistoryTable session={session} entries={entries.slice(0, shownVersions)} />
            {entries.length > shownVersions && <p>{link("/history", texts.allVersions())}</p>}
          </PagePart>
        </>
      )}
    </>
  );
  return { title: current === undefined ? texts.nothingPublished() : texts.teachers(current.count), body };
}
