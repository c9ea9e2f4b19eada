/** One file served from SQLite and from PostgreSQL, in the long form: the same requests get the same bytes. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { isLong } from "./support/long.ts";
import type { OpenapiDocument } from "./support/openapi.ts";
import { startPostgres } from "./support/postgres.ts";
import { makeFolder, root, run, type Server, startServer } from "./support/program.ts";
import { createRequests, type MadeRequest, renderRequest } from "./support/requests.ts";
import { openConnection, type WireAnswer } from "./support/wire.ts";

const requestCount = 10_000;
const connectionCount = 8;

const postgres = isLong ? (await startPostgres())! : null!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** The response as one text, without dates and ages. */
function render({ status, reason, headers, body }: WireAnswer): string {
  const lines = headers.filter(([name]) => name.toLowerCase() !== "date").map(([name, value]) => `${name}: ${value}`);
  const text = Buffer.from(body).toString("latin1");
  return `${status} ${reason}\n${lines.join("\n")}\n\n${text.replace(/"age_seconds":\d+/, '"age_seconds":0')}`;
}

/** Sends each request to both servers on its own connection, and returns the responses that differ. */
async function askBoth(servers: readonly Server[], requests: Iterator<MadeRequest>): Promise<string[]> {
  const differences: string[] = [];
  for (let next = requests.next(); next.done !== true; next = requests.next()) {
    const bytes = renderRequest(next.value);
    const answers = await Promise.all(
      servers.map(async ({ origin }) => {
        const connection = await openConnection(origin);
        connection.send(bytes);
        const answer = await connection.read({ isHead: next.value!.method === "HEAD" });
        connection.close();
        return answer === null ? "closed" : render(answer);
      }),
    );
    if (answers[0] !== answers[1])
      differences.push([bytes, ...answers].map((text) => text.slice(0, 2000)).join("\n---\n"));
  }
  return differences;
}

test.skipIf(postgres === null)(`${requestCount} random requests get the same bytes from both engines`, async () => {
  using folder = makeFolder();
  const database = await postgres.createDatabase();
  const urls = [`sqlite:${folder.path}/teachers.db`, postgres.urlOf(database)];
  for (const url of urls) {
    const { exitCode } = await run(["import", join(root, "sample/teachers.csv"), "--database", url], {
      folder: folder.path,
    });
    expect(exitCode).toBe(0);
  }
  // Both have the same publication, so the headers that name it are equal too.
  const same =
    "update publication set id = '5f0c2d1e-0000-4000-8000-000000000000', published_at = '2026-01-02T03:04:05.678Z'";
  using file = new Database(`${folder.path}/teachers.db`);
  file.run(same);
  await postgres.run(database, same);

  await using one = await startServer(["--database", urls[0]!], { folder: folder.path });
  await using other = await startServer(["--database", urls[1]!], { folder: folder.path });
  const document = (await (await fetch(`${one.origin}/openapi.json`)).json()) as OpenapiDocument;
  const { good, bad, unsupported, any } = createRequests(document);
  const request = fc.oneof({ weight: 6, arbitrary: good }, bad, unsupported, any);
  const requests = fc.sample(request, requestCount).values();
  const servers = [one, other];
  const differences = await Promise.all(Array.from({ length: connectionCount }, () => askBoth(servers, requests)));
  expect(differences.flat().slice(0, 3)).toEqual([]);
});
