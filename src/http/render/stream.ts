/** Streams: large responses in pieces, rendered only as fast as the client reads. */
import { OverloadError } from "../../directory/scheduler.ts";
import type { ServerGarbage } from "../../domain/garbage.ts";
import type { Pieces, WorkbookPieces } from "../answer.ts";

/** The limits of open streams: in total, and for the kinds that take more processor time or memory. */
const openStreamsMax = 1024;
const openMax = { gzip: 128, workbook: 8 };

/** A kind with its own limit; null for other streams. */
type StreamKind = keyof typeof openMax | null;

/**
 * A piece counts as garbage of this many times its size, because its memory is freed only some time after a collection.
 */
const pieceWeight = 2;

/** Creates the streams of a server. Each holds up to two pieces, at most 100 KB, while its client reads. */
export function createStreams(garbage: ServerGarbage) {
  let openStreams = 0;
  const counts = { gzip: 0, workbook: 0 };
  /** Resolves when the piece that was requested last may be rendered. */
  let lastIteration = Promise.resolve();

  /**
   * Waits until a piece may be rendered. All streams together render one piece per iteration of the event loop, so fast
   * readers do not starve other clients.
   */
  function waitForIteration(): Promise<void> {
    lastIteration = lastIteration.then(() => new Promise((resolve) => setImmediate(resolve)));
    return lastIteration;
  }

  /** Whether another stream of the kind may be opened. */
  const hasRoomFor = (kind: keyof typeof openMax): boolean => counts[kind] < openMax[kind];

  return {
    hasRoomFor,
    waitForIteration,
    /**
     * Opens a stream of the pieces. Calls `onEnd` with the bytes that were sent, and whether the client disconnected
     * or the rest could not be rendered. Throws {@link OverloadError} if too many streams are open.
     */
    open(
      pieces: Pieces | WorkbookPieces,
      kind: StreamKind,
      onEnd: (bytes: number, isAborted: boolean) => void = () => {},
    ): ReadableStream<Uint8Array> {
      // Another request may have taken the last free stream while this one waited.
      const isFull = openStreams >= openStreamsMax || (kind !== null && !hasRoomFor(kind));
      if (isFull) throw new OverloadError("Too many streams are open");
      const count = (change: 1 | -1): void => {
        openStreams += change;
        if (kind !== null) counts[kind] += change;
      };
      count(1);
      let isOpen = true;
      let bytes = 0;
      const close = (isAborted: boolean): void => {
        if (!isOpen) return;
        isOpen = false;
        count(-1);
        onEnd(bytes, isAborted);
      };
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            await waitForIteration();
            try {
              const next = pieces.next();
              // Synchronous bytes are not awaited, because other requests could write into their buffer meanwhile.
              const { done, value } = next instanceof Promise ? await next : next;
              if (done) {
                close(false);
                return controller.close();
              }
              bytes += value.length;
              garbage.countSmall(pieceWeight * value.length);
              // This copies the piece, because the next rendering overwrites it. `slice()` of a Buffer would only be a
              // view.
              controller.enqueue(new Uint8Array(value));
            } catch (error) {
              close(true);
              throw error;
            }
          },
          async cancel() {
            close(true);
            await pieces.return();
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}

export type Streams = ReturnType<typeof createStreams>;
