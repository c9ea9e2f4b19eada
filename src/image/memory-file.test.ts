import { expect, test } from "bun:test";
import { readFileSync, writeSync } from "node:fs";
import { createMemoryFile } from "./memory-file.ts";

test.skipIf(process.platform !== "linux")(
  "createMemoryFile() makes files that other processes can read until they are disposed of",
  async () => {
    const [one, other] = [createMemoryFile()!, createMemoryFile()!];
    writeSync(one.descriptor, "one");
    writeSync(other.descriptor, "other");
    expect(await Bun.$`cat ${one.path} ${other.path}`.text()).toBe("oneother");
    one[Symbol.dispose]();
    expect(() => readFileSync(one.path)).toThrow("ENOENT");
    expect(readFileSync(other.path, "utf8")).toBe("other");
    other[Symbol.dispose]();
  },
);
