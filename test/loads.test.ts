/** What becomes of a load of PostgreSQL that the database or a signal interrupts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { askReady, keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { blockLoads } from "./support/blocked-loads.ts";
import { eventLines, waitForEvents } from "./support/events.ts";
import { startPostgres } from "./support/postgres.ts";
import { makeFolder, startListening, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const postgres = (await startPostgres())!;
const folder = makeFolder();
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  folder.remove();
});

/** A database, and the place of a copy. */
async function prepare(version = 1) {
  const url = postgres.urlOf(await postgres.createDatabase());
  await publish(folder.path, makeVersion(version), url);
  const copies = join(folder.path, crypto.randomUUID());
  mkdirSync(copies);
  const copy = join(copies, "teachers.copy");
  return { url, copies, copy, args: ["--copy", copy], options: optionsOf(url) };
}

const optionsOf = (url: string) => ({ folder: folder.path, environment: { TEACHERS_DATABASE: url } });

describe.skipIf(postgres === null)("a load that", () => {
  let blocked: ReturnType<typeof blockLoads>;
  beforeAll(() => {
    blocked = blockLoads(folder.path);
  });

  test("loses the database is logged and tried again, while every request is answered", async () => {
    const { url, args, options } = await prepare();
    const environment = { ...options.environment, ...blocked.environment };
    await using server = await startServer(args, { ...options, environment });
    const clients = keepAsking([server]);
    blocked.block();
    await publish(folder.path, makeVersion(2), url);
    await waitFor(() => askReady(server), { newest_version: 2 });
    await postgres.stop("SIGKILL");
    blocked.unblock();
    await waitForEvents(server, "version.not_loaded", 1);
    await postgres.start();
    await waitForVersion([server], 2);
    const { failures } = await clients.stop();
    expect(failures).toEqual([]);
    expect(eventLines(server, "request.failed")).toEqual([]);
  });

  test("has not ended ends with the server at SIGTERM, and leaves nothing behind", async () => {
    const { copies, args, options } = await prepare();
    const environment = { ...options.environment, ...blocked.environment };
    blocked.block();
    try {
      await using server = await startListening(args, { ...options, environment });
      await waitFor(() => askReady(server), { reason: "loading" });
      expect(await server.stop()).toBe(0);
      expect(server.stderr()).not.toMatch(/ (?:warn|error) /);
      expect(readdirSync(copies)).toEqual([]);
    } finally {
      blocked.unblock();
      rmSync(copies, { recursive: true });
    }
  });
});
