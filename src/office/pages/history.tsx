/** The history: its versions, the changes between two of them, and the return to one. */
import type { VNode } from "preact";
import type { HistoryEntry } from "../../domain/publication.ts";
import { compareVersions } from "../../publish/compare-versions.ts";
import { describeSource, formatTime, versionTexts } from "../../publish/version-texts.ts";
import { formatNumber } from "../../read/language.ts";
import { OfficeError, type OfficeRequest, withOfficeStore } from "../request.ts";
import { nameUser, say } from "../texts.ts";
import { Changes } from "./changes.tsx";
import { Button, Field, Form, Question, Summary } from "./form.tsx";
import { show } from "./layout.tsx";
import { DataTable, NextLink, Part, type TableColumn } from "./parts.tsx";

const listedMax = 200;

export async function showVersions({ options, frame }: OfficeRequest): Promise<Response> {
  const entries = await withOfficeStore(options, (store) => store.listPublications());
  const [newest, before] = entries;
  const body = (
    <>
      {newest === undefined ? say("nothingPublished") : <HistoryTable entries={entries.slice(0, listedMax)} />}
      {before !== undefined && (
        <form action="/changes">
          <Question title={say("compare")} class="pair">
            <Field name="from" text={say("from")} type="number" value={before.version} required />
            <Field name="to" text={say("to")} type="number" value={newest!.version} required />
            <Button>{say("show")}</Button>
          </Question>
        </form>
      )}
    </>
  );
  return show(frame, say("history"), body);
}

const hrefOf = ({ version }: HistoryEntry) => `/changes?from=${version - 1}&to=${version}`;
const reasonOf = ({ message, source }: HistoryEntry) => [message, describeSource(source)].filter(Boolean).join(" · ");

/** The versions, newest first, each with a button to return to it. */
export function HistoryTable({ entries }: { readonly entries: readonly HistoryEntry[] }): VNode {
  const columns: TableColumn<HistoryEntry>[] = [
    [say("version"), ({ version }) => version],
    [say("when"), ({ publishedAt }) => formatTime(publishedAt)],
    [say("who"), ({ publishedBy }) => <bdi>{nameUser(publishedBy)}</bdi>],
    [say("count"), ({ count }) => formatNumber(count)],
    [say("changes"), (entry) => <a href={hrefOf(entry)}>{versionTexts.signedCounts(entry)}</a>],
    [say("reason"), (entry) => <bdi>{reasonOf(entry)}</bdi>],
    [say("return"), (entry) => entry !== entries[0] && <Return {...entry} text={say("return")} />],
  ];
  return <DataTable columns={columns} rows={entries} />;
}

/** The button that prepares a return to a version. */
export function Return({ version, text }: { readonly version: number; readonly text: string }): VNode {
  return (
    <Form action="/return">
      <Button class="quiet" name="version" value={version} aria-label={`${text}: ${version}`}>
        {text}
      </Button>
    </Form>
  );
}

/** More changes of a kind are not listed. */
const changesMax = 1000;

/** Shows the changes between two versions. Version 0 is the empty directory before the first publication. */
export async function showChanges({ options, query, frame }: OfficeRequest): Promise<Response> {
  const parse = (name: string): number => (/^\d{1,9}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : -1);
  const [from, to] = [parse("from"), parse("to")];
  const changes = await withOfficeStore(options, async (store) => {
    const [before, after] = [await store.findVersion(from), await store.findVersion(to)];
    if (after === null || (before === null && from !== 0)) throw new OfficeError("noVersion", 404);
    return compareVersions(store, before, after);
  });
  const body = (
    <>
      <Summary>{say("summary", changes.counts)}</Summary>
      <Part id="changes" title={say("changes")}>
        <Changes
          changes={(["removed", "changed", "added"] as const).flatMap((kind) =>
            Iterator.from(changes.list(kind)).take(changesMax).toArray(),
          )}
        />
      </Part>
      <NextLink href="/history">{say("history")}</NextLink>
    </>
  );
  return show(frame, say("between", from, to), body);
}
