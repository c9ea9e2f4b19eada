/** The texts that cells of a workbook refer to by their index: many millions, which a small file can have, are packed. */
import { createGarbage } from "../../domain/garbage.ts";
import { createDamageError } from "../fault.ts";
import { copyText } from "./xml-events.ts";

export interface SharedTexts {
  /** The text with an index from 0; undefined where there is none. */
  at(index: number): string | undefined;
}

export interface SharedTextList extends SharedTexts {
  /** Adds a text of up to {@link chunkBytes} in UTF-8. Throws {@link WorkbookError} where there are too many. */
  add(text: string): void;
}

/** The first texts of up to this many characters are strings, which are faster: names and positions of the usual table. */
const [stringCountMax, stringLengthMax] = [2 ** 18, 100];

/** The garbage of a text, in bytes: parsing leaves more of it than the text has. */
const garbagePerText = 512;

/** A text is in one chunk, so that a longer list needs no copy of a shorter one. */
const chunkBytes = 2 ** 20;

/** The most texts: with one letter each, more would be a larger part than is read. */
const textsMax = 8_000_000;

export function createSharedTexts(): SharedTextList {
  const garbage = createGarbage();
  const strings: (string | null)[] = [];
  /** Other texts in UTF-8. */
  const chunks: Buffer[] = [];
  /** Where each text ends, as if the chunks were one. */
  let ends = new Uint32Array(1024);
  let [count, length] = [0, 0];

  function pack(text: string): void {
    const size = Buffer.byteLength(text);
    if (length + size > chunks.length * chunkBytes) {
      length = chunks.length * chunkBytes;
      chunks.push(Buffer.alloc(chunkBytes));
    }
    if (size > 0) chunks.at(-1)!.write(text, length % chunkBytes);
    length += size;
  }

  function unpack(index: number): string | undefined {
    const end = index < count ? ends[index] : undefined;
    if (end === undefined) return undefined;
    const chunk = Math.max(0, Math.ceil(end / chunkBytes) - 1);
    const start = Math.max(ends[index - 1] ?? 0, chunk * chunkBytes);
    return start === end ? "" : chunks[chunk]!.toString("utf8", start - chunk * chunkBytes, end - chunk * chunkBytes);
  }

  return {
    add(text) {
      if (count === textsMax) throw createDamageError(`it has more than ${textsMax} texts`);
      const isString = count < stringCountMax && text.length <= stringLengthMax;
      if (count < stringCountMax) strings.push(isString ? copyText(text) : null);
      if (!isString) pack(text);
      if (count === ends.length) ends = new Uint32Array(ends.buffer.transfer(2 * ends.byteLength));
      ends[count++] = length;
      garbage.countLarge(garbagePerText);
    },
    at: (index) => strings[index] ?? unpack(index),
  };
}
