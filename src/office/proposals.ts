/** What waits in a session as a plan: compared with what is published, and applied once it is confirmed. */
import type { Publication } from "../domain/publication.ts";
import { apply, codeOfPlan, readCurrent } from "../publish/apply.ts";
import type { Current } from "../publish/change.ts";
import type { Danger } from "../publish/dangers.ts";
import { type Plan, plan, planReturn } from "../publish/plan.ts";
import { isOpenQuestion } from "../read/issue.ts";
import { type ReadFile, renderAnswers } from "../read/read.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { Waiting } from "./entry/sessions.ts";
import { parseReading } from "./upload.ts";

export interface Planned {
  readonly plan: Plan;
  readonly current: Current;
  /** What the officer confirms: this content onto this version, with these dangers. */
  readonly code: string;
}

/** Null if the file has errors, or a question without which it can't be read. */
export async function planWaiting(store: Store, waiting: Waiting, reading: ReadFile | null): Promise<Planned | null> {
  const isUnread = reading?.issues.some((issue) => issue.severity === "error" || isOpenQuestion(issue));
  if (isUnread) return null;
  const current = await readCurrent(store);
  const planned =
    reading === null ? planReturn(current, await readRoster(store, waiting.version!)) : plan(current, reading);
  return { plan: planned, current, code: codeOfPlan(planned, []) };
}

async function readRoster(store: Store, version: number) {
  const entry = await store.findVersion(version);
  if (entry === null) throw new Error(`Version ${version} has been deleted`);
  return readVersion(store, entry);
}

/** The value of the tick of a danger. */
export const tickOf = ({ code, field }: Danger): string => (field === null ? code : `${code}-${field}`);

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
  const reading = upload && parseReading(upload);
  const planned = await planWaiting(store, waiting, reading);
  if (planned === null) return "publishedMeanwhile";
  const { same, erased, dangers } = planned.plan;
  if (same !== null) return same;
  if (planned.code !== code || erased.length > 0) return "publishedMeanwhile";
  if (!dangers.map(tickOf).every((tick) => ticks.includes(tick))) return "notTicked";
  const source = upload
    ? ({ kind: "file", name: upload.fileName } as const)
    : ({ kind: "rollback", version: version! } as const);
  const before = planned.current.newest?.answers ?? "";
  const answers = reading === null ? before : renderAnswers(reading, before);
  return (await apply(store, planned.plan, { source, ...note, answers })) ?? "publishedMeanwhile";
}
