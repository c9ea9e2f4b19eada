/**
 * Unpacks the parts of a spreadsheet from its archive, one at a time and within bounds, parses them as XML piece by
 * piece, and resolves references between them.
 */

import { createInflateRaw } from "node:zlib";
import { Parser } from "saxen";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { createDamageError, WorkbookError } from "../fault.ts";
import { unpackedFreeBytes, unpackedRatioMax } from "../unpack-file.ts";

/** The largest part of a spreadsheet, in bytes when unpacked: about three million rows. */
export const sheetBytesMax = 1024 * 1024 * 1024;

/** The largest part that is kept in memory, such as the table of texts, in bytes when unpacked. */
const keptBytesMax = 128 * 1024 * 1024;

/** The largest list of relationships between parts of a spreadsheet, in bytes when unpacked. */
const relationBytesMax = 8 * 1024 * 1024;

/** The longest name of a part, in characters. Patterns look at such names, also quadratic ones. */
const targetLengthMax = 500;

/** The key by which names are compared. Case and percent-encoding make no difference (ECMA-376, part 2). */
function keyOf(name: string): string {
  return (URL.parse(name, "http://package/")?.pathname ?? name).toLowerCase();
}

/** At most this many parts. A spreadsheet has one per sheet and picture. */
const partsMax = 10_000;

export type Archive = Awaited<ReturnType<typeof openArchive>>;

export async function openArchive(bytes: Buffer) {
  const zip = await fromBufferPromise(bytes).catch((error: Error) => {
    throw damageOf(error);
  });
  if (zip.entryCount > partsMax) throw new WorkbookError({ code: "tooManyParts", count: zip.entryCount });
  const entries = await readEntries(zip);
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    has: (name: string): boolean => entries.has(keyOf(name)),
    /** The bytes of a part. Throws {@link WorkbookError} if it is missing, damaged or larger than `bytesMax`. */
    async *readPart(name: string, bytesMax = keptBytesMax): AsyncGenerator<Buffer> {
      const entry = entries.get(keyOf(name));
      if (entry === undefined) throw createDamageError(`it has no ${name}`);
      checkSize(entry, bytesMax);
      try {
        const isDeflated = entry.isCompressed();
        yield* isDeflated ? inflatePart(zip, bytes, entry) : await zip.openReadStreamPromise(entry);
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

/** Larger than the pieces of yauzl, because each piece takes an iteration of the event loop. */
const pieceBytes = 64 * 1024;

async function* inflatePart(zip: ZipFile, bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  inflate.end(bytes.subarray(start, start + entry.compressedSize));
  let length = 0;
  for await (const piece of inflate as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > entry.uncompressedSize) break;
    yield piece;
  }
  if (length !== entry.uncompressedSize) throw createDamageError("the size of a part differs from the declared size");
}

/** Checks the declared sizes. A part that unpacks to another size is damaged. */
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

interface XmlHandler {
  /** `name` has no namespace prefix, but names of attributes keep theirs. */
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Whether reading can stop. */
  isDone?(): boolean;
}

/**
 * The maximum length of one tag or text, in characters, because the parser buffers it. The text of a cell has up to
 * 32,767 characters, and each can be an entity of up to 8 characters.
 */
const pieceLengthMax = 256 * 1024;

/** The maximum nesting of elements, because the parser keeps all open ones. A spreadsheet has about twenty levels. */
const depthMax = 256;

/** Throws a WorkbookError if the bytes are not XML. Errors of the handler are passed on. */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const decoder = new TextDecoder();
  const parser = new Parser();
  let failure: Error | undefined;
  let depth = 0;
  /** The characters since the last event. */
  let sinceEvent = 0;
  // The parser would report an error of a callback as damaged XML, so the error is kept here.
  const guard =
    <Args extends readonly unknown[]>(work: (...args: Args) => void) =>
    (...args: Args): void => {
      sinceEvent = 0;
      if (failure !== undefined) return;
      try {
        work(...args);
      } catch (error) {
        failure = error as Error;
        parser.stop();
      }
    };
  parser.on(
    "openTag",
    guard((name, attributes, decode) => {
      if (++depth > depthMax) throw createDamageError("its elements are nested too deeply");
      handler.open(withoutPrefix(name), () => decodeAll(attributes(), decode));
    }),
  );
  parser.on(
    "closeTag",
    guard((name) => {
      depth--;
      handler.close?.(withoutPrefix(name));
    }),
  );
  parser.on(
    "text",
    guard((text, decode) => handler.text?.(text.includes("&") ? decode(text) : text)),
  );
  parser.on(
    "cdata",
    guard((text) => handler.text?.(text)),
  );
  for (const event of ["comment", "question", "attention"] as const) {
    parser.on(
      event,
      guard(() => {}),
    );
  }
  parser.on("error", (error) => {
    failure ??= createDamageError(error.message);
  });
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    sinceEvent += text.length;
    parser.write(text);
    if (sinceEvent > pieceLengthMax) throw createDamageError("it has a tag or a text that is too long");
    if (failure !== undefined) throw failure;
    if (handler.isDone?.() === true) return;
  }
  parser.end();
  if (failure !== undefined) throw failure;
}

/**
 * Copies a text for storage, because a slice would keep the whole original text in memory. The runtime writes a
 * concatenation to new memory when a character of it is read.
 */
export function copyText(text: string): string {
  const copy = text.slice(0, 1) + text.slice(1);
  copy.charCodeAt(0);
  return copy;
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function decodeAll(attributes: Record<string, string>, decode: (text: string) => string): Record<string, string> {
  for (const name in attributes) if (attributes[name]!.includes("&")) attributes[name] = decode(attributes[name]!);
  return attributes;
}

/** A part that another one refers to. */
export interface Target {
  readonly id: string;
  /** The last segment of the relationship's type. */
  readonly type: string;
  readonly part: string;
}

export function findPart(targets: readonly Target[], type: string): string | null {
  return targets.find((target) => target.type === type)?.part ?? null;
}

/** The parts that the part `source` refers to. An empty name means the whole package. */
export async function readTargets(archive: Archive, source: string): Promise<Target[]> {
  const targets: Target[] = [];
  const relations = source.replace(/[^/]*$/, "_rels/$&.rels");
  await readXml(archive.readPart(relations, relationBytesMax), {
    open(name, attributes) {
      if (name !== "Relationship") return;
      const { Id = "", Target = "", TargetMode, Type = "" } = attributes();
      if (TargetMode === "External") return;
      if (Target.length > targetLengthMax) throw createDamageError("the name of a part is too long");
      targets.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), part: resolvePart(Target, source) });
    },
  });
  return targets;
}

/** Resolves a URI reference in the part `source` to the name of a part (ECMA-376, part 2). */
function resolvePart(reference: string, source: string): string {
  return URL.parse(reference, `http://package/${source}`)?.pathname.slice(1) ?? "";
}
