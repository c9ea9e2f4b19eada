/** Streams: many teachers written piece by piece, as fast as the client reads and never faster. */
import type { Directory } from "../directory/directory.ts";
import type { Listing } from "../directory/listing.ts";
import type { OpenStream } from "./answer.ts";
import type { RowFormat } from "./csv.ts";

/** Teachers a piece: some 100 KB, written in a millisecond or two. */
const teachersPerPiece = 256;

export interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** Writes the teachers of a range of the listing, one piece in memory at a time. */
export function streamTeachers(
  directory: Directory,
  listing: Listing,
  { offset, limit }: Range,
  head: string,
  render: (positions: Uint32Array) => Uint8Array,
): OpenStream {
  const end = Math.min(listing.count, offset + limit);
  return () => {
    let next = offset;
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          if (head !== "") controller.enqueue(new TextEncoder().encode(head));
        },
        pull(controller) {
          if (next >= end) {
            controller.close();
            return;
          }
          const positions = directory.positionsOn(listing, next, Math.min(teachersPerPiece, end - next));
          next += positions.length;
          controller.enqueue(render(positions));
        },
      },
      { highWaterMark: 0 },
    );
  };
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
