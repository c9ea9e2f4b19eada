import { afterAll, describe, expect, spyOn, test } from "bun:test";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Publication } from "../domain/publication.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { openImage, openNewestImage } from "./image-file.ts";
import { imagePathOf, stampOf } from "./image-files.ts";
import { writeImage } from "./image-writer.ts";
import { imageFormat, listSections, openContent } from "./layout.ts";
import { buildSections } from "./sections.ts";

const folder = mkdtempSync(join(tmpdir(), "image-file-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const one: StoredTeacher = storedTeacher({ id: 1, last_name: "Коваль", first_name: "О", degree: "доцент" });
const two = rosterOf([one, { ...one, id: 2 }]);

function makePublication(count = 0): Publication {
  const publishedAt = "2026-01-01T00:00:00.000Z";
  const counts = { count, added: count, changed: 0, removed: 0 };
  return { version: 1, id: crypto.randomUUID(), publishedAt, source: "test", ...counts, digest: "d" };
}

function writeTwo(): string {
  return writeImage(folder, makePublication(2), buildSections(two));
}

async function readBytes(path: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(path).arrayBuffer());
}

test("writeImage() writes what openImage() opens, with every section in its place", async () => {
  const publication = makePublication(2);
  const path = writeImage(folder, publication, buildSections(two));
  const content = openContent(listSections(buildSections(two)));
  const opened = { path, stamp: stampOf(statSync(path)), bytes: statSync(path).size, publication, content };
  expect(await openImage(path)).toEqual(opened);
});

test.each([
  ["only small ids", 5, Uint32Array],
  ["a large id", 2 ** 32, Float64Array],
])("the ids of a roster with %s take as few bytes as they can", async (_, id, type) => {
  const path = writeImage(folder, makePublication(), buildSections(rosterOf([{ ...one, id }])));
  const { content } = await openImage(path);
  expect(content.ids).toBeInstanceOf(type);
  expect([...content.ids]).toEqual([id]);
});

test("writeImage() leaves no file if a section can't be built", () => {
  const before = readdirSync(folder);
  const source = {
    ...buildSections(two),
    ids() {
      throw new Error("no memory");
    },
  };
  expect(() => writeImage(folder, makePublication(), source)).toThrow("no memory");
  expect(readdirSync(folder)).toEqual(before);
});

describe("openImage()", () => {
  test("refuses a file with any byte changed, or cut short", async () => {
    const path = writeTwo();
    const whole = await readBytes(path);
    const used = [...whole.keys()].filter((at) => whole[at] !== 0);
    for (const at of fc.sample(fc.constantFrom(...used), { numRuns: 60, seed: 1 })) {
      const damaged = whole.slice();
      damaged[at]! ^= 0x55;
      await Bun.write(path, damaged);
      await expect(openImage(path)).rejects.toThrow();
    }
    for (const length of [0, 10, 32_768, whole.length - 1]) {
      await Bun.write(path, whole.slice(0, length));
      await expect(openImage(path)).rejects.toThrow();
    }
    await Bun.write(path, whole);
    expect((await openImage(path)).publication.count).toBe(2);
  });

  /** Writes an image with one more section of this many mebibytes. */
  function writeLarge(mebibytes: number): string {
    const source = { ...buildSections(rosterOf([])), filler: new Uint8Array(mebibytes * 1024 * 1024) };
    return writeImage(folder, makePublication(), source);
  }

  test.each([0, 1, 8])("lets the event loop run before each of %i MiB of a section", async (mebibytes) => {
    const path = writeLarge(mebibytes);
    let iterations = 0;
    let isOpen = false;
    const takeTurn = (): void => {
      iterations++;
      if (!isOpen) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    /** The number of iterations before each whole chunk is hashed. */
    const iterationsBefore: number[] = [];
    const { xxHash3 } = Bun.hash;
    using _ = spyOn(Bun.hash, "xxHash3").mockImplementation((chunk, seed) => {
      if ((chunk as Uint8Array).length === 1024 * 1024) iterationsBefore.push(iterations);
      return xxHash3(chunk, seed);
    });
    const image = await openImage(path);
    isOpen = true;
    expect([image.publication.count, iterationsBefore.length]).toEqual([0, mebibytes]);
    expect(new Set([0, ...iterationsBefore]).size).toBe(mebibytes + 1);
    if (mebibytes === 0) expect(iterations).toBe(0);
  });

  test("ends after the next chunk if it is aborted", async () => {
    const stopping = new AbortController();
    const opening = openImage(writeLarge(8), stopping.signal);
    setImmediate(() => stopping.abort(new Error("stopped")));
    await expect(opening).rejects.toThrow("stopped");
  });

  /** Changes the last byte of a file in place. */
  function changeLastByte(path: string): void {
    const file = openSync(path, "r+");
    writeSync(file, "U", statSync(path).size - 1);
    closeSync(file);
  }

  test("names the section with a byte changed", async () => {
    const path = writeLarge(2);
    changeLastByte(path);
    await expect(openImage(path)).rejects.toThrow("section filler is damaged");
  });

  test("reads the file into memory, so later changes have no effect", async () => {
    const path = writeTwo();
    const { content } = await openImage(path);
    const expected = openContent(listSections(buildSections(two)));
    const file = openSync(path, "r+");
    writeSync(file, Buffer.alloc(statSync(path).size, "U"));
    closeSync(file);
    expect(content).toEqual(expected);
    truncateSync(path);
    expect(content).toEqual(expected);
  });

  test("refuses an image without a section, or with numbers of another size", () => {
    const sections = [...listSections(buildSections(two))];
    const others = sections.filter(([name]) => name !== "alphabetical");
    expect(() => openContent(others)).toThrow("Section alphabetical is missing");
    expect(() => openContent([...others, ["alphabetical", new Uint8Array(2)]])).toThrow(
      "Section alphabetical is a Uint8Array",
    );
  });

  /** Replaces the header of the image by another one with a correct hash. */
  async function rewriteHeader(path: string, change: (json: string) => string): Promise<void> {
    const bytes = Buffer.from(await readBytes(path));
    const [magic, , json] = bytes.toString("utf8", 0, 32_768).split("\n");
    const changed = change(json!);
    const hash = Bun.hash.xxHash3(Buffer.from(changed)).toString(16);
    bytes.fill(0, 0, 32_768).write(`${magic}\n${hash}\n${changed}\n`);
    await Bun.write(path, bytes);
  }

  function replaceByFolder(path: string): void {
    rmSync(path);
    mkdirSync(path);
  }

  function replaceByDevice(path: string): void {
    rmSync(path);
    symlinkSync("/dev/null", path);
  }

  test.each<[string, RegExp, (path: string) => unknown]>([
    ["an empty file", /\.image is not an image$/, (path) => Bun.write(path, "")],
    ["something else", /\.image is not an image$/, (path) => Bun.write(path, "something else\n".repeat(9000))],
    ["a folder", /\.image is not a regular file$/, replaceByFolder],
    ["a device", /\.image is not a regular file$/, replaceByDevice],
    ["a missing file", /ENOENT/, (path) => rmSync(path)],
    [
      "a file cut to its header",
      /\.image is truncated$/,
      async (path) => Bun.write(path, (await readBytes(path)).slice(0, 32_768)),
    ],
    [
      "a file without its last byte",
      /\.image is truncated$/,
      async (path) => Bun.write(path, (await readBytes(path)).slice(0, -1)),
    ],
    [
      "the format of an older release",
      new RegExp(`\\.image has format ${imageFormat - 1}; this release reads ${imageFormat}$`),
      (path) => rewriteHeader(path, (json) => json.replace(`"format":${imageFormat}`, `"format":${imageFormat - 1}`)),
    ],
    [
      "the image of another publication",
      /\.image is the image of another publication: another$/,
      (path) => rewriteHeader(path, (json) => json.replace(/"id":"[^"]+"/, '"id":"another"')),
    ],
  ])("refuses %s", async (_, message, change) => {
    const path = writeTwo();
    await change(path);
    await expect(openImage(path)).rejects.toThrow(message);
    rmSync(path, { recursive: true, force: true });
  });
});

test("openNewestImage() opens the image with the latest publication, whichever file is newer", async () => {
  const images = join(folder, "two images");
  const later = { ...makePublication(2), publishedAt: "2026-01-01T00:00:00.001Z" };
  const path = writeImage(images, later, buildSections(two));
  utimesSync(path, new Date(0), new Date(0));
  writeImage(images, makePublication(2), buildSections(two));
  expect((await openNewestImage(images, () => {}))?.path).toBe(path);
});

test("openNewestImage() skips a damaged image, and reports it", async () => {
  const images = join(folder, "images");
  expect(await openNewestImage(images, () => {})).toBeNull();
  const older = writeImage(images, makePublication(2), buildSections(two));
  utimesSync(older, new Date(0), new Date(0));
  await Bun.write(imagePathOf(images, "foreign"), "something else");
  const bad: string[] = [];
  expect((await openNewestImage(images, (error) => bad.push(error.message)))?.path).toBe(older);
  expect(bad).toEqual([`${imagePathOf(images, "foreign")} is not an image`]);
});
