/** Downloads: large bodies in pieces, rendered only as fast as the client reads. */
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { OverloadError, type Turns } from "../directory/turns.ts";

export type Bytes = Uint8Array<ArrayBuffer>;
export type Pieces = AsyncGenerator<Bytes, void>;

/** Level 6 takes twice as long as level 5, and makes downloads only 3 to 4 % smaller. */
export const gzipLevel = 5;
/** A compressor of a download takes half of the memory that it takes by default, and compresses hardly less. */
const gzipOptions = { level: gzipLevel, windowBits: 14, memLevel: 7 };

/** At most this many downloads are open. Each holds a piece, a version, and perhaps 260 KB of a compressor. */
const openMax = 256;
/** At most this many of them are workbooks, each of which takes megabytes. */
const workbooksMax = 8;

const encoder = new TextEncoder();

/**
 * Garbage is collected after this many pieces of all downloads. By itself, Bun collects it only once it is as large as a
 * large directory.
 */
const piecesPerCollection = 256;
let uncollected = 0;

function countGarbage(): void {
  uncollected = (uncollected + 1) % piecesPerCollection;
  if (uncollected === 0) Bun.gc(true);
}

/** Encodes texts, each in a turn of its own, so that other requests are answered in between. */
export async function* piecesOf(texts: Generator<string, void>, turns: Turns): Pieces {
  for (;;) {
    const { done, value } = await turns.run(() => texts.next());
    if (done) return;
    yield encoder.encode(value);
    countGarbage();
  }
}

/** Compresses pieces. The compressor works in another thread. */
export async function* gzipPieces(pieces: Pieces): Pieces {
  const compressor = createGzip(gzipOptions);
  // The callback gets the error of an abandoned download too, which its reader already knows.
  pipeline(pieces, compressor, () => {});
  for await (const piece of compressor) yield piece;
}

/** Creates the downloads of a server. */
export function createDownloads(turns: Turns) {
  let openCount = 0;
  let workbookCount = 0;
  return {
    /**
     * Opens a stream of the pieces, and calls `onEnd` once it is closed. Throws {@link OverloadError} if too many tasks or
     * downloads are under way.
     */
    open(pieces: Pieces, isWorkbook: boolean, onEnd: () => void = () => {}): ReadableStream<Bytes> {
      turns.checkRoom();
      if (openCount >= openMax || (isWorkbook && workbookCount >= workbooksMax))
        throw new OverloadError("Too many downloads are open");
      openCount++;
      if (isWorkbook) workbookCount++;
      let isOpen = true;
      const close = (): void => {
        if (!isOpen) return;
        isOpen = false;
        openCount--;
        if (isWorkbook) workbookCount--;
        onEnd();
      };
      return new ReadableStream<Bytes>(
        {
          async pull(controller) {
            try {
              const { done, value } = await pieces.next();
              if (done) {
                close();
                return controller.close();
              }
              controller.enqueue(value);
            } catch (error) {
              close();
              throw error;
            }
          },
          async cancel() {
            close();
            await pieces.return();
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}
