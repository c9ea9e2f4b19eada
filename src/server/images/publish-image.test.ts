import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { rosterOf } from "../../domain/roster-testing.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { openImage } from "../../image/image-file.ts";
import { imagePathOf, listImages } from "../../image/image-files.ts";
import { type Manifest, manifestPathOf, readManifest } from "../../image/manifest.ts";
import { openStore, type Store } from "../../store/store.ts";
import type { PublicationSource } from "../follow/follower.ts";
import { createPolledFolder } from "../follow/polled-folder.ts";
import { OlderVersionError, publishImage } from "./publish-image.ts";

let folder = "";
let images = "";
let edge = "";
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "publish-image-test-"));
  images = join(folder, "images");
  edge = join(folder, "edge");
  mkdirSync(edge);
  store = await openStore(`sqlite:${join(folder, "teachers.db")}`, { lockWaitMs: 10_000, migrates: true });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const note = { message: "", publishedBy: "" };

/** Publishes teachers with the ids 1 to `count`. */
async function publish(count: number): Promise<void> {
  const teachers = Array.from({ length: count }, (_, i) => storedTeacher({ id: i + 1, last_name: `Коваль${i}` }));
  await store.publish(rosterOf(teachers), { source: "test", dryRun: false });
}

async function publishBoth(count: number): Promise<Manifest> {
  await publish(count);
  return (await publishImage(store, images, false)).manifest;
}

/** The versions of the images in the folder, newest first. */
async function listVersions(): Promise<number[]> {
  const opened = await Promise.all(listImages(images).map((path) => openImage(path)));
  return opened.map(({ publication }) => publication.version).sort((a, b) => b - a);
}

describe("publishImage()", () => {
  test("refuses a database without a publication, and leaves no manifest", async () => {
    await expect(publishImage(store, images, false)).rejects.toThrow("Nothing is published yet");
    expect(readdirSync(images)).toEqual([]);
  });

  test("writes the image and a manifest that describes it", async () => {
    const manifest = await publishBoth(3);
    const path = imagePathOf(images, manifest.publication.id);
    const bytes = readFileSync(path);
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    expect(manifest).toMatchObject({ size: bytes.length, sha256, publication: { version: 1, count: 3 } });
    expect(readManifest(images)).toEqual(manifest);
    expect(readdirSync(images).sort()).toEqual([basename(path), basename(manifestPathOf(images))].sort());
  });

  test("changes nothing for the version that the folder has, and writes a damaged image again", async () => {
    const manifest = await publishBoth(3);
    expect(await publishImage(store, images, false)).toEqual({ manifest, isUnchanged: true });
    truncateSync(imagePathOf(images, manifest.publication.id), 40_000);
    const again = await publishImage(store, images, false);
    expect(again).toMatchObject({ isUnchanged: false, manifest: { sha256: manifest.sha256 } });
    expect(again.manifest.sequence).toBeGreaterThan(manifest.sequence);
  });

  test("keeps the newest two images, and the sequence grows even if the manifest is damaged", async () => {
    let last = 0;
    for (const count of [3, 4, 5]) {
      const { sequence } = await publishBoth(count);
      expect(sequence).toBeGreaterThan(last);
      last = sequence;
    }
    expect(await listVersions()).toEqual([3, 2]);
    writeFileSync(manifestPathOf(images), '{"format":');
    await publishBoth(6);
    expect(await listVersions()).toEqual([4, 3]);
  });

  test("removes every image that has an erased teacher, also of another format", async () => {
    const { publication } = await publishBoth(3);
    cpSync(imagePathOf(images, publication.id), join(images, `${publication.id}.1.image`));
    writeFileSync(join(images, "other.image"), "Коваль");
    await store.erase([2], note);
    const { manifest } = await publishImage(store, images, false);
    expect(readdirSync(images).filter((name) => name.endsWith(".image"))).toEqual([
      basename(imagePathOf("", manifest.publication.id)),
    ]);
  });

  test("refuses a database with an older version, unless it is allowed", async () => {
    await publish(1);
    const { publication } = await publishBoth(2);
    const other = await openStore(`sqlite:${join(folder, "older.db")}`, { lockWaitMs: 10_000, migrates: true });
    try {
      await other.publish(rosterOf([storedTeacher({ id: 1 })]), { source: "test", dryRun: false });
      await expect(publishImage(other, images, false)).rejects.toThrow(OlderVersionError);
      expect(readManifest(images)?.publication).toEqual(publication);
      const { manifest } = await publishImage(other, images, true);
      expect(manifest.publication.version).toBe(1);
    } finally {
      await other.close();
    }
  });
});

describe("createPolledFolder()", () => {
  const open = (): PublicationSource => createPolledFolder(images, edge);
  const follow = async (source: PublicationSource): Promise<string> => {
    await source.findCurrent(null);
    return source.makeImage(AbortSignal.any([]));
  };

  test("copies the image of the manifest, which then opens from the edge's own folder", async () => {
    const { publication } = await publishBoth(3);
    const path = await follow(open());
    expect(path).toBe(imagePathOf(edge, publication.id));
    rmSync(images, { recursive: true });
    expect((await openImage(path)).publication).toEqual(publication);
  });

  test.each<[what: string, damage: (image: string) => void, error: string]>([
    ["is missing", (image) => rmSync(image), "ENOENT"],
    ["is cut", (image) => truncateSync(image, 40_000), "has 40000 bytes, but its manifest says"],
    [
      "has another byte",
      (image) => {
        const bytes = readFileSync(image);
        bytes[bytes.length - 1]! ^= 1;
        writeFileSync(image, bytes);
      },
      "is damaged: its SHA-256 differs from its manifest",
    ],
  ])("copies nothing if the image %s", async (_, damage, error) => {
    const { publication } = await publishBoth(3);
    damage(imagePathOf(images, publication.id));
    await expect(follow(open())).rejects.toThrow(error);
    expect(listImages(edge)).toEqual([]);
  });

  test.each<[what: string, change: (text: string) => string | null, error: string]>([
    ["is missing", () => null, "does not exist"],
    ["is torn", (text) => text.slice(0, 100), "is not a complete manifest of an image"],
    ["is empty", () => "", "is not a complete manifest of an image"],
    ["is of another format", (text) => text.replace(/"format": \d+/, '"format": 1'), "is not a complete manifest"],
    ["is older", (text) => text.replace(/"sequence": \d+/, '"sequence": 7'), "has sequence 7, but sequence "],
    ["repeats a sequence", (text) => text.replace(/"id": "../, '"id": "zz'), "of another publication"],
  ])("follows nothing if the manifest %s, also after a restart", async (_, change, error) => {
    await publishBoth(3);
    await follow(open());
    const path = manifestPathOf(images);
    const text = change(readFileSync(path, "utf8"));
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
    await expect(open().findCurrent(null)).rejects.toThrow(error);
  });
});
