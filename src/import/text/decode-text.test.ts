import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { renderFaults } from "../../publishing/file-lines.ts";
import { createFaultList } from "../fault.ts";
import { cutBytes } from "../reader-testing.ts";
import { decodeText } from "./decode-text.ts";
import type { TextEncoding } from "./encoding.ts";
import { readGzip } from "./gunzip.ts";

const text = `id,Прізвище\n1,Шевченко\n2,Ґудзь\n3,Їжакевич\n${"4,Левицький\n".repeat(30)}`;

/** The inverse of a decoder for one byte a character. */
function encode(text: string, encoding: "windows-1251" | "koi8-u"): Buffer {
  const characters = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Buffer.from([...text].map((character) => characters.indexOf(character)));
}

async function decode(bytes: Buffer, sizes: readonly number[], forced: TextEncoding | null = null) {
  const faults = createFaultList();
  const { encoding, pieces } = await decodeText(cutBytes(bytes, sizes), forced, faults);
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return { encoding: encoding(), text: Buffer.concat(read).toString(), isRefused: faults.stopped };
}

describe("decodeText()", () => {
  const utf16 = Buffer.from(text, "utf16le");
  const cases: [what: string, bytes: Buffer, encoding: TextEncoding][] = [
    ["UTF-8", Buffer.from(text), "utf-8"],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), "utf-8"],
    ["windows-1251", encode(text, "windows-1251"), "windows-1251"],
    ["windows-1251 in capitals", encode(text.toUpperCase(), "windows-1251"), "windows-1251"],
    ["koi8-u", encode(text, "koi8-u"), "koi8-u"],
    ["koi8-u in capitals", encode(text.toUpperCase(), "koi8-u"), "koi8-u"],
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le"), "utf-16"],
    ["UTF-16 without a mark", utf16, "utf-16"],
    ["UTF-16, the high byte first", Buffer.from(`\ufeff${text}`, "utf16le").swap16(), "utf-16"],
    [
      "windows-1251 after much ASCII",
      Buffer.concat([Buffer.alloc(9999, "a\n"), encode(text, "windows-1251")]),
      "windows-1251",
    ],
  ];
  test.each(cases)("finds out %s, however the bytes are cut", async (what, bytes, encoding) => {
    for (const sizes of [[], [1], [3, 700]]) {
      const found = await decode(bytes, sizes);
      expect(found).toMatchObject({ encoding, isRefused: false });
      expect(found.text.toLowerCase()).toEndWith(text.toLowerCase());
      expect(found.text).not.toStartWith("\ufeff");
      if (what.startsWith("UTF-8")) expect(found.text).toBe(text);
    }
  });

  test("does as it is told", async () => {
    expect(await decode(encode("Ш", "koi8-u"), [], "koi8-u")).toMatchObject({ text: "Ш", encoding: "koi8-u" });
    expect((await decode(encode(text, "koi8-u"), [], "utf-8")).isRefused).toBe(true);
    expect((await decode(Buffer.from([0x34, 0x04, 0x00, 0xd8]), [], "utf-16")).isRefused).toBe(true);
  });
});

describe("readGzip()", () => {
  async function unpack(bytes: Buffer, sizes: readonly number[]) {
    const faults = createFaultList();
    const input = cutBytes(bytes, sizes) as AsyncIterable<Buffer>;
    let length = 0;
    for await (const piece of readGzip(input, faults)) length += piece.length;
    return { length, fault: faults.count === 0 ? null : renderFaults(faults.toError())[0] };
  }

  test("unpacks whole files, also of several parts", async () => {
    const packed = gzipSync(text);
    const { length } = Buffer.from(text);
    for (const sizes of [[], [1], [17]]) {
      expect(await unpack(packed, sizes)).toEqual({ length, fault: null });
      expect(await unpack(Buffer.concat([packed, packed]), sizes)).toEqual({ length: 2 * length, fault: null });
    }
  });

  test("names damage and bombs", async () => {
    expect((await unpack(gzipSync(text).subarray(0, -9), [])).fault).toContain("is cut short");
    const damaged = gzipSync(text);
    damaged[20]! ^= 0xff;
    expect((await unpack(damaged, [])).fault).toContain("is damaged");
    expect((await unpack(gzipSync(Buffer.alloc(20_000_000)), [])).fault).toContain("unpacks to more than");
  });
});
