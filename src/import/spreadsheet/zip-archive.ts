/** The parts of a zip archive, unpacked one at a time and within bounds. */
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { createDamageError, WorkbookError } from "../fault.ts";
import { unpackedFreeBytes, unpackedRatioMax } from "../limits.ts";

export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The bytes of a part; throws {@link WorkbookError} where it is missing, damaged or larger than `bytesMax`. */
  readPart(name: string, bytesMax: number): AsyncGenerator<Buffer>;
}

/** What names are compared by: neither case nor percent-encoding makes a difference (ECMA-376, part 2). */
function keyOf(name: string): string {
  return (URL.parse(name, "http://package/")?.pathname ?? name).toLowerCase();
}

/** The most parts: a spreadsheet has one per sheet and picture. */
const partsMax = 10_000;

export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(bytes).catch((error: Error) => {
    throw damageOf(error);
  });
  if (zip.entryCount > partsMax) throw new WorkbookError({ code: "tooManyParts", count: zip.entryCount });
  const entries = await readEntries(zip);
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    has: (name) => entries.has(keyOf(name)),
    async *readPart(name, bytesMax) {
      const entry = entries.get(keyOf(name));
      if (entry === undefined) throw createDamageError(`it has no ${name}`);
      checkSize(entry, bytesMax);
      try {
        for await (const piece of await zip.openReadStreamPromise(entry)) yield piece as Buffer;
      } catch (error) {
        throw error instanceof WorkbookError ? error : damageOf(error as Error);
      }
    },
  };
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry);
  } catch (error) {
    throw damageOf(error as Error);
  }
  return entries;
}

/** Sizes are checked as they are declared; yauzl ends a part that unpacks to more. */
function checkSize(entry: Entry, bytesMax: number): void {
  if (entry.isEncrypted()) throw new WorkbookError({ code: "password" });
  const { uncompressedSize: unpacked, compressedSize: packed } = entry;
  if (unpacked > unpackedFreeBytes && unpacked > packed * unpackedRatioMax) {
    throw new WorkbookError({ code: "bomb", format: "spreadsheet", ratioMax: unpackedRatioMax });
  }
  if (unpacked > bytesMax) throw new WorkbookError({ code: "partTooLarge", megabytesMax: bytesMax / 1024 / 1024 });
}

function damageOf(error: Error): WorkbookError {
  return createDamageError(error.message);
}
