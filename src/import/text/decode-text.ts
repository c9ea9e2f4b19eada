/** Turns a text file in any accepted encoding into UTF-8. */
import { isAscii, isUtf8 } from "node:buffer";
import type { FaultList } from "../fault.ts";
import { findUtf16Mark, guessCyrillic, guessUtf16, type TextEncoding } from "./encoding.ts";
import { peekBytes } from "./peek.ts";
import { countLineFeeds, readUtf8 } from "./utf8.ts";

export interface DecodedText {
  /** Known when all bytes were read; `utf-8` for ASCII. */
  readonly encoding: () => TextEncoding;
  /** UTF-8 in pieces that break no character, without a byte order mark. */
  readonly pieces: AsyncGenerator<Buffer>;
}

/** Enough bytes to tell UTF-16 without a mark. */
const startLength = 512;

/** How many bytes, from the first that is not ASCII, tell the encoding. */
const sampleLength = 4096;

/** The start of a file as a text in which ASCII is right, whatever the encoding. */
export function decodeStart(start: Buffer): string {
  const utf16 = findUtf16Mark(start) ?? guessUtf16(start.subarray(0, startLength));
  return utf16 === undefined ? start.toString("latin1").replace(/^ï»¿/, "") : new TextDecoder(utf16).decode(start);
}

/** Decodes in the encoding that is forced, or else in the one that the file looks like. */
export async function decodeText(
  input: AsyncIterable<Uint8Array>,
  forced: TextEncoding | null,
  faults: FaultList,
): Promise<DecodedText> {
  const { start, bytes } = await peekBytes(input, startLength);
  const utf16 = findUtf16Mark(start) ?? guessUtf16(start);
  if (forced === "utf-16" || (forced === null && utf16 !== undefined)) {
    return { encoding: () => "utf-16", pieces: decodeAs(bytes, utf16 ?? "utf-16le", faults) };
  }
  if (forced === "utf-8") return { encoding: () => "utf-8", pieces: readUtf8(bytes, faults) };
  if (forced !== null) return { encoding: () => forced, pieces: decodeAs(bytes, forced, faults) };
  let encoding: TextEncoding = "utf-8";
  const pieces = decodeGuessing(bytes, faults, (guess) => {
    encoding = guess;
  });
  return { encoding: () => encoding, pieces };
}

async function* decodeGuessing(
  bytes: AsyncIterable<Buffer>,
  faults: FaultList,
  onGuess: (encoding: TextEncoding) => void,
): AsyncGenerator<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  let line = 1;
  for (;;) {
    const { value, done } = await iterator.next();
    if (done) return;
    // ASCII is the same in all of the encodings, and tells nothing about which one it is.
    if (isAscii(value)) {
      line += countLineFeeds(value);
      yield value;
      continue;
    }
    const first = value.findIndex((byte) => byte >= 0x80);
    const { start, bytes: rest } = await peekBytes(prepend(value.subarray(first), iterator), sampleLength);
    const guess = isUtf8Start(start) ? undefined : guessCyrillic(start);
    const all = prepend(value.subarray(0, first), rest[Symbol.asyncIterator]());
    if (guess === undefined) yield* readUtf8(all, faults, line);
    else {
      onGuess(guess);
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

/** Whether bytes are UTF-8 but for a last character that may be cut. */
function isUtf8Start(bytes: Buffer): boolean {
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut++) {
    if (isUtf8(bytes.subarray(0, bytes.length - cut))) return true;
  }
  return false;
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
