import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  findStamp,
  imagePathOf,
  listImages,
  makeRoom,
  makeWritableFolder,
  nameImage,
  openRegularFile,
  removeOtherImages,
  stampOf,
  temporaryPathOf,
  UnwritableFolderError,
} from "./image-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "image-files-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, ageHours = 0): string {
  writeFileSync(path, "x");
  const seconds = Date.now() / 1000 - ageHours * 3600;
  utimesSync(path, seconds, seconds);
  return path;
}

test("listImages() lists the regular files of this format, newest first; none for a missing folder", () => {
  expect(listImages(join(folder, "missing"))).toEqual([]);
  const [older, newer] = [write(imagePathOf(folder, "a"), 2), write(imagePathOf(folder, "b"), 1)];
  mkdirSync(imagePathOf(folder, "folder"));
  symlinkSync(older, imagePathOf(folder, "link"));
  write(join(folder, "c.6.image"));
  write(temporaryPathOf(older));
  write(join(folder, "settings.json"));
  expect(listImages(folder)).toEqual([newer, older]);
});

test.if(process.platform === "linux")("temporaryPathOf() identifies machine, process id namespace and process", () => {
  const owner = Bun.hash.xxHash3(`${hostname()} ${readlinkSync("/proc/self/ns/pid")}`).toString(16);
  expect(temporaryPathOf("a.image", 7)).toMatch(new RegExp(`^a\\.image\\.${owner}-7-[0-9a-f-]{36}\\.tmp$`));
});

test.each(["../evil", "../../evil", "a/b", "a\\b", "..", "", "a\0", "a".repeat(101)])(
  "imagePathOf() refuses the id %j, which could lead out of the folder",
  (id) => {
    expect(() => imagePathOf(folder, id)).toThrow(`${JSON.stringify(id)} is not the id of a publication`);
  },
);

describe("removeOtherImages()", () => {
  const dead = 999_999_999;
  const current = (): string => imagePathOf(folder, "current");
  test.each<[string, boolean, () => string]>([
    ["the current image", true, () => write(current(), 2)],
    ["the current image in another format", true, () => write(join(folder, "current.6.image"))],
    ["another image in another format", false, () => write(join(folder, "other.6.image"))],
    ["another image", false, () => write(imagePathOf(folder, "other"))],
    ["the file of a live builder", true, () => write(temporaryPathOf(current()))],
    ["the file of a dead builder", false, () => write(temporaryPathOf(current(), dead))],
    ["an old file whose process id is in use again", false, () => write(temporaryPathOf(current()), 2)],
    // The process id of another machine identifies no process here.
    ["a file of another machine", true, () => write(`${current()}.abc-${dead}-${crypto.randomUUID()}.tmp`)],
    ["an old file of another machine", false, () => write(`${current()}.abc-1-${crypto.randomUUID()}.tmp`, 2)],
    ["a file of another program", true, () => write(join(folder, "settings.json"), 2)],
  ])("of %s: remains is %p", (_, remains, make) => {
    const path = make();
    const removed = removeOtherImages(folder, "current");
    expect(removed).toBe(!remains && path.endsWith(".image") ? 1 : 0);
    expect(readdirSync(folder)).toEqual(remains ? [basename(path)] : []);
  });

  test("leaves folders alone", () => {
    mkdirSync(join(folder, "folder.image"));
    removeOtherImages(folder, "current");
    expect(readdirSync(folder)).toEqual(["folder.image"]);
  });
});

test("makeRoom() removes images of any format if the disk then has room", () => {
  expect(makeRoom(folder, 0)).toBe(false);
  const images = [write(imagePathOf(folder, "a")), write(join(folder, "a.6.image"))];
  expect([makeRoom(folder, Number.POSITIVE_INFINITY), images.every((path) => existsSync(path))]).toEqual([false, true]);
  const other = write(join(folder, "settings.json"));
  expect([makeRoom(folder, 1), readdirSync(folder)]).toEqual([true, [basename(other)]]);
});

test("nameImage() moves a folder with the same name aside", () => {
  const path = imagePathOf(folder, "a");
  mkdirSync(path);
  write(join(path, "theirs"));
  nameImage(write(temporaryPathOf(path)), path);
  expect(statSync(path).isFile()).toBe(true);
  const [moved] = readdirSync(folder).filter((name) => name.endsWith(".folder"));
  expect(readdirSync(join(folder, moved!))).toEqual(["theirs"]);
});

test("findStamp() changes when a file is replaced, and is null if there is no regular file", () => {
  const path = write(imagePathOf(folder, "a"), 2);
  const before = findStamp(path);
  expect(before).toBe(stampOf(statSync(path)));
  write(path, 1);
  expect(findStamp(path)).not.toBe(before);
  expect([findStamp(folder), findStamp(join(folder, "missing"))]).toEqual([null, null]);
});

test("openRegularFile() opens only regular files, and doesn't wait for the writer of a FIFO", () => {
  {
    using file = openRegularFile(write(imagePathOf(folder, "a")));
    expect([file.path, file.stats.size]).toEqual([imagePathOf(folder, "a"), 1]);
  }
  const fifo = join(folder, "fifo.image");
  Bun.spawnSync(["mkfifo", fifo]);
  for (const path of [folder, fifo]) expect(() => openRegularFile(path)).toThrow(`${path} is not a regular file`);
});

test("makeWritableFolder() creates folders, and refuses a path below a file", () => {
  makeWritableFolder(join(folder, "a/b"));
  expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
  const below = join(write(join(folder, "file")), "below");
  expect(() => makeWritableFolder(below)).toThrow(UnwritableFolderError);
  expect(() => makeWritableFolder(below)).toThrow(`The folder of images can't be written to: ENOTDIR`);
});
