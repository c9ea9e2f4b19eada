/** Checks one row against one target: its own expectations, the rules of every answer, HEAD, and the ETag. */
import { describeService } from "../../src/http/openapi.ts";
import { createConformance, type FindNonconformances, nameAnswer } from "../support/conformance.ts";
import { listOperations, type OpenapiDocument } from "../support/openapi.ts";
import { askOnce } from "../support/wire.ts";
import type { RawRow } from "./raw.ts";
import { jsonOf, type Row } from "./row.ts";
import { type Answered, answeredOf, findBroken, findBrokenWire, isBare, type ProblemBody, textOf } from "./rules.ts";
import type { Target } from "./targets.ts";

/** Finds the faults in the response to a row, to HEAD, and to the same request with its ETag. */
export async function checkRow(row: Row, target: Target): Promise<string[]> {
  const { method = "GET", url, sends } = row;
  const headers = await fillValidators(row.headers ?? {}, target);
  const asked = { method, url, headers, ...(sends === undefined ? {} : { sends }) };
  const answer = await target.ask(asked);
  const failures = [...(await checkAnswer(row, target, answer)), ...checkRules(row, target, method, headers, answer)];
  if (method !== "GET") return failures;

  const head = await target.ask({ ...asked, method: "HEAD" });
  const headFailures = [...compareHead(answer, head), ...checkRules(row, target, "HEAD", headers, head)];
  const tagFailures = answer.status === 200 ? await checkValidators(row, asked, target, answer) : [];
  return [...failures, ...headFailures.map((failure) => `by HEAD: ${failure}`), ...tagFailures];
}

async function fillValidators(
  headers: Readonly<Record<string, string>>,
  target: Target,
): Promise<Record<string, string>> {
  const filled = { ...headers };
  for (const [name, value] of Object.entries(headers)) {
    if (!/\{(?:etag|last-modified)\}/.test(value)) continue;
    const { headers: carried } = await target.ask({ method: "GET", url: "/teachers/", headers: {} });
    filled[name] = value.replace(/\{([a-z-]+)\}/g, (_, carriedName: string) => carried.get(carriedName) ?? "nothing");
  }
  return filled;
}

async function checkAnswer(row: Row, target: Target, answer: Answered): Promise<string[]> {
  const { status, carries = {}, text, json, faults, holds } = row;
  const failures: string[] = [];
  const fill = (value: string): string => value.replaceAll("{base}", target.base);
  if (answer.status !== status) return [`status ${answer.status}, not ${status}: ${clipped(textOf(answer))}`];
  for (const [name, wanted] of Object.entries(carries)) {
    const value = answer.headers.get(name);
    const exact = typeof wanted === "string" ? fill(wanted) : wanted;
    const passes = exact instanceof RegExp ? exact.test(value ?? "") : value === exact;
    if (!passes) failures.push(`${name} is ${value}, not ${exact}`);
  }
  const wanted = text ?? (json === undefined ? undefined : JSON.stringify(json));
  if (wanted !== undefined && textOf(answer) !== fill(wanted)) {
    failures.push(`the body is\n  ${clipped(textOf(answer))}\nnot\n  ${clipped(fill(wanted))}`);
  }
  if (faults !== undefined) {
    const { errors: found = [] } = jsonOf<ProblemBody>(answer);
    const got = found.map(({ parameter, code, value }, i) =>
      faults[i]?.length === 2 ? [parameter, code] : [parameter, code, value],
    );
    if (JSON.stringify(got) !== JSON.stringify(faults)) {
      failures.push(`the faults are ${JSON.stringify(got)}, not ${JSON.stringify(faults)}`);
    }
  }
  try {
    await holds?.(answer, target.base);
  } catch (error) {
    failures.push(Bun.stripANSI((error as Error).message));
  }
  return failures;
}

/** What the list varies by, by the type that it is sent as. */
const variesBy: readonly (readonly [type: RegExp, vary: RegExp])[] = [
  [/^application\/json/, /^Accept$/],
  [/csv|ndjson/, /^Accept, Accept-Encoding$/],
  [/^text\/html/, /\bAccept-Language\b/],
];

/** The rules for every response, and those that depend on the setup. */
function checkRules(
  { url }: Row,
  target: Target,
  method: string,
  headers: Readonly<Record<string, string>>,
  answer: Answered,
): string[] {
  const [path = ""] = url.split("?");
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const broken = findBroken({ method, path, headers: lowerCase }, answer);
  const { status } = answer;
  const findNonconformances = conformanceTo(target.base, target.maxLimit);
  const faults = findNonconformances(method, path, answer);
  broken.push(...faults.map((fault) => `by the description: ${fault}`));
  const vary = answer.headers.get("vary");
  const isNegotiated = /^\/teachers\/(?:[^/.]+\/)?$/.test(path) && method !== "OPTIONS";
  if (isNegotiated && !/\bAccept\b(?!-)/.test(vary ?? ""))
    broken.push(`what is negotiated varies by Accept, not ${vary}`);
  if (path !== "/teachers/" || method === "OPTIONS" || (status !== 200 && status !== 304)) return broken;

  const type = answer.headers.get("content-type") ?? "";
  for (const [pattern, wanted] of variesBy) {
    if (pattern.test(type) && !wanted.test(vary ?? "")) broken.push(`${type} varies by ${wanted}, not ${vary}`);
  }
  if (!answer.headers.has("dataset-version")) broken.push("each list response names the version of the dataset");
  if (answer.headers.get("last-modified") !== target.lastModified) {
    broken.push(`Last-Modified is ${target.lastModified}, not ${answer.headers.get("last-modified")}`);
  }
  return broken;
}

