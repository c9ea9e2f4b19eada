/** A server's own copy of the last version from PostgreSQL, and loads that are interrupted: no request fails. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { askReady, keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { eventLines, waitForEvents } from "./support/events.ts";
import { canMount, launcherWithSmallDisk } from "./support/mounts.ts";
import { sharePostgres } from "./support/postgres.ts";
import { type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

const { postgres, folder } = await sharePostgres();

/** A database, and the place of a copy. */
async function prepare() {
  const url = postgres.urlOf(await postgres.createDatabase());
  await publish(folder.path, makeVersion(1), url);
  const copies = join(folder.path, crypto.randomUUID());
  mkdirSync(copies);
  const copy = join(copies, "teachers.copy");
  const options = { folder: folder.path, environment: { TEACHERS_DATABASE: url } };
  return { url, copies, copy, args: ["--copy", copy], options };
}

/** Waits until a copy is of the version that a server serves. */
async function waitForCopy(copy: string, server: Server): Promise<void> {
  const { published_at } = await askReady(server);
  const hasVersion = (): boolean => existsSync(copy) && readFileSync(copy, "latin1").includes(String(published_at));
  await waitFor(hasVersion, true);
}

describe.skipIf(postgres === null)("the copy", () => {
  test("is what a server starts from while the database is dead: list, search and Dataset-Version", async () => {
    const { url, copy, args, options } = await prepare();
    await publish(folder.path, makeVersion(2), url);
    const paths = ["/teachers/?limit=3", "/teachers/?search=шевч&limit=3", "/teachers/7/"];
    const answersOf = (server: Server): Promise<unknown[]> =>
      Promise.all(
        paths.map(async (path) => {
          const response = await fetch(server.origin + path, { headers: { Host: "localhost:8000" } });
          return [response.status, response.headers.get("dataset-version"), await response.text()];
        }),
      );
    const first = await startServer(args, options);
    const before = await answersOf(first);
    await waitForCopy(copy, first);
    await first.stop();
    await postgres.stop("SIGKILL");
    try {
      await using server = await startServer(args, options);
      expect(await answersOf(server)).toEqual(before);
      expect(await askReady(server)).toMatchObject({ version: 2 });
      await server.logged("database.unreachable");
      await postgres.start();
      await publish(folder.path, makeVersion(3), url);
      await waitForVersion([server], 3);
      await waitForCopy(copy, server);
    } finally {
      await postgres.start().catch(() => {});
    }
  });

  test.skipIf(!canMount)("for which the disk has no space is given up, logged once, and no request fails", async () => {
    const { url, copies, args, options } = await prepare();
    const launcher = launcherWithSmallDisk(copies, 1);
    await using server = await startServer(args, { ...options, launcher });
    const clients = keepAsking([server]);
    for (const degree of ["доцент", "професор"]) {
      await publish(folder.path, makeTeachers(60_000, degree), url);
      await server.logged(new RegExp(`version\\.served: .* version=${degree === "доцент" ? 2 : 3} `));
    }
    await waitForEvents(server, "copy.failed", 1);
    await server.logged(/copy\.failed: .*ENOSPC/);
    // With room again, there is a copy again.
    await publish(folder.path, makeVersion(9), url);
    await waitForVersion([server], 4);
    const { failures } = await clients.stop();
    expect(failures).toEqual([]);
    expect(eventLines(server, "copy.failed")).toHaveLength(1);
    expect(eventLines(server, "request.failed")).toEqual([]);
  });
});
