/** Faults of a machine under a running server: it keeps answering, reports each fault once, and recovers by itself. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askReady, makeVersion, summaryOf, waitForVersion } from "./support/asking.ts";
import { expectEnd } from "./support/ends.ts";
import { eventLines, waitForEvents } from "./support/events.ts";
import { canMount, launcherWithSmallDisk } from "./support/mounts.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, programFile, run, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish, renderNdjson } from "./support/publish.ts";
import { openConnection } from "./support/wire.ts";

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
    await waitFor(() => askReady(server), { database: "unreachable" });
    expect(await summaryOf(server)).toBe("200, version 1, 501 teachers");

    renameSync(copy, file);
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    await waitForEvents(server, "database.reachable", 1);
    expect(eventLines(server, "database.unreachable")).toHaveLength(1);
    expect(eventLines(server, "database.reachable")).toHaveLength(1);
    expect(eventLines(server, "request.failed")).toEqual([]);
  });
});

describe.skipIf(!canMount)("a disk for the database that is full", () => {
  // Publishes versions, reads with no space, leaves this many KiB free, and prunes; and then again with more space.
  test.each([
    ["for the rows that remain", 1200, true],
    ["for less than that", 300, false],
  ])("is pruned with space %s", async (_, kibibytes, isFreed) => {
    using folder = makeFolder();
    for (const degree of ["доцент", "професор"]) {
      writeFileSync(join(folder.path, `${degree}.ndjson`), renderNdjson(makeTeachers(10_000, degree)));
    }
    const script = `for file in доцент професор доцент; do "$0" import $file.ndjson >/dev/null 2>out || "$0" import $file.ndjson --confirm $(sed -n "s/.*--confirm //p" out) >/dev/null; done
      free=$(df -k --output=avail disk | tail -1); dd if=/dev/zero of=disk/other bs=1k 2>/dev/null; "$0" export | wc -l
      dd if=/dev/zero of=disk/other bs=1k count=$((free - ${kibibytes})) 2>/dev/null
      "$0" prune --keep 1 --yes; "$0" history --json | grep -c version; stat -c %s disk/t.db
      rm disk/other; "$0" prune --keep 1 --yes; stat -c %s disk/t.db`;
    const launcher = launcherWithSmallDisk(join(folder.path, "disk"), 12, ["sh", "-c", script, programFile]);
    const environment = { TEACHERS_DATABASE: "sqlite:disk/t.db" };
    const { stdout, stderr } = await run([], { folder: folder.path, launcher, environment });
    const [lines, pruned, versions, bytes, again, bytesAfter] = stdout.trimEnd().split("\n");
    expect(pruned).toStartWith("Deleted versions 1 and 2 ");
    expect([lines, versions, again]).toEqual(["10001", "1", expect.stringContaining("There is nothing to delete")]);
    const advice = "has no room: the disk is full; make some (`df` shows where), and run this again";
    expect(stderr.includes(advice)).toBe(!isFreed);
    expect(Number(bytes) < 1_000_000).toBe(isFreed);
    expect(Number(bytesAfter)).toBeLessThan(1_000_000);
  });
});

const descriptorsMax = 64;

test.skipIf(Bun.which("prlimit") === null)(
  "a server without file descriptors answers on open connections, and all again once clients leave",
  async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], {
      folder: folder.path,
      launcher: ["prlimit", `--nofile=${descriptorsMax}`, programFile],
    });
    const early = await openConnection(server.origin);
    const expectEarlyAnswer = async (): Promise<void> => {
      early.send("GET /teachers/?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      expect((await early.read())?.status).toBe(200);
    };
    await expectEarlyAnswer();
    const connections = await Promise.all(Array.from({ length: 150 }, () => openConnection(server.origin)));
    const countOpen = (): number => readdirSync(`/proc/${server.process.pid}/fd`).length;
    await waitFor(countOpen, (open) => open >= descriptorsMax - 1);
    await server.logged(/ error server\.out_of_files: .* error=".*EMFILE/);
    await expectEarlyAnswer();
    for (const connection of connections) connection.close();
    // Until then, the kernel resets new connections.
    await waitFor(countOpen, (open) => open < descriptorsMax / 2);
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
  },
);

const faketime = findPart("faketime");

describe.skipIf(faketime === null)("a clock that is set back", () => {
  const inThePast = { launcher: [faketime!, "2020-02-02 00:00:00", programFile] };

  test("while a version is published gives it the first time after the version before, so servers follow it", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], { folder: folder.path });
    const { published_at: before } = await askReady(server);
    writeFileSync(join(folder.path, "second.ndjson"), renderNdjson(makeVersion(2)));
    expectEnd(await run(["import", "second.ndjson"], { folder: folder.path, ...inThePast }), 0);
    await waitForVersion([server], 2);
    expect(Date.parse((await askReady(server)).published_at as string)).toBe(Date.parse(before as string) + 1);
  });

  test("under a server leaves it following versions, with no Last-Modified later than Date", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], { folder: folder.path, ...inThePast });
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    const { headers } = await fetch(`${server.origin}/teachers/`);
    expect(Date.parse(headers.get("last-modified")!)).toBeLessThanOrEqual(Date.parse(headers.get("date")!));
  });
});
