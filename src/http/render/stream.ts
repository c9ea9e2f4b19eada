/** Streams: large responses in pieces, rendered only as fast as the client reads. */
import type { Coding } from "../../contract/negotiation.ts";
import { OverloadError } from "../../directory/scheduler.ts";
import type { Garbage } from "../../domain/garbage.ts";
import type { Pieces } from "../answer.ts";

/** The most open streams of each kind. A compressed one takes twice the processor time of a plain one. */
const openStreamsMax = { any: 1024, gzip: 128 };

/** How many times a piece counts as garbage: its memory is freed some time after the collection, later on a busy machine. */
const pieceWeight = 2;

/** The streams of a server. Each holds up to two pieces, at most 100 KB, while its client reads. */
export interface Streams {
  /** Whether another download may be compressed. */
  hasRoomForGzip(): boolean;
  /**
   * Opens a stream of the pieces, compressed or not. Calls `onEnd` with the bytes that were sent, and whether the client disconnected
   * or the rest could not be rendered. Throws {@link OverloadError} if too many streams are open.
   */
  open(pieces: Pieces, coding: Coding, onEnd?: (bytes: number, isAborted: boolean) => void): ReadableStream<Uint8Array>;
}

export function createStreams(garbage: Garbage): Streams {
  const counts = { any: 0, gzip: 0 };
  /** Resolves in the event-loop iteration that is assigned to the last requested piece. */
  let lastIteration = Promise.resolve();

  /**
   * Waits until this piece may be rendered. All streams together render one piece per iteration of the event loop, so fast
   * readers do not starve other clients.
   */
  function waitForIteration(): Promise<void> {
    lastIteration = lastIteration.then(() => new Promise((resolve) => setImmediate(resolve)));
    return lastIteration;
  }

  return {
    hasRoomForGzip: () => counts.gzip < openStreamsMax.gzip,
    open(pieces, coding, onEnd = () => {}) {
      if (counts.any >= openStreamsMax.any) throw new OverloadError("Too many streams are open");
      const count = (change: 1 | -1): void => {
        counts.any += change;
        if (coding === "gzip") counts.gzip += change;
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
              const { done, value } = pieces.next();
              if (done) {
                close(false);
                return controller.close();
              }
              bytes += value.length;
              garbage.countSmall(pieceWeight * value.length);
              // A copy: the next rendering overwrites the piece. `slice()` of a Buffer would be a view.
              controller.enqueue(new Uint8Array(value));
            } catch (error) {
              close(true);
              throw error;
            }
          },
          cancel: () => close(true),
        },
        { highWaterMark: 0 },
      );
    },
  };
}
