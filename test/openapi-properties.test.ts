/**
 * The nine checks that API testers such as Schemathesis run, as properties. Requests are generated from our own
 * description as raw bytes, and every answer must conform to it.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc, { type Arbitrary } from "fast-check";
import type { ProblemBody } from "./contract/rules.ts";
import { type Check, createConformance, type FindNonconformances, type Nonconformance } from "./support/conformance.ts";
import { isLong } from "./support/long.ts";
import type { OpenapiDocument } from "./support/openapi.ts";
import { makeFolder, type Server } from "./support/program.ts";
import { createRequests, type MadeRequest, type Requests, renderRequest } from "./support/requests.ts";
import { startSampleServer } from "./support/sample.ts";
import { type Connection, headerOf, openConnection, type WireAnswer } from "./support/wire.ts";

/** Requests per check; there are nine checks. */
const runsPerCheck = isLong ? 2_000 : 60;

const folder = makeFolder();
let server: Server;
let connection: Connection;
let findNonconformances: FindNonconformances;
let requests: Requests;

beforeAll(async () => {
  const settings = ["--base-url", "https://api.example.edu/directory/v1", "--max-limit", "40"];
  server = await startSampleServer(settings, { folder: folder.path });
  connection = await openConnection(server.origin);
  const asked = await ask({ method: "GET", target: "/openapi.json", headers: [["Host", "localhost"]], body: "" });
  const document = JSON.parse(new TextDecoder().decode(asked.body)) as OpenapiDocument;
  findNonconformances = createConformance(document);
  requests = createRequests(document);
});

afterAll(async () => {
  connection?.close();
  await server?.stop();
  folder.remove();
});

describe("for any request, by the description", () => {
  const checks: readonly [name: string, check: Check][] = [
    ["no answer is a server error", "server error"],
    ["every answer has a status that it may have", "status"],
    ["every answer has a content type that it may have", "content type"],
    ["every answer has the headers that it must have, and no other", "headers"],
    ["every body fits its schema", "body"],
    ["Allow has the methods of the path", "allow"],
  ];
  for (const [index, [name, check]] of checks.entries()) {
    test(name, () =>
      hold(index, requests.any, (request, answer) => {
        if (check === "server error") expect(answer.status).toBeLessThan(500);
        expect(nonconformancesOf(request, answer).filter((fault) => fault.check === check)).toEqual([]);
      }),
    );
  }
});

test("a request that the description allows is answered", () =>
  hold(6, requests.good, (request, answer) => {
    expect(nonconformancesOf(request, answer)).toEqual([]);
    const isUnknown = answer.status === 404 && /\/teachers\/[0-9]/.test(request.target);
    if (!isUnknown) expect([200, 303, 304]).toContain(answer.status);
  }));

test("a request that the description does not allow is refused, and the answer names the parameter and the reason", () =>
  hold(7, requests.bad, (request, answer) => {
    expect(nonconformancesOf(request, answer)).toEqual([]);
    expect(answer.status).toBe(request.status);
    const problem = problemOf(answer);
    if (problem === null || request.fault === null) return;
    expect(problem.errors).toContainEqual(expect.objectContaining(request.fault));
  }));

test("a method that the description does not have is refused, and the answer lists the allowed ones", () =>
  hold(8, requests.unsupported, (request, answer) => {
    expect(nonconformancesOf(request, answer)).toEqual([]);
    expect(answer.status).toBe(405);
    expect(headerOf(answer, "Allow")?.split(", ")).not.toContain(request.method);
    expect(problemOf(answer)?.detail ?? null).toBeOneOf([`Method "${request.method}" not allowed.`, null]);
  }));

/** Sends the requests of each check one after another on one connection, and reports the smallest failing one. */
async function hold<Made extends MadeRequest>(
  index: number,
  made: Arbitrary<Made>,
  check: (request: Made, answer: WireAnswer) => void,
): Promise<void> {
  const property = fc.asyncProperty(made, async (request) => check(request, await ask(request)));
  await fc.assert(property, { seed: fc.readConfigureGlobal().seed! * 9 + index, numRuns: runsPerCheck });
}

async function ask(request: MadeRequest): Promise<WireAnswer> {
  if (connection.hasEnded) connection = await openConnection(server.origin);
  connection.send(renderRequest(request));
  const answer = await connection.read({ isHead: request.method === "HEAD" });
  if (answer === null) throw new Error("The connection was closed without an answer");
  if (headerOf(answer, "connection") === "close") await connection.closed();
  return answer;
}

/** Null if there is no body, or an HTML page. */
function problemOf(answer: WireAnswer): ProblemBody | null {
  const isJson = headerOf(answer, "Content-Type") === "application/problem+json" && answer.body.length > 0;
  return isJson ? (JSON.parse(new TextDecoder().decode(answer.body)) as ProblemBody) : null;
}

function nonconformancesOf({ method, target }: MadeRequest, answer: WireAnswer): Nonconformance[] {
  return findNonconformances(method, target, answer);
}
