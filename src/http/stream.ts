/** Streams: many teachers written piece by piece, as fast as the client reads and never faster. */
import type { Directory } from "../directory/directory.ts";
import type { Listing } from "../directory/listing.ts";
import type { Body, OpenStream } from "./answer.ts";
import type { RowFormat } from "./csv.ts";

/** Up to so many teachers are written at once. */
const teachersAtOnceMax = 256;

/** Teachers a piece of a stream: some 15 to 50 KB. */
const teachersPerPiece = 64;

/**
 * Pieces, of all streams together, between two requests for a collection. The collector takes the mapped image for heap of
 * its own and would let the garbage of pieces grow with it, to hundreds of megabytes. What is really on the heap is little,
 * so that a collection costs less than the page faults that it saves. Small pieces, because those on their way live on.
 */
const piecesPerCollection = 128;
let pieces = 0;

export interface Range {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Writes the teachers of a range of the listing: few at once, so that the answer has a length and can be kept; more as a
 * stream, one piece in memory at a time.
 */
export function writeTeachers(
  directory: Directory,
  listing: Listing,
  { offset, limit }: Range,
  head: string,
  render: (positions: Uint32Array) => Uint8Array,
): Body {
  const end = Math.min(listing.count, offset + limit);
  const renderFrom = (start: number, teachersMax: number): Uint8Array =>
    render(directory.positionsOn(listing, start, Math.min(teachersMax, end - start)));
  const headBytes = new TextEncoder().encode(head);
  if (end - offset <= teachersAtOnceMax) return Buffer.concat([headBytes, renderFrom(offset, teachersAtOnceMax)]);
  return () => {
    let next = offset;
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          if (head !== "") controller.enqueue(headBytes);
        },
        async pull(controller) {
          await waitForTurn();
          if (next >= end) return controller.close();
          controller.enqueue(renderFrom(next, teachersPerPiece));
          next += teachersPerPiece;
          if (++pieces % piecesPerCollection === 0) Bun.gc(false);
        },
      },
      { highWaterMark: 0 },
    );
  };
}

/** The turn of the piece that was asked for last. */
let lastTurn = Promise.resolve();

/**
 * One piece, however many streams there are, stands between two turns of the event loop: clients that take everything at
 * once would leave others none until the end.
 */
function waitForTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

/** The rows of teachers as UTF-8. */
export function renderRows(directory: Directory, { row }: RowFormat, positions: Uint32Array): Uint8Array {
  let text = "";
  for (const position of positions) text += row(directory.teacherAt(position));
  return new TextEncoder().encode(text);
}

/** The stream compressed on its way. */
export function gzipped(open: OpenStream): OpenStream {
  return () => open().pipeThrough(new CompressionStream("gzip") as unknown as TransformStream<Uint8Array, Uint8Array>);
}
