/** The store: publications and their teachers in SQL, the durable data that servers follow. */
import type { Publication } from "../domain/publication.ts";
import { type Roster, textAtPosition } from "../domain/roster.ts";
import { storedFieldNames, textFieldNames } from "../domain/teacher.ts";
import { openDatabase } from "./database.ts";
import type { Database, OpenOptions, Queries } from "./engine.ts";
import { migrate } from "./migrations.ts";
import { type ChangeCounts, type Plan, planPublication } from "./plan.ts";
import { publicationColumns, readerOf, type StoreReader } from "./reader.ts";

/** The result of an import or a dry run. `publication` is null for a dry run, and the current one if nothing changed. */
export interface PublishResult extends ChangeCounts {
  readonly publication: Publication | null;
  readonly published: boolean;
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
  const plan = await planPublication(roster, reader.readTeachers(current?.version ?? 0));
  if (dryRun) return { publication: null, published: false, ...plan.counts };
  const { added, changed, removed } = plan.counts;
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
  await insertTeachers(queries, roster, plan, publication.version, onWritten);
  const fields = Object.keys(publicationColumns) as (keyof Publication)[];
  await queries.query(
    insertStatement("publication", Object.values(publicationColumns), 1),
    fields.map((field) => publication[field]),
  );
  return { publication, published: true, ...plan.counts };
}

async function markDeleted(queries: Queries, ids: readonly number[], lastVersion: number): Promise<void> {
  for (let from = 0; from < ids.length; from += writeRows) {
    const some = ids.slice(from, from + writeRows);
    await queries.query(
      `update teacher set last_version = $1 where last_version is null and id in ${placeholders(2, some.length)}`,
      [lastVersion, ...some],
    );
  }
}

async function insertTeachers(
  queries: Queries,
  roster: Roster,
  plan: Plan,
  version: number,
  onWritten: PublishOptions["onWritten"],
): Promise<void> {
  const columns = ["first_version", ...storedFieldNames];
  const total = plan.counts.added + plan.counts.changed;
  // Made once, because the text of a statement of 2,000 rows takes long to make.
  const fullStatement = insertStatement("teacher", columns, writeRows);
  let values: unknown[] = [];
  let written = 0;
  for (let position = 0; position < roster.count; position++) {
    if (!plan.isWritten(position)) continue;
    values.push(version, roster.ids[position]!);
    for (const name of textFieldNames) values.push(textAtPosition(roster, name, position));
    written++;
    const rows = values.length / columns.length;
    if (rows < writeRows && written < total) continue;
    await queries.query(rows === writeRows ? fullStatement : insertStatement("teacher", columns, rows), values);
    values = [];
    onWritten?.(written, total);
  }
}

function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => placeholders(row * columns.length + 1, columns.length));
  return `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`;
}

/** `($7, $8, …)` for so many values from a number. */
function placeholders(first: number, count: number): string {
  return `(${Array.from({ length: count }, (_, i) => `$${first + i}`).join(", ")})`;
}
