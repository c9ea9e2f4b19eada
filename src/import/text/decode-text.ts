/** Turns a text file in any accepted encoding into UTF-8. */
import { isAscii, isUtf8 } from "node:buffer";
import type { FaultList } from "../fault.ts";
import type { TextEncoding } from "../format.ts";
import { peekBytes, toBuffer } from "../unpack-file.ts";

/** Enough bytes to recognise UTF-16 without a byte order mark. */
const startLength = 512;

/** The encoding is detected from this many bytes, starting with the first that is not ASCII. */
const sampleLength = 4096;

/** The start of a file as text. ASCII characters are correct in any encoding. */
export function decodeStart(start: Buffer): string {
  const utf16 = findByteOrder(start) ?? guessUtf16(start.subarray(0, startLength));
  return utf16 === undefined ? start.toString("latin1").replace(/^ï»¿/, "") : new TextDecoder(utf16).decode(start);
}

/**
 * UTF-8 without a byte order mark, in pieces that split no character. Decodes with `forced`, or detects the encoding if
 * `forced` is null. Records the encoding in the facts of the file. ASCII counts as UTF-8.
 */
export async function* decodeText(
  input: AsyncIterable<Uint8Array>,
  forced: TextEncoding | null,
  faults: FaultList,
): AsyncGenerator<Buffer> {
  const { start, bytes } = await peekBytes(input, startLength);
  const utf16 = findByteOrder(start) ?? guessUtf16(start);
  const encoding = forced ?? (utf16 === undefined ? null : "utf-16");
  if (encoding !== null) faults.about.encoding = encoding;
  if (encoding === null) yield* decodeGuessing(bytes, faults);
  else if (encoding === "utf-8") yield* readUtf8(bytes, faults);
  else yield* decodeAs(bytes, encoding === "utf-16" ? (utf16 ?? "utf-16le") : encoding, faults);
}

async function* decodeGuessing(bytes: AsyncIterable<Buffer>, faults: FaultList): AsyncGenerator<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  let line = 1;
  for (;;) {
    const { value, done } = await iterator.next();
    if (done) return;
    // ASCII is the same in all these encodings, so these bytes do not show the encoding.
    if (isAscii(value)) {
      line += countLineFeeds(value);
      yield value;
      continue;
    }
    const first = value.findIndex((byte) => byte >= 0x80);
    const { start, bytes: rest } = await peekBytes(prepend(value.subarray(first), iterator), sampleLength);
    // The last character may be cut off.
    const guess = start.length - countValid(start) < 4 ? undefined : guessCyrillic(start);
    const all = prepend(value.subarray(0, first), rest[Symbol.asyncIterator]());
    if (guess === undefined) yield* readUtf8(all, faults, line);
    else {
      faults.about.encoding = guess;
      yield* decodeAs(all, guess, faults, line);
    }
    return;
  }
}

