/** The image folder: other files instead of an image, a read-only image, and when images are released. */
import { describe, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventLines, waitForEvents } from "./support/events.ts";
import { imageOf, imagesOf, listImageFiles } from "./support/image-folder.ts";
import { canMount, launcherWithReadOnly } from "./support/mounts.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

const isLinux = process.platform === "linux";

const publishTeachers = (folder: string, count: number): Promise<boolean> => publish(folder, makeTeachers(count));

const databaseOf = (folder: string): string => join(folder, "var/teachers.db");

function listImages(folder: string): string[] {
  return listImageFiles(imagesOf(folder)).map((name) => join(imagesOf(folder), name));
}

/** Publishes `count` teachers, lets a server build the image, and returns its path. */
async function buildImageOf(folder: string, count: number): Promise<string> {
  await publishTeachers(folder, count);
  await using server = await startServer([], { folder });
  await waitForAnswer(server, `200, ${count} teachers`);
  const [image, ...others] = await waitFor(
    () => listImages(folder),
    ({ length }) => length === 1,
  );
  expect(others).toEqual([]);
  await server.stop();
  return image!;
}

/** The count, and the number of teachers on the first page. The request reads all sections that pages need. */
async function askWhole({ origin }: Pick<Server, "origin">): Promise<[count: number, results: number]> {
  const response = await fetch(`${origin}/teachers/?ordering=last_name`, { keepalive: false });
  const { count, results } = (await response.json()) as { count: number; results: unknown[] };
  return [count, results.length];
}

/** A summary of the list's response: `200, 3 teachers`; or `not listening`. */
async function summaryOf({ origin }: Pick<Server, "origin">): Promise<string> {
  const response = await fetch(`${origin}/teachers/?limit=1`, { keepalive: false }).catch(() => null);
  if (response === null) return "not listening";
  return `${response.status}, ${((await response.json()) as { count: number }).count} teachers`;
}

const waitForAnswer = (server: Server, wanted: string): Promise<string> =>
  waitFor(
    () => summaryOf(server),
    (answer) => answer === wanted,
  );

describe("instead of an image", () => {
  test("the valid image of another publication is not served, and the right one is built", async () => {
    using folder = makeFolder();
    const first = await buildImageOf(folder.path, 3);
    const copy = join(folder.path, "copy");
    copyFileSync(first, copy);
    const second = await buildImageOf(folder.path, 4);
    copyFileSync(copy, second);
    await using server = await startServer([], { folder: folder.path });
    await waitForAnswer(server, "200, 4 teachers");
    await server.logged(`${second} is the image of another publication`);
    expect(readFileSync(second).equals(readFileSync(copy))).toBe(false);

    // The server also notices the image of another publication if it replaces the one that is served.
    copyFileSync(copy, second);
    await waitForEvents(server, "image.built", 2);
    expect(await summaryOf(server)).toBe("200, 4 teachers");
  });

  test("a folder or a FIFO is skipped, and neither opened nor removed", async () => {
    using folder = makeFolder();
    const images = imagesOf(folder.path);
    mkdirSync(join(images, "folder.image"), { recursive: true });
    mkdirSync(join(images, "folder.image.999999999.tmp"));
    const fifo = join(images, "fifo.image");
    if (isLinux) Bun.spawnSync(["mkfifo", fifo]);
    await publishTeachers(folder.path, 3);
    await using server = await startServer([], { folder: folder.path });
    await publishTeachers(folder.path, 4);
    await waitForAnswer(server, "200, 4 teachers");
    await waitFor(
      () => listImageFiles(images).filter((name) => /^[0-9a-f-]{36}\.\d+\.image/.test(name)),
      ({ length }) => length === 1,
    );
    const others = listImageFiles(images).filter((name) => /^(?:fifo|folder)\./.test(name));
    expect(others.sort()).toEqual([...(isLinux ? ["fifo.image"] : []), "folder.image", "folder.image.999999999.tmp"]);
    expect(server.stderr()).not.toMatch(/ (?:warn|error) /);
  });
});

test("a folder with the name of the image is moved aside", async () => {
  using folder = makeFolder();
  const image = await buildImageOf(folder.path, 3);
  rmSync(image);
  mkdirSync(join(image, "theirs"), { recursive: true });
  await using server = await startServer([], { folder: folder.path });
  expect(server.content).toBe("3 teachers, version 1");
  const [moved] = listImages(folder.path).filter((path) => path.endsWith(".folder"));
  expect(readdirSync(moved!)).toEqual(["theirs"]);
});

