/** Large downloads: by slow and fast readers, aborted, and during a publication. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { type Content, openDownload } from "./support/download.ts";
import { isLong } from "./support/long.ts";
import { countSockets, readMemory, settledMemory, tellsMemory } from "./support/memory.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { importConfirmed, publish } from "./support/publish.ts";

const count = isLong ? 81_000 : 30_000;
/** The whole CSV has more than this, in MiB, and a fifth of it compressed. */
const wholeMin = count / 620;
/** The memory that a download may take, in MiB. */
const growthMax = 110;
const target = "/teachers/?format=csv";

const folder = makeFolder();
let server: Server;
let pid: number;
/** The whole list as CSV. */
let whole: Content;

/**
 * Long middle names of random letters: gzip can't shrink the download to the size of a socket's buffers, and the teachers are as
 * few as they can be.
 */
function drawNames(): string[] {
  let state = 1;
  const drawLetter = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(0x4e00 + (state >>> 18));
  };
  return Array.from({ length: count / 3 }, () => Array.from({ length: 180 }, drawLetter).join(""));
}

/** Writes the file to import, and computes the CSV that the service must return from it. */
async function writeFile(path: string): Promise<Content> {
  const names = drawNames();
  const writer = Bun.file(path).writer();
  const hasher = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  const expectRow = (row: string): void => {
    hasher.update(row);
    bytes += Buffer.byteLength(row);
  };
  writer.write("id,last_name,first_name,middle_name,degree\n");
  expectRow("id,last_name,first_name,middle_name,name,full_name,short_name,short_name_with_degree,degree\r\n");
  for (let id = 1; id <= count; id++) {
    const middle = names[id % names.length]!;
    const name = `Шевченко Тарас ${middle}`;
    const short = `Шевченко Т. ${middle[0]}.`;
    writer.write(`${id},Шевченко,Тарас,${middle},доцент\n`);
    expectRow(`${id},Шевченко,Тарас,${middle},${name},доцент ${name},${short},доц. ${short},доцент\r\n`);
  }
  await writer.end();
  return { bytes, digest: hasher.digest("hex") };
}

beforeAll(async () => {
  if (!tellsMemory) return;
  const file = join(folder.path, "large.csv");
  whole = await writeFile(file);
  expect(await importConfirmed([file], { folder: folder.path })).toMatchObject({ exitCode: 0 });
  server = await startServer([], { folder: folder.path });
  pid = server.process.pid;
});

afterAll(async () => {
  if (tellsMemory) {
    expect(await server.stop()).toBe(0);
    // If the aborted download were still open, the shutdown would wait for it and then cut it off.
    expect(server.stderr()).not.toMatch(/ (error|warn) /);
  }
  folder.remove();
});

test.skipIf(!tellsMemory)("a download to a slow reader takes no more memory than one to a fast reader", async () => {
  // Pages in both codings are requested first, because code and caches take memory only once.
  for (let round = 0; round < 40; round++) {
    for (const coding of ["identity", "gzip"] as const) {
      await (await openDownload(server.origin, `${target}&limit=1000`, coding)).finish();
    }
  }
  const { peak: before } = readMemory(pid);
  const expectConstant = (what: string): void => expect(readMemory(pid).peak - before, what).toBeLessThan(growthMax);

  expect(whole.bytes).toBeGreaterThan(wholeMin * 1024 * 1024);
  expect(await (await openDownload(server.origin, target, "identity")).finish()).toEqual(whole);
  expectConstant("fast");

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
});

test.skipIf(!tellsMemory)("requests are answered while a download to a fast reader is unfinished", async () => {
  for (const coding of ["identity", "gzip"] as const) {
    const download = await openDownload(server.origin, target, coding);
    let hasEnded = false;
    const finished = download.finish().finally(() => {
      hasEnded = true;
    });
    for (let i = 0; i < 10; i++) expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    expect(hasEnded).toBe(false);
    expect(await finished).toEqual(whole);
  }
});

test.skipIf(!tellsMemory)("aborted downloads release their sockets and memory", async () => {
  const { peak: before } = readMemory(pid);
  const sockets = countSockets(pid);
  for (let round = 0; round < 2; round++) {
    const downloads = await Promise.all(
      Array.from({ length: 16 }, (_, i) => openDownload(server.origin, target, i % 2 === 0 ? "identity" : "gzip")),
    );
    await Promise.all(downloads.map((download) => download.take(300_000)));
    expect(countSockets(pid)).toBeGreaterThan(downloads.length);
    for (const download of downloads) download.abort();
    await waitFor(
      () => countSockets(pid),
      (open) => open <= sockets,
    );
  }
  await settledMemory(pid);
  expect(readMemory(pid).resident).toBeLessThan(before + growthMax);
  expect((await fetch(`${server.origin}/teachers/`)).status).toBe(200);
});

/** The settled memory in MiB. The downloads have so many pieces that the server collects its garbage. */
async function collectedMemory(): Promise<number> {
  for (let page = 0; page < 20; page++)
    await (await openDownload(server.origin, `${target}&limit=1000`, "identity")).finish();
  return settledMemory(pid);
}

/** As many downloads as a server has open; the short form opens fewer, since each fills the buffers of the kernel first. */
const idle = isLong ? 256 : 12;

test.skipIf(!tellsMemory)("clients that read nothing take little memory, and no page is refused for them", async () => {
  const before = await collectedMemory();
  const opened = Array.from({ length: idle }, () => openDownload(server.origin, target, "gzip"));
  const downloads = await Promise.all(opened);
  expect(downloads.filter(({ status }) => status !== 200)).toEqual([]);
  if (isLong) {
    const refused = await fetch(server.origin + target);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  }
  expect((await fetch(`${server.origin}/teachers/?offset=7`)).status).toBe(200);
  // A server has at most this many downloads open, and the next ones make it collect its garbage.
  downloads[0]!.abort();
  const after = await collectedMemory();
  // Each takes some 0.55 MiB. What else the memory varies by is as much for few as for many.
  expect(after - before).toBeLessThan(20 + 0.6 * idle);
  for (const download of downloads) download.abort();
  await waitFor(
    () => countSockets(pid),
    (open) => open < idle,
  );
});

test.skipIf(!tellsMemory)("a download in progress keeps its version when another is published", async () => {
  const download = await openDownload(server.origin, target, "identity");
  await download.take(100_000);
  await publish(folder.path, [storedTeacher({ id: 7, last_name: "Новенко" })]);
  const served = await waitFor(
    async () => (await fetch(`${server.origin}/teachers/`)).headers.get("dataset-version")!,
    (version) => version.startsWith("2-"),
  );
  expect(await download.finish()).toEqual(whole);
  const after = await fetch(`${server.origin}${target}`);
  expect(after.headers.get("dataset-version")).toBe(served);
  expect(await after.text()).toEndWith("\r\n7,Новенко,,,Новенко,Новенко,Новенко,Новенко,\r\n");
});
