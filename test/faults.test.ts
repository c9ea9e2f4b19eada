/** Faults of a machine under a running server: it answers on, says what is wrong once, and recovers by itself. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askReady, countEvents, makeVersion, waitForEvents, waitForVersion } from "./support/asking.ts";
import { canMount, launcherWithSmallDisk } from "./support/mounts.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, programFile, run, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";
import { openConnection } from "./support/wire.ts";

async function expectAnswer(server: Server): Promise<void> {
  const response = await fetch(`${server.origin}/teachers/?limit=1`, { keepalive: false });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

describe("a database under a running server that is", () => {
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  test.each<readonly [fault: string, damage: (file: string) => void]>([
    ["deleted", (file) => rmSync(file)],
    ["truncated", (file) => truncateSync(file, 5000)],
    ["emptied", (file) => truncateSync(file, 0)],
    ["overwritten with noise", (file) => writeFileSync(file, noise)],
  ])("%s is reported once, and followed again once it is whole", async (_, damage) => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], { folder: folder.path });
    const file = join(folder.path, "var/teachers.db");
    const copy = join(folder.path, "copy.db");
    copyFileSync(file, copy);

    for (const ending of ["-wal", "-shm"]) rmSync(file + ending, { force: true });
    damage(file);
    await waitFor(
      () => askReady(server),
      ({ database }) => database === "unreachable",
    );
    await expectAnswer(server);
    expect(await askReady(server)).toMatchObject({ version: 1, teachers: 501 });

    rmSync(file, { force: true });
    copyFileSync(copy, file);
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    await waitForEvents(server, "database.reachable", 1);
    expect(countEvents(server, "database.unreachable")).toBe(1);
    expect(countEvents(server, "database.reachable")).toBe(1);
    expect(countEvents(server, "request.failed")).toBe(0);
  });
});

describe.skipIf(!canMount)("a disk for images that is full", () => {
  test("leaves the version served, and takes the new one once there is space", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    const images = join(folder.path, "images");
    const launcher = launcherWithSmallDisk(images, 2);
    await using server = await startServer(["--data-dir", images], { folder: folder.path, launcher });
    // Its image takes more than the disk has.
    await publish(folder.path, makeTeachers(60_000));
    await waitFor(
      () => countEvents(server, "image.build_failed"),
      (count) => count > 0,
    );
    await expectAnswer(server);
    expect(await askReady(server)).toMatchObject({ version: 1, build_error: "No space left on device." });
    await server.logged("ENOSPC");

    await publish(folder.path, makeVersion(3));
    await waitForVersion([server], 3);
    expect(countEvents(server, "request.failed")).toBe(0);
  });
});

test.skipIf(Bun.which("prlimit") === null)(
  "a server without file descriptors answers again once clients leave",
  async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], {
      folder: folder.path,
      launcher: ["prlimit", "--nofile=64", programFile],
    });
    const early = await openConnection(server.origin);
    const expectEarlyAnswer = async (): Promise<void> => {
      early.send("GET /teachers/?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      expect((await early.read())?.status).toBe(200);
    };
    await expectEarlyAnswer();
    const connections = await Promise.all(Array.from({ length: 150 }, () => openConnection(server.origin)));
    await waitFor(
      () => countEvents(server, "descriptors.exhausted"),
      (count) => count === 1,
    );
    await expectEarlyAnswer();
    for (const connection of connections) connection.close();
    await waitFor(
      () => countEvents(server, "descriptors.available"),
      (count) => count === 1,
    );
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    expect(countEvents(server, "descriptors.exhausted")).toBe(1);
  },
);

const faketime = findPart("faketime");

describe.skipIf(faketime === null)("a clock that is set back", () => {
  test("while a version is published leaves versions in their order and answers valid", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], { folder: folder.path });
    const file = join(folder.path, "second.ndjson");
    writeFileSync(
      file,
      makeVersion(2)
        .map((teacher) => JSON.stringify(teacher))
        .join("\n"),
    );
    const inThePast = { folder: folder.path, launcher: [faketime!, "2020-02-02 00:00:00", programFile] };
    expect((await run(["import", file], inThePast)).exitCode).toBe(0);
    await waitForVersion([server], 2);
    const { headers } = await fetch(`${server.origin}/teachers/`);
    expect(headers.get("last-modified")).toContain("2020");
    // The date of the version before is later, and must not pass for the new one.
    const since = await fetch(`${server.origin}/teachers/`, {
      headers: { "If-Modified-Since": new Date().toUTCString() },
    });
    expect(since.status).toBe(200);
  });

  test("under a server leaves it following versions, with no Last-Modified later than Date", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], {
      folder: folder.path,
      launcher: [faketime!, "2020-02-02 00:00:00", programFile],
    });
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    const { headers } = await fetch(`${server.origin}/teachers/`);
    expect(Date.parse(headers.get("last-modified")!)).toBeLessThanOrEqual(Date.parse(headers.get("date")!));
  });
});