test("the image of a release with another format is kept for that release, until there is another version", async () => {
  using folder = makeFolder();
  const image = await buildImageOf(folder.path, 3);
  const other = image.replace(/\.\d+\.image$/, ".0.image");
  renameSync(image, other);
  await using server = await startServer([], { folder: folder.path });
  expect(server.content).toBe("3 teachers, version 1");
  expect(listImages(folder.path).sort()).toEqual([other, image].sort());
  await publishTeachers(folder.path, 4);
  await waitFor(
    () => listImages(folder.path),
    (images) => images.length === 1 && images[0] !== image,
  );
  expect(server.stderr()).not.toMatch(/ (?:warn|error) /);
});

test("an image truncated while it is served does no harm, and is built again as soon as possible", async () => {
  using folder = makeFolder();
  const image = await buildImageOf(folder.path, 3);
  const database = databaseOf(folder.path);
  await using server = await startServer([], { folder: folder.path });
  // Without the database nothing can be built, so the server keeps answering from the loaded image.
  renameSync(database, `${database}.moved`);
  await waitForEvents(server, "database.unreachable", 1);
  truncateSync(image, 32_768);
  for (let i = 0; i < 40; i++) expect(await askWhole(server)).toEqual([3, 3]);
  renameSync(`${database}.moved`, database);
  await waitForEvents(server, "image.built", 1);
  await server.logged(`${image} is truncated`);
  expect(await askWhole(server)).toEqual([3, 3]);
  expect(eventLines(server, "image.ignored")).toHaveLength(1);
});

test("a server whose images were removed keeps answering, and rebuilds the image as soon as possible", async () => {
  using folder = makeFolder();
  await publishTeachers(folder.path, 3);
  await using server = await startServer([], { folder: folder.path });
  const image = imageOf(folder.path);
  rmSync(imagesOf(folder.path), { recursive: true });
  expect(await summaryOf(server)).toBe("200, 3 teachers");
  await waitForEvents(server, "image.built", 2);
  expect(imageOf(folder.path)).toBe(image);

  rmSync(imagesOf(folder.path), { recursive: true });
  writeFileSync(imagesOf(folder.path), "a file where the folder should be");
  await waitForEvents(server, "image.build_failed", 1);
  expect(await summaryOf(server)).toBe("200, 3 teachers");
  rmSync(imagesOf(folder.path));
  await waitForEvents(server, "image.built", 3);
  expect(imageOf(folder.path)).toBe(image);

  await publishTeachers(folder.path, 4);
  await waitForAnswer(server, "200, 4 teachers");
});

describe.skipIf(!canMount)("in a read-only folder", () => {
  test("a good image is served, and the reason why no other can be built is logged once", async () => {
    using folder = makeFolder();
    const image = await buildImageOf(folder.path, 3);
    const images = imagesOf(folder.path);
    await using server = await startServer([], { folder: folder.path, launcher: launcherWithReadOnly(images) });
    expect(await summaryOf(server)).toBe("200, 3 teachers");

    await publishTeachers(folder.path, 4);
    await waitForEvents(server, "image.build_failed", 1);
    await publishTeachers(folder.path, 5);
    // By now, the server has tried several times to build an image. It serves a version that another process builds in
    // the folder.
    await using builder = await startServer([], { folder: folder.path });
    await waitForAnswer(builder, "200, 5 teachers");
    await waitForAnswer(server, "200, 5 teachers");
    expect(eventLines(server, "image.build_failed")).toHaveLength(1);
    await server.logged("The folder of images can't be written to: EROFS");
    expect(listImages(folder.path)).not.toContain(image);
  });

  test("an old image that can't be removed is reported, and the new one is served", async () => {
    using folder = makeFolder();
    await buildImageOf(folder.path, 3);
    const images = imagesOf(folder.path);
    await using server = await startServer([], { folder: folder.path, launcher: launcherWithReadOnly(images) });
    await using _ = await startServer(["--data-dir", "other"], { folder: folder.path });
    await publishTeachers(folder.path, 4);
    const other = join(folder.path, "other");
    const [name] = await waitFor(
      () => readdirSync(other),
      (names) => names.length === 1 && names[0] !== listImageFiles(images)[0],
    );
    copyFileSync(join(other, name!), join(images, name!));
    await waitForAnswer(server, "200, 4 teachers");
    await waitForEvents(server, "image.not_removed", 1);
  });
});