async function* prepend(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { value, done } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* decodeAs(
  bytes: AsyncIterable<Buffer>,
  encoding: "utf-16le" | "utf-16be" | "windows-1251" | "koi8-u",
  faults: FaultList,
  firstLine = 1,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = firstLine;
  const decode = (chunk?: Buffer): Buffer => {
    const text = Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    line += countLineFeeds(text);
    return text;
  };
  try {
    for await (const chunk of bytes) {
      const text = decode(chunk);
      if (text.length > 0) yield text;
    }
    const text = decode();
    if (text.length > 0) yield text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const name = encoding.startsWith("utf-16") ? "UTF-16" : encoding;
    faults.stop({ line, message: { code: "wrongEncoding", encoding: name } });
  }
}

/**
 * The input without a byte order mark, in pieces that never break a character. Every byte before a fault is passed on,
 * so that the faults of a file don't depend on the chunks in which it arrives. `firstLine` is the number of the first
 * line.
 */
export async function* readUtf8(
  input: AsyncIterable<Uint8Array>,
  faults: FaultList,
  firstLine = 1,
): AsyncGenerator<Buffer> {
  let remainder: Buffer = Buffer.alloc(0);
  let line = firstLine;
  let isAtStart = true;

  function takeValid(): Buffer {
    const valid = remainder.subarray(0, countValid(remainder));
    remainder = remainder.subarray(valid.length);
    line += countLineFeeds(valid);
    return valid;
  }

  for await (const chunk of input) {
    remainder = remainder.length === 0 ? toBuffer(chunk) : Buffer.concat([remainder, chunk]);
    if (remainder.length < byteOrderMark.length) continue;
    if (isAtStart) remainder = skipByteOrderMark(remainder);
    isAtStart = false;
    const valid = takeValid();
    if (valid.length > 0) yield valid;
    if (remainder.length >= sampleLengthMax) break;
  }
  const valid = takeValid();
  if (valid.length > 0) yield valid;
  if (remainder.length === 0) return;
  const byte = `0x${remainder.toString("hex", 0, 1).toUpperCase()}`;
  const sample = remainder.subarray(0, sampleLengthMax);
  const guess = findByteOrder(sample) === undefined ? guessCyrillic(sample) : "UTF-16";
  faults.stop({ line, message: { code: "notUtf8", byte, guess } });
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The encoding is guessed from this many bytes, starting with the first that is not UTF-8. */
const sampleLengthMax = 256;

function skipByteOrderMark(bytes: Buffer): Buffer {
  const { length } = byteOrderMark;
  return bytes.subarray(0, length).equals(byteOrderMark) ? bytes.subarray(length) : bytes;
}

/** The number of bytes before the first invalid or incomplete character. */
function countValid(bytes: Buffer): number {
  // Most chunks are valid, except for a last character that continues in the next one.
  for (let end = bytes.length; end >= 0 && end > bytes.length - 4; end--) {
    if (isUtf8(bytes.subarray(0, end))) return end;
  }
  let at = 0;
  for (;;) {
    const end = at + characterLength(bytes[at]!);
    if (bytes[at]! >= 0x80 && !isUtf8(bytes.subarray(at, end))) return at;
    at = end;
  }
}

function characterLength(firstByte: number): number {
  if (firstByte < 0xc0) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}

/** The number of LF in the bytes. */
function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** The single-byte encoding that bytes look like; undefined if they look like none. */
function guessCyrillic(sample: Uint8Array): "windows-1251" | "koi8-u" | undefined {
  // Text in either encoding also decodes to Cyrillic in the other one, but to rarer letters and with swapped case.
  const candidates = cyrillicEncodings
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(sample) }))
    .filter(({ text }) => isCyrillic(text))
    .map(({ encoding, text }) => ({ encoding, frequent: countMatches(text, frequentLetters) }))
    .sort((a, b) => b.frequent - a.frequent);
  return candidates[0]?.encoding;
}

/** The most frequent letters of Ukrainian, two thirds of any text. */
const frequentLetters = /[оанивіртеск]/giu;

/** The byte order of UTF-16 by the byte order mark at the start of a file. */
function findByteOrder(start: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : undefined;
}

/**
 * The byte order of UTF-16 without a byte order mark: every second byte is the high byte of Latin (0) or Cyrillic (4).
 */
function guessUtf16(start: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const counts = [0, 0];
  for (let i = 0; i < start.length; i++) if (start[i] === 0 || start[i] === 4) counts[i % 2]!++;
  const pairs = Math.floor(start.length / 2);
  if (pairs < 4) return undefined;
  if (counts[1]! > pairs * 0.8 && counts[0]! < pairs * 0.2) return "utf-16le";
  return counts[0]! > pairs * 0.8 && counts[1]! < pairs * 0.2 ? "utf-16be" : undefined;
}

const cyrillicEncodings = ["windows-1251", "koi8-u"] as const;

function isCyrillic(text: string): boolean {
  const foreign = countMatches(text, /\P{ASCII}/gu);
  const letters = countMatches(text, /[А-яЁёЄєІіЇїҐґ]/g);
  // A capital after a small letter, or a Latin letter beside a Cyrillic one, is a sign of another encoding.
  const misplaced = countMatches(text, /[а-яёєіїґ][А-ЯЁЄІЇҐ]|[A-Za-z][А-яЁёЄєІіЇїҐґ]|[А-яЁёЄєІіЇїҐґ][A-Za-z]/g);
  return letters > 1 && letters >= foreign * 0.9 && misplaced <= letters * 0.1;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
