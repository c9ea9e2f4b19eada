/** Sends random requests over raw sockets, and reads the answers: every request gets one, in order. */
import { isBare } from "../contract/rules.ts";
import { createConformance } from "./conformance.ts";
import { explainRefusal, isImmediate, isLastOf, judge, nameOutcome, type Outcome } from "./fuzz-judge.ts";
import { type Exchange, type FuzzRequest, renderRequest } from "./fuzz-requests.ts";
import type { OpenapiDocument } from "./openapi.ts";
import { type Connection, headerOf, openConnection, type WireAnswer } from "./wire.ts";

export interface FuzzOptions {
  readonly origin: string;
  /** Whether nginx is in front. It refuses more requests than Bun's parser, and loses no pipelined ones. */
  readonly isNginx: boolean;
  readonly exchanges: Iterator<Exchange>;
  readonly connectionCount: number;
}

interface FuzzReport {
  requests: number;
  /** The number of answers with each status, or from a parser or nginx. */
  readonly outcomes: Map<string, number>;
  pipelined: number;
  halfClosed: number;
  /** Answers that ended because something followed their request too early (see docs/api.md). */
  endedEarly: number;
  /** Violations of the rules, each with its request. */
  readonly failures: string[];
}

/** The flags of a server for random requests. */
export const fuzzedFlags = ["--sample", "--base-url", "http://localhost"];

/** Sends all exchanges, over several connections at a time, each reused for as long as it lasts. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { origin, isNginx, exchanges, connectionCount } = options;
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenapiDocument;
  const findNonconformances = createConformance(document);
  const outcomes = new Map<string, number>();
  const counts = { requests: 0, pipelined: 0, halfClosed: 0, endedEarly: 0 };
  const report: FuzzReport = { ...counts, outcomes, failures: [] };

  function count(request: FuzzRequest, outcome: Outcome, broken: readonly string[]): void {
    const kind = nameOutcome(outcome, isNginx);
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    if (broken.length === 0) return;
    const bytes = JSON.stringify(renderRequest(request));
    report.failures.push(`${bytes.slice(0, 2000)}\n    ${broken.join("\n    ")}`);
  }

  /** Reads answers: the requests that the server could not answer on this connection, and whether it can't be used any more. */
  async function readAnswers(connection: Connection, exchange: Exchange) {
    const { requests, ending } = exchange;
    for (const [i, request] of requests.entries()) {
      const outcome = await read(connection, request);
      const isFollowed = i < requests.length - 1 || ending === "empty line" || closesHalf(exchange);
      const mayBeLost = isNginx ? closesHalf(exchange) : isFollowed && !isImmediate(request);
      const isLost =
        outcome === null ||
        outcome instanceof Error ||
        isBare(outcome) ||
        (closesHalf(exchange) && isUnframed(outcome));
      if (isLost && explainRefusal(request) === null && mayBeLost) {
        report.endedEarly++;
        return { unanswered: requests.slice(i), isOver: true };
      }
      count(request, outcome, judge(request, outcome, isNginx, findNonconformances));
      if (isLost || isLastOf(request, outcome)) return { unanswered: requests.slice(i + 1), isOver: true };
    }
    return { unanswered: [], isOver: false };
  }

  async function run(exchange: Exchange, used: Connection | null): Promise<Connection | null> {
    const { requests, ending } = exchange;
    const isAlone = ending !== "nothing" || requests.some((request) => explainRefusal(request) !== null);
    if (isAlone) used?.close();
    const connection = isAlone || used === null ? await openConnection(origin) : used;
    await send(connection, exchange);
    const { unanswered, isOver } = await readAnswers(connection, exchange);
    for (const request of unanswered) {
      const fresh = await openConnection(origin);
      await send(fresh, { requests: [request], cuts: [], ending: "nothing" });
      const outcome = await read(fresh, request);
      count(request, outcome, judge(request, outcome, isNginx, findNonconformances));
      fresh.close();
    }
    report.requests += requests.length;
    if (requests.length > 1) report.pipelined += requests.length;
    if (closesHalf(exchange)) report.halfClosed++;
    if (!isAlone && !isOver) return connection;
    connection.close();
    return null;
  }

  async function runAll(): Promise<void> {
    let connection: Connection | null = null;
    for (let next = exchanges.next(); next.done !== true; next = exchanges.next()) {
      connection = await run(next.value, connection);
    }
    connection?.close();
  }

  await Promise.all(Array.from({ length: connectionCount }, runAll));
  return report;
}

/** Whether the end of the connection ends the body, as in HTTP/1.0. Then a cut download looks like a whole one. */
function isUnframed(answer: WireAnswer): boolean {
  const frames = ["content-length", "transfer-encoding"];
  return answer.body.length > 0 && frames.every((name) => headerOf(answer, name) === null);
}

/** Whether the client closes its half of the connection. A parser that can't make sense of the bytes may wait for more. */
function closesHalf({ requests, ending }: Exchange): boolean {
  return ending === "half-close" || requests.some((request) => explainRefusal(request) !== null);
}

async function send(connection: Connection, exchange: Exchange): Promise<void> {
  const { requests, cuts, ending } = exchange;
  const bytes = requests.map(renderRequest).join("") + (ending === "empty line" ? "\r\n" : "");
  const ends = [...cuts.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length];
  let start = 0;
  for (const end of ends) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    connection.send(bytes.slice(start, end));
    start = end;
  }
  if (closesHalf(exchange)) connection.end();
}

function read(connection: Connection, request: FuzzRequest): Promise<Outcome> {
  const isHead = request.method === "HEAD" && request.raw === null;
  return connection.read({ isHead }).catch((error: Error) => error);
}
