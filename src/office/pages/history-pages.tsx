/** The history, and what changed between two versions. */
import type { VNode } from "preact";
import type { RosterChanges } from "../../domain/changes/roster-changes.ts";
import type { HistoryEntry } from "../../domain/publication.ts";
import { formatCount } from "../../publishing/texts/language.ts";
import { describeSource, formatTime } from "../../publishing/texts/publishing-texts.ts";
import type { OfficeSession } from "../entry/sessions.ts";
import { officeTexts as texts } from "../texts.ts";
import { Changes } from "./changes.tsx";
import { NextLink, type Page } from "./layout.tsx";
import { Button, type Column, Form, Hidden, Question, Summary, Table } from "./parts.tsx";

interface HistoryProps {
  readonly session: OfficeSession;
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
}

/** The most versions that a page lists. */
const listedMax = 200;

export function historyPage({ session, entries }: HistoryProps): Page {
  const [newest, before] = entries;
  const number = (name: string, text: string, value: number): VNode => (
    <label>
      {text}
      <input name={name} type="number" min="1" max={newest!.version} value={value} required />
    </label>
  );
  const body = (
    <>
      {newest === undefined && <p>{texts.nothingPublished()}</p>}
      {newest !== undefined && <HistoryTable session={session} entries={entries.slice(0, listedMax)} />}
      {before !== undefined && (
        <form action="/changes">
          <Question title={texts.compare()} class="pair">
            {number("from", texts.from(), before.version)}
            {number("to", texts.to(), newest!.version)}
            <Button text={texts.show()} />
          </Question>
        </form>
      )}
    </>
  );
  return { title: texts.history(), body };
}

/** The versions: when, who, why, how many, and the way back to each. */
export function HistoryTable({ session, entries }: HistoryProps): VNode {
  const columns: Column<HistoryEntry>[] = [
    [texts.version(), ({ version }) => version],
    [texts.when(), ({ publishedAt }) => formatTime(publishedAt)],
    [texts.who(), ({ publishedBy }) => <bdi>{publishedBy}</bdi>],
    [texts.count(), ({ count }) => formatCount(count)],
    [texts.changes(), (entry) => <ChangesLink {...entry} />],
    [texts.reason(), (entry) => <Reason {...entry} />],
    [
      texts.return(),
      ({ version }) =>
        version !== entries[0]!.version && <Return session={session} version={version} text={texts.return()} />,
    ],
  ];
  return <Table columns={columns} rows={entries} />;
}

function ChangesLink({ version, added, removed, changed }: HistoryEntry): VNode {
  return (
    <a href={`/changes?from=${version - 1}&to=${version}`}>
      +{formatCount(added)} −{formatCount(removed)} ~{formatCount(changed)}
    </a>
  );
}

function Reason({ message, source }: HistoryEntry): VNode {
  return (
    <>
      <bdi>{message}</bdi> <small>{describeSource(source)}</small>
    </>
  );
}

/** The button that prepares a return to a version. */
export function Return({
  session,
  version,
  text,
}: {
  readonly session: OfficeSession;
  readonly version: number;
  readonly text: string;
}): VNode {
  return (
    <Form session={session} action="/return">
      <Hidden name="version" value={String(version)} />
      <Button text={text} class="quiet" label={`${text}: ${version}`} />
    </Form>
  );
}

interface ChangesPageProps {
  readonly from: number;
  readonly to: number;
  /** Null where one of the versions is no longer in the history. */
  readonly changes: RosterChanges | null;
}

export function changesPage({ from, to, changes }: ChangesPageProps): Page {
  const body = (
    <>
      {changes === null && <p>{texts.noVersion(from)}</p>}
      {changes !== null && <Summary text={texts.summary(changes.counts)} />}
      {changes !== null && <Changes changes={changes} />}
      <NextLink href="/history" text={texts.history()} />
    </>
  );
  return { title: texts.between(from, to), body };
}

interface PublishedProps {
  readonly session: OfficeSession;
  readonly entry: HistoryEntry;
  /** The version before; null if there is none. */
  readonly before: HistoryEntry | null;
  readonly directoryUrl: string | null;
}

/** The page after a publication: the version, and the way back. */
export function publishedPage({ session, entry, before, directoryUrl }: PublishedProps): Page {
  const body = (
    <>
      <Summary text={texts.summary({ ...entry, unchanged: entry.count - entry.added - entry.changed })} />
      <p>{texts.serversFollow()}</p>
      <NextLink href={directoryUrl ?? "/"} text={directoryUrl === null ? texts.back() : texts.publicPage()} />
      {before !== null && <Return session={session} version={before.version} text={texts.undo()} />}
    </>
  );
  return { title: texts.publishedVersion(entry.version), body };
}