/** Every described answer that a row got. */
const seenAnswers = new Set<string>();
const conformances = new Map<string, FindNonconformances>();

/** Checks against the description of a service with this base and maximum. */
function conformanceTo(base: string, maxLimit: number): FindNonconformances {
  const key = `${base} ${maxLimit}`;
  const found = conformances.get(key) ?? createConformance(describe(base, maxLimit), seenAnswers);
  conformances.set(key, found);
  return found;
}

const describe = describeService as unknown as (base: string, maxLimit: number) => OpenapiDocument;

/** The described answers that no row got. No request causes a 500, and a 408 would take too long. */
export function findUnseen(): string[] {
  return listOperations(describe("http://localhost", 1000)).flatMap(({ method, template, answers }) =>
    [...answers]
      .filter(([status]) => status !== 500 && status !== 408)
      .flatMap(([status, { content = { nothing: {} } }]) =>
        Object.keys(content).map((type) => nameAnswer(method, template, status, type)),
      )
      .filter((name) => !seenAnswers.has(name)),
  );
}

/** HEAD is GET without the body: same status, same headers, and a Date. */
function compareHead(get: Answered, head: Answered): string[] {
  const failures: string[] = [];
  if (head.status !== get.status) failures.push(`status ${head.status}, not ${get.status}`);
  if (!head.headers.has("date")) failures.push("there is no Date");
  // The age of the data may have grown by a digit between the two requests. The length of a stream is unknown in advance.
  const hasAge = new TextDecoder().decode(get.bytes.subarray(0, 200)).includes('"age_seconds"');
  const isStream = /csv|ndjson/.test(get.headers.get("content-type") ?? "");
  const length = head.headers.get("content-length");
  const isKnown = !isStream && get.headers.has("content-length");
  if (!hasAge && (length === null ? isKnown : Number(length) !== get.bytes.length)) {
    failures.push(`Content-Length is ${length}, not ${get.bytes.length}`);
  }
  const names = new Set([...get.headers.keys(), ...head.headers.keys()]);
  // Headers of the connection or of the moment may differ.
  for (const name of ["date", "content-length", "transfer-encoding", "connection"]) names.delete(name);
  for (const name of names) {
    const [wanted, value] = [get.headers.get(name), head.headers.get(name)];
    if (value !== wanted) failures.push(`${name} is ${value}, not ${wanted}`);
  }
  return failures;
}

/** Each 200 with teachers has an ETag. Sent back, it gets 304 with the headers that RFC 9110, section 15.4.5, requires. */
async function checkValidators(
  row: Row,
  asked: Parameters<Target["ask"]>[0],
  target: Target,
  answer: Answered,
): Promise<string[]> {
  const etag = answer.headers.get("etag");
  if (etag === null) return asked.url.startsWith("/teachers") ? ["there is no ETag"] : [];
  const failures: string[] = [];
  for (const method of ["GET", "HEAD"]) {
    const headers = { ...asked.headers, "If-None-Match": etag };
    const again = await target.ask({ ...asked, method, headers });
    const fail = (failure: string): unknown => failures.push(`${method} with its ETag: ${failure}`);
    if (again.status !== 304) fail(`status ${again.status}`);
    for (const failure of checkRules(row, target, method, headers, again)) fail(failure);
    for (const name of ["etag", "cache-control", "vary", "dataset-version", "last-modified", "allow"]) {
      const [wanted, value] = [answer.headers.get(name), again.headers.get(name)];
      if (value !== wanted) fail(`${name} is ${value}, not ${wanted}`);
    }
  }
  return failures;
}

export async function checkRaw({ bytes, answer: wanted, holds }: RawRow, { origin }: Target): Promise<string[]> {
  const answer = await askOnce(origin, bytes);
  const got = answer === null ? "closed" : isBare(answer) ? `bare ${answer.status}` : answer.status;
  if (got !== wanted) return [`answered by ${got}, not ${wanted}`];
  if (answer === null || isBare(answer)) return [];
  const answered = answeredOf(answer);
  const path = /^\w+ (?:http:\/\/[^/]*)?([^ ?]*)/.exec(bytes)?.[1] ?? "";
  const broken = [...findBroken({ method: "GET", path, headers: {} }, answered), ...findBrokenWire(answer)];
  try {
    holds?.(answered);
  } catch (error) {
    broken.push(Bun.stripANSI((error as Error).message));
  }
  return broken;
}

function clipped(text: string): string {
  return text.length <= 1500 ? text : `${text.slice(0, 1500)}…`;
}
