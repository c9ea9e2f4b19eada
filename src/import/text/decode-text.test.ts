import { describe, expect, test } from "bun:test";
import { isUtf8 } from "node:buffer";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { renderFaults } from "../../publishing/file-lines.ts";
import { cutBytes } from "../../publishing/reader-testing.ts";
import { createFaultList } from "../fault.ts";
import type { TextEncoding } from "../format.ts";
import { readGzip } from "../unpack-file.ts";
import { decodeText, readUtf8 } from "./decode-text.ts";

const text = `id,Прізвище\n1,Шевченко\n2,Ґудзь\n3,Їжакевич\n${"4,Левицький\n".repeat(30)}`;

/** Encodes a text in a single-byte encoding, by inverting its decoder. */
function encode(text: string, encoding: "windows-1251" | "koi8-u"): Buffer {
  const characters = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Buffer.from([...text].map((character) => characters.indexOf(character)));
}

async function decode(bytes: Buffer, sizes: readonly number[], forced: TextEncoding | null = null) {
  const faults = createFaultList();
  const read: Buffer[] = [];
  for await (const piece of decodeText(cutBytes(bytes, sizes), forced, faults)) read.push(piece);
  return { encoding: faults.about.encoding, text: Buffer.concat(read).toString(), isRefused: faults.stopped };
}

describe("decodeText()", () => {
  const utf16 = Buffer.from(text, "utf16le");
  const cases: [what: string, bytes: Buffer, encoding: TextEncoding][] = [
    ["UTF-8", Buffer.from(text), "utf-8"],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`), "utf-8"],
    ["windows-1251", encode(text, "windows-1251"), "windows-1251"],
    ["windows-1251 in capitals", encode(text.toUpperCase(), "windows-1251"), "windows-1251"],
    ["koi8-u", encode(text, "koi8-u"), "koi8-u"],
    ["koi8-u in capitals", encode(text.toUpperCase(), "koi8-u"), "koi8-u"],
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le"), "utf-16"],
    ["UTF-16 without a byte order mark", utf16, "utf-16"],
    ["UTF-16 in big-endian order", Buffer.from(`\ufeff${text}`, "utf16le").swap16(), "utf-16"],
    [
      "windows-1251 after much ASCII",
      Buffer.concat([Buffer.alloc(9999, "a\n"), encode(text, "windows-1251")]),
      "windows-1251",
    ],
  ];
  test.each(cases)("detects %s, however the bytes are cut", async (what, bytes, encoding) => {
    for (const sizes of [[], [1], [3, 700]]) {
      const found = await decode(bytes, sizes);
      expect(found).toMatchObject({ encoding, isRefused: false });
      expect(found.text.toLowerCase()).toEndWith(text.toLowerCase());
      expect(found.text).not.toStartWith("\ufeff");
      if (what.startsWith("UTF-8")) expect(found.text).toBe(text);
    }
  });

  test("uses the encoding that the user named", async () => {
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

  test("unpacks files, also those of several gzip members", async () => {
    const packed = gzipSync(text);
    const { length } = Buffer.from(text);
    for (const sizes of [[], [1], [17]]) {
      expect(await unpack(packed, sizes)).toEqual({ length, fault: null });
      expect(await unpack(Buffer.concat([packed, packed]), sizes)).toEqual({ length: 2 * length, fault: null });
    }
  });

  test("reports damage and decompression bombs", async () => {
    expect((await unpack(gzipSync(text).subarray(0, -9), [])).fault).toContain("is cut short");
    const damaged = gzipSync(text);
    damaged[20]! ^= 0xff;
    expect((await unpack(damaged, [])).fault).toContain("is damaged");
    expect((await unpack(gzipSync(Buffer.alloc(20_000_000)), [])).fault).toContain("unpacks to more than");
  });
});

async function read(bytes: Uint8Array, sizes: number[]): Promise<{ pieces: Buffer[]; report: string | null }> {
  const faults = createFaultList();
  const pieces: Buffer[] = [];
  for await (const piece of readUtf8(cutBytes(bytes, sizes), faults)) pieces.push(piece);
  return { pieces, report: faults.stopped ? renderFaults(faults.toError())[0]! : null };
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

describe("readUtf8()", () => {
  test("passes on whole characters, without the byte order mark", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "ш", "’", "😀", "\ufeff") });
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), sizes, async (text, isMarked, sizes) => {
        const { pieces, report } = await read(Buffer.from((isMarked ? "\ufeff" : "") + text), sizes);
        expect(report).toBe(null);
        expect(pieces.every((piece) => piece.length > 0 && isUtf8(piece))).toBe(true);
        expect(Buffer.concat(pieces).toString()).toBe(!isMarked && text.startsWith("\ufeff") ? text.slice(1) : text);
      }),
    );
  });

  test("passes on all bytes before a fault, however they are cut", async () => {
    const bytes = fc.array(
      fc.constantFrom(0x0a, 0x61, 0xd1, 0x88, 0xe2, 0x80, 0x99, 0xf0, 0x9f, 0xc0, 0xff, 0xed, 0xa0),
      {
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (list, sizes) => {
        const bytes = Uint8Array.from(list);
        const whole = await read(bytes, []);
        const cut = await read(bytes, sizes);
        expect(cut.report).toEqual(whole.report);
        expect(Buffer.concat(cut.pieces)).toEqual(Buffer.concat(whole.pieces));
        expect(whole.report === null).toBe(isUtf8(bytes));
      }),
      { numRuns: 1000 },
    );
  });

  const advice = 'save it as UTF-8 ("CSV UTF-8" in Excel)';
  const legacy = "Шевченко;Тарас;Григорович;доцент";
  const cases: [what: string, bytes: number[], report: string][] = [
    [
      "a byte that starts no character",
      [0x61, 0x0a, 0x0d, 0x0a, 0xff],
      `line 3: the byte 0xFF is not UTF-8; ${advice}`,
    ],
    ["a character cut short by the end", [0x61, 0xd1], `line 1: the byte 0xD1 is not UTF-8; ${advice}`],
    ["an overlong character", [0xc0, 0x80, 0x61], `line 1: the byte 0xC0 is not UTF-8; ${advice}`],
    ["a surrogate", [0x0a, 0xed, 0xa0, 0x80], `line 2: the byte 0xED is not UTF-8; ${advice}`],
    [
      "windows-1251",
      [...Buffer.from("id;name\n1;"), ...encode(legacy, "windows-1251")],
      `line 2: the byte 0xD8 is not UTF-8, the file looks like windows-1251; ${advice}`,
    ],
    [
      "KOI8-U",
      [...Buffer.from("id;name\n1;"), ...encode(legacy, "koi8-u")],
      `line 2: the byte 0xFB is not UTF-8, the file looks like koi8-u; ${advice}`,
    ],
    [
      "UTF-16",
      [...Buffer.from("\ufeffid;name", "utf16le")],
      `line 1: the byte 0xFF is not UTF-8, the file looks like UTF-16; ${advice}`,
    ],
    [
      "Latin-1",
      [...Buffer.from("M\u00fcller;\u00c9mile;\u00f1", "latin1")],
      `line 1: the byte 0xFC is not UTF-8; ${advice}`,
    ],
  ];
  test.each(cases)("refuses %s", async (_, bytes, report) => {
    expect((await read(Uint8Array.from(bytes), [])).report).toBe(report);
    expect((await read(Uint8Array.from(bytes), [1])).report).toBe(report);
  });
});
