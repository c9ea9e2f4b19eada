/** Downloads that are taken slowly, or given up: the server's memory stays as it is, and the content of one version. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type Content, type Download, openDownload } from "./support/download.ts";
import { countSockets, readMemory, settledMemory, tellsMemory } from "./support/memory.ts";
import { makeFolder, run, type Server, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const count = 300_000;
/** What a download may take of memory, in MiB; as CSV all of it has over 200, and compressed more than 40. */
const growthMax = 40;
const target = "/teachers/?format=csv";

const folder = makeFolder();
let server: Server;
let pid: number;
/** What everyone is as CSV, from a reader that is as fast as it can be. */
let whole: Content;

/** Middle names of letters drawn at random, so that gzip can't make the download small enough for a socket's buffers. */
async function writeFile(path: string): Promise<void> {
  const writer = Bun.file(path).writer();
  writer.write("id,last_name,first_name,middle_name,degree\n");
  let state = 1;
  for (let id = 1; id <= count; id++) {
    let middle = "";
    for (let i = 0; i < 60; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      middle += String.fromCharCode(0x4e00 + (state >>> 18));
    }
    writer.write(`${id},Шевченко,Тарас,${middle},доцент\n`);
  }
  await writer.end();
}

beforeAll(async () => {
  if (!tellsMemory) return;
  const file = join(folder.path, "large.csv");
  await writeFile(file);
  const imported = await run(["import", file], { folder: folder.path });
  expect(imported.stderr).toBe("");
  server = await startServer([], { folder: folder.path });
  pid = server.process.pid;
}, 60_000);

afterAll(async () => {
  if (tellsMemory) {
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    // An aborted download that was still counted as under way would be waited for, and then cut off.
    expect(server.stderr()).not.toContain("server.cut_off");
    expect(performance.now() - started).toBeLessThan(5_000);
  }
  folder.remove();
});

async function takeAll(coding: "gzip" | "identity"): Promise<Content> {
  return (await openDownload(server.origin, target, coding)).finish();
}

test.skipIf(!tellsMemory)(
  "a download to a slow reader takes no more memory than one to a fast reader",
  async () => {
    // Pages of both codings first, for what code and caches take once and keep.
    for (let round = 0; round < 40; round++) {
      for (const coding of ["identity", "gzip"] as const) {
        await (await openDownload(server.origin, `${target}&limit=1000`, coding)).finish();
      }
    }
    const { peak: before } = readMemory(pid);
    const figures: string[] = [];
    const expectConstant = (what: string): void => {
      const { now, peak } = readMemory(pid);
      figures.push(`${what} ${now.toFixed(0)} (peak ${peak.toFixed(0)})`);
      if (peak - before >= growthMax) throw new Error(`Grew from ${before.toFixed(0)} MiB: ${figures.join(", ")}`);
    };

    whole = await takeAll("identity");
    expect(whole.bytes).toBeGreaterThan(200 * 1024 * 1024);
    expectConstant("fast");
    expect(await takeAll("gzip")).toEqual(whole);
    expectConstant("fast gzip");

    for (const coding of ["identity", "gzip"] as const) {
      const download = await openDownload(server.origin, target, coding);
      expect(download.status).toBe(200);
      for (let pause = 0; pause < 4; pause++) {
        await download.take(2 * 1024 * 1024);
        await settledMemory(pid);
        expectConstant(`slow ${coding}`);
      }
      expect(await download.finish()).toEqual(whole);
      expectConstant(`slow ${coding}`);
    }
    console.log(`Memory of the server in MiB: ${before.toFixed(0)} at first, ${figures.join(", ")}`);
  },
  60_000,
);

test.skipIf(!tellsMemory)(
  "aborted downloads are let go of, and the server goes on",
  async () => {
    const { peak: before } = readMemory(pid);
    const sockets = await waitFor(
      () => countSockets(pid),
      () => true,
    );
    for (let round = 0; round < 3; round++) {
      const downloads = await Promise.all(
        Array.from({ length: 16 }, (_, i) => openDownload(server.origin, target, i % 2 === 0 ? "identity" : "gzip")),
      );
      await Promise.all(downloads.map((download) => download.take(300_000)));
      expect(countSockets(pid)).toBeGreaterThanOrEqual(sockets + downloads.length);
      for (const download of downloads) download.abort();
      await waitFor(
        () => countSockets(pid),
        (open) => open <= sockets,
      );
    }
    await settledMemory(pid);
    expect(readMemory(pid).now).toBeLessThan(before + growthMax);
    expect((await fetch(`${server.origin}/teachers/`)).status).toBe(200);
    expect(await takeAll("gzip")).toEqual(whole);
  },
  60_000,
);

test.skipIf(!tellsMemory)(
  "a download under way stays of its version when another is published",
  async () => {
    const versionOf = ({ headers }: Download): string => headers.get("dataset-version")!;
    const codings = ["identity", "gzip"] as const;
    const downloads = await Promise.all(codings.map((coding) => openDownload(server.origin, target, coding)));
    for (const download of downloads) await download.take(100_000);
    await publish(folder.path, [{ id: 7, last_name: "Новенко", first_name: "", middle_name: "", degree: "" }]);
    const served = await waitFor(
      async () => (await fetch(`${server.origin}/teachers/`)).headers.get("dataset-version")!,
      (version) => version.startsWith("2-"),
    );
    for (const download of downloads) {
      expect(versionOf(download)).toStartWith("1-");
      expect(await download.finish()).toEqual(whole);
    }
    const after = await fetch(`${server.origin}${target}`);
    expect(after.headers.get("dataset-version")).toBe(served);
    expect(await after.text()).toEndWith("\r\n7,Новенко,,,Новенко,Новенко,Новенко,Новенко,\r\n");
  },
  60_000,
);
