/** What waits in a session as a plan: compared with what is published, and applied once it is confirmed. */
import { findNamesakes, keepNamesakes, renderNamesakes } from "../domain/changes/namesakes.ts";
import type { Publication } from "../domain/publication.ts";
import { hasId } from "../domain/roster.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { apply, codeOfPlan, findErased, readCurrent } from "../publish/apply.ts";
import type { PlannedFile } from "../publish/change.ts";
import type { Danger } from "../publish/dangers.ts";
import { type Plan, plan } from "../publish/plan.ts";
import { renderAnswers } from "../publishing/answers.ts";
import { type FileReading, parseReading } from "../publishing/reading/reading.ts";
import type { Upload } from "../publishing/upload.ts";
import { createFileTeachers, type Place } from "../read/teachers.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { Waiting } from "./entry/sessions.ts";

export interface Planned {
  readonly plan: Plan;
  /** What the officer confirms: this content onto this version, with these dangers. */
  readonly code: string;
  /** The erased ids in the file, with the row of each. Nothing can be published then. */
  readonly erased: readonly (readonly [id: number, place: Place | null])[];
  /** Whether new ids may belong to somebody who was erased; the names of erased people are not kept. */
  readonly asksNewcomers: boolean;
  /** The version that has this content already, or null. */
  readonly same: number | null;
}

/** Null if the file has errors. */
export async function planWaiting(
  store: Store,
  waiting: Waiting,
  reading: FileReading | null,
): Promise<Planned | null> {
  if (reading !== null && reading.faults.count > 0) return null;
  const newest = await store.findCurrent();
  const current = await readCurrent(store);
  const file = reading === null ? await fileOfVersion(store, waiting.version!) : fileOf(reading);
  const planned = plan(current, file);
  // A return to a version is wanted as a whole.
  const own = reading === null ? { ...planned, dangers: [] } : planned;
  const places = new Map(own.changes.map(({ id, place }) => [id, place]));
  const erased = (await findErased(store, own)).map((id) => [id, places.get(id) ?? null] as const);
  const asksNewcomers = own.ids.given.length > 0 && (await store.listErased()).length > 0;
  const isSame = own.changes.length === 0 && !current.isFirst && reading !== null;
  return { plan: own, code: codeOfPlan(own, []), erased, asksNewcomers, same: isSame ? newest!.version : null };
}

/** The value of the tick of a danger. */
export const tickOf = ({ code, field }: Danger): string => (field === null ? code : `${code}-${field}`);
export const newcomersTick = "newcomers";

interface Confirmed {
  readonly code: string;
  readonly ticks: readonly string[];
}

/** Publishes a plan once all its dangers are confirmed. A second request for the same content publishes nothing. */
export async function publishWaiting(
  store: Store,
  waiting: Waiting,
  { code, ticks }: Confirmed,
  note: { readonly message: string; readonly publishedBy: string },
): Promise<Publication | "publishedMeanwhile" | "notTicked" | number> {
  const { upload, version } = waiting;
  const reading = upload && parseReading(upload.reading);
  const planned = await planWaiting(store, waiting, reading);
  if (planned === null) return "publishedMeanwhile";
  if (planned.same !== null) return planned.same;
  if (planned.code !== code || planned.erased.length > 0) return "publishedMeanwhile";
  const needed = [...planned.plan.dangers.map(tickOf), ...(planned.asksNewcomers ? [newcomersTick] : [])];
  if (!needed.every((tick) => ticks.includes(tick))) return "notTicked";
  const source = upload
    ? ({ kind: "file", name: upload.fileName } as const)
    : ({ kind: "rollback", version: version! } as const);
  const kept = { source, ...note, ...(await keptWith(store, planned.plan, upload, reading)) };
  return (await apply(store, planned.plan, kept)) ?? "publishedMeanwhile";
}

/** The answers and namesakes that are stored with the version. */
async function keptWith(store: Store, { roster }: Plan, upload: Upload | null, reading: FileReading | null) {
  const [newest] = await store.listPublications();
  const isFirst = newest === undefined || newest.source.kind === "sample";
  const answers = upload ? renderAnswers(upload.answers) : isFirst ? "" : newest.answers;
  if (upload?.acceptsNamesakes && reading !== null) {
    return { answers, namesakes: renderNamesakes(findNamesakes(roster, new Set(reading.namesakes))) };
  }
  return { answers, namesakes: keepNamesakes(isFirst ? "[]" : newest.namesakes, (id) => hasId(roster.ids, id)) };
}

async function fileOfVersion(store: Store, version: number): Promise<PlannedFile> {
  const entry = await store.findVersion(version);
  if (entry === null) throw new Error(`Version ${version} has been deleted`);
  const roster = await readVersion(store, entry);
  const rows = { ids: roster.ids, lines: new Uint32Array(roster.count), columns: roster.columns };
  const sections = [{ from: 0, sheet: null, at: noColumns }];
  return { teachers: { count: roster.count, rows, hidden: new Set(), sections }, issues: [] };
}

const noColumns = { id: -1, last_name: -1, first_name: -1, middle_name: -1, degree: -1, name: -1, share: -1 };

function fileOf({ teachers, warnings }: FileReading): PlannedFile {
  const builder = createFileTeachers();
  let current: string | null | undefined;
  for (const [id, where, ...texts] of teachers) {
    const { sheet, line } = parsePlace(where);
    if (sheet !== current) builder.begin(sheet, noColumns);
    current = sheet;
    const named = Object.fromEntries(textFieldNames.map((field, i) => [field, texts[i]!])) as Record<
      TextFieldName,
      string
    >;
    builder.add({ id: Number.isSafeInteger(id) ? id : 0, texts: named, line, isHidden: false, share: 0 });
  }
  const issues = warnings.flatMap(([code, { listed }]) =>
    generalCodes.includes(code)
      ? []
      : listed.map(({ line, record, sheet }) => warningAt(line ?? record, sheet ?? null)),
  );
  return { teachers: builder.all(), issues };
}

/** These warnings are about the file as a whole. */
const generalCodes: readonly string[] = ["emptyDegree", "emptyLastName"];

const warningAt = (line: number | null, sheet: string | null) =>
  ({ severity: "warning", code: "remark", sheet, line, column: null, value: "", related: null, data: {} }) as const;

/** `12`, or `Фізичний, 12`. */
function parsePlace(place: string): Place {
  const comma = place.lastIndexOf(",");
  return { sheet: comma === -1 ? null : place.slice(0, comma), line: Number(place.slice(comma + 1)) };
}
