import { afterAll, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapFile } from "./map-file.ts";

const folder = mkdtempSync(join(tmpdir(), "map-file-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, "bytes");
const bytes = Uint8Array.from({ length: 40_000 }, (_, i) => i % 251);
await Bun.write(path, bytes);

test.each([
  [0, 0],
  [0, 1],
  [0, 40_000],
  [16_384, 10],
  [32_768, 7_232],
])("mapFile() from %i for %i bytes, which stay after the file is closed", (offset, length) => {
  const descriptor = openSync(path, "r");
  const mapped = new Uint8Array(mapFile({ descriptor, offset, length }));
  closeSync(descriptor);
  expect(mapped).toEqual(bytes.slice(offset, offset + length));
});

test("mapFile() refuses an offset that is no multiple of the page size, and a closed file", () => {
  const descriptor = openSync(path, "r");
  expect(() => mapFile({ descriptor, offset: 1, length: 10 })).toThrow("can't be mapped");
  closeSync(descriptor);
  expect(() => mapFile({ descriptor: 999_999, offset: 0, length: 10 })).toThrow("can't be mapped");
});
