/** Random requests from a grammar over raw sockets: each gets a documented answer. bench/fuzz.ts sends more. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { startDeployedNginx } from "./support/deployed-nginx.ts";
import { eventLines } from "./support/events.ts";
import { type FuzzOptions, fuzz, fuzzedFlags } from "./support/fuzz.ts";
import { drawExchanges, statuses } from "./support/fuzz-requests.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, startServer } from "./support/program.ts";
import { seed } from "./support/seed.ts";
import { askOnce } from "./support/wire.ts";

const requestCount = isLong ? 10_000 : 1_200;

async function expectDocumented(options: Omit<FuzzOptions, "connectionCount">): Promise<void> {
  const report = await fuzz({ ...options, connectionCount: 8 });
  const { failures, outcomes, requests, pipelined, halfClosed, endedEarly } = report;
  if (failures.length > 0) throw new Error(`${failures.length}, such as\n${failures.slice(0, 10).join("\n")}`);

  // The test would prove little if the parser refused most requests, or all got the same response.
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining([...statuses]));
  const isRefusal = (kind: string): boolean => /^(?:parser|nginx|closed|broken)/.test(kind);
  const refused = [...outcomes].reduce((sum, [kind, number]) => sum + (isRefusal(kind) ? number : 0), 0);
  expect(refused).toBeLessThan(requests / 4);
  expect(pipelined).toBeGreaterThan(requests / 4);
  expect(halfClosed).toBeGreaterThan(requests / 100);
  expect(endedEarly).toBeLessThan(requests / 10);
}

test(`${requestCount} drawn requests get documented answers, and as many as half of them behind nginx`, async () => {
  using folder = makeFolder();
  await using server = await startServer(fuzzedFlags, { folder: folder.path });
  const { origin } = server;
  await expectDocumented({ origin, isNginx: false, exchanges: drawExchanges(requestCount, seed) });

  const binary = findPart("nginx");
  if (binary !== null) {
    const port = Number(new URL(origin).port);
    await using nginx = await startDeployedNginx(binary, join(folder.path, "nginx"), [port, port, port]);
    const exchanges = drawExchanges(requestCount / 2, seed + 1);
    await expectDocumented({ origin: nginx.origin, isNginx: true, exchanges });
  }
  expect(eventLines(server, "request.failed")).toEqual([]);
  const alive = await askOnce(origin, "GET /teachers/?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(alive?.status).toBe(200);
});
