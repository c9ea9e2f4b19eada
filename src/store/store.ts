/** The store: publications and their teachers in SQL, the durable data that servers follow. */

import type { Publication } from "../domain/publication.ts";
import { type Roster, textAtPosition } from "../domain/roster.ts";
import { storedFieldNames, textFieldNames } from "../domain/teacher.ts";
import { openDatabase } from "./database.ts";
import type { Database, OpenOptions, Queries } from "./engine.ts";
import { migrate } from "./migrations.ts";
import { createPlanner, type Plan } from "./plan.ts";
import { publicationColumns, readerOf, type StoreReader, teacherColumns } from "./reader.ts";

/** The result of an import or a dry run. `publication` is null for a dry run, and the current one if nothing changed. */
export interface PublishResult {
  readonly publication: Publication | null;
  readonly published: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface PublishOptions {
  /** Where the content came from, such as a file name. */
  readonly source: string;
  /** Computes the result but writes nothing. */
  readonly dryRun: boolean;
  /** Called after every batch with the rows written so far and the total. */
  readonly onWritten?: (rows: number, total: number) => void;
}

export interface Store extends StoreReader {
  readonly database: Pick<Database, "name" | "url" | "pollMs" | "isFirstChoice" | "isStandby" | "listen">;
  /** Runs `work` with a reader on one consistent snapshot of the database. */
  read<Result>(work: (reader: StoreReader) => Promise<Result>): Promise<Result>;
  /** Publishes the roster as the new content, in one transaction. Unchanged content is not published again. */
  publish(roster: Roster, options: PublishOptions): Promise<PublishResult>;
  close(): Promise<void>;
}

/** Rows per statement. SQLite accepts at most 32,766 values, PostgreSQL 65,535. */
const writeRows = 2_000;

/** Opens the store and migrates its tables. */
export async function openStore(url: string, options: OpenOptions): Promise<Store> {
  const database = await openDatabase(url, options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...readerOf(database),
    database,
    read: (work) => database.read((queries) => work(readerOf(queries))),
    publish: (roster, publishOptions) =>
      database.write(async (queries) => {
        const result = await publish(queries, roster, publishOptions);
        if (result.published) await database.announce(queries);
        return result;
      }),
    close: () => database.close(),
  };
}

async function publish(queries: Queries, roster: Roster, options: PublishOptions): Promise<PublishResult> {
  const { source, dryRun, onWritten } = options;
  const reader = readerOf(queries);
  const current = await reader.findCurrent();
  if (current?.digest === roster.digest) {
    return { publication: current, published: false, added: 0, changed: 0, removed: 0, unchanged: roster.count };
  }
  const planner = createPlanner(roster);
  if (current !== null) for await (const batch of reader.readTeachers(current.version)) planner.see(batch);
  const plan = planner.finish();
  const { added, changed, removed, unchanged } = plan;
  if (dryRun) return { publication: null, published: false, added, changed, removed, unchanged };
  const publication: Publication = {
    version: (current?.version ?? 0) + 1,
    id: crypto.randomUUID(),
    publishedAt: new Date().toISOString(),
    source,
    count: roster.count,
    added,
    changed,
    removed,
    digest: roster.digest,
  };
  await markDeleted(queries, plan.deletedIds, publication.version - 1);
  await insertRows(queries, roster, plan, publication.version, onWritten);
  await queries.query(
    `insert into publication (${publicationColumns})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      publication.version,
      publication.id,
      publication.publishedAt,
      source,
      roster.count,
      added,
      changed,
      removed,
      roster.digest,
    ],
  );
  return { publication, published: true, added, changed, removed, unchanged };
}

async function markDeleted(queries: Queries, ids: readonly number[], lastVersion: number): Promise<void> {
  for (let from = 0; from < ids.length; from += writeRows) {
    const some = ids.slice(from, from + writeRows);
    const placeholders = some.map((_, i) => `$${i + 2}`).join(", ");
    await queries.query(`update teacher set last_version = $1 where last_version is null and id in (${placeholders})`, [
      lastVersion,
      ...some,
    ]);
  }
}

async function insertRows(
  queries: Queries,
  roster: Roster,
  plan: Plan,
  version: number,
  onWritten: PublishOptions["onWritten"],
): Promise<void> {
  const insert = (values: unknown[]): Promise<unknown> =>
    queries.query(
      `insert into teacher (first_version, ${teacherColumns}) values ${placeholdersFor(values.length / rowValues)}`,
      values,
    );
  let values: unknown[] = [];
  let written = 0;
  for (let position = 0; position < roster.count; position++) {
    if (!plan.isWritten(position)) continue;
    values.push(version, roster.ids[position]!);
    for (const name of textFieldNames) values.push(textAtPosition(roster, name, position));
    if (values.length === writeRows * rowValues) {
      await insert(values);
      values = [];
      written += writeRows;
      onWritten?.(written, plan.added + plan.changed);
    }
  }
  if (values.length > 0) await insert(values);
}

/** The number of values in an inserted row: its first version and the stored fields. */
const rowValues = 1 + storedFieldNames.length;

const fullPlaceholders = makePlaceholders(writeRows);

function placeholdersFor(rows: number): string {
  return rows === writeRows ? fullPlaceholders : makePlaceholders(rows);
}

/** `($1, $2, …), ($7, …)` for a number of rows. */
function makePlaceholders(rows: number): string {
  const row = (from: number): string =>
    `(${Array.from({ length: rowValues }, (_, i) => `$${from + i + 1}`).join(", ")})`;
  return Array.from({ length: rows }, (_, i) => row(i * rowValues)).join(", ");
}
