/** Streams: large responses in pieces, rendered only as fast as the client reads. */
import { OverloadError } from "../../directory/scheduler.ts";
import type { Garbage } from "../../domain/garbage.ts";
import type { Pieces } from "../answer.ts";

/** The most open streams. Each holds up to two pieces, at most 100 KB, while its client reads. */
const openStreamsMax = 1024;

/** How many times a piece counts as garbage: its memory is freed some time after the collection, later on a busy machine. */
const pieceWeight = 2;

/**
 * Opens a stream of the pieces. Calls `onEnd` with the bytes that were sent, and whether the client disconnected or the
 * rest could not be rendered. Throws {@link OverloadError} if too many streams are open.
 */
export type OpenStream = (
  pieces: Pieces,
  onEnd?: (bytes: number, isAborted: boolean) => void,
) => ReadableStream<Uint8Array>;

/** Creates the function that opens the streams of a server. */
export function createStreams(garbage: Garbage): OpenStream {
  let openStreams = 0;
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

  return (pieces, onEnd = () => {}) => {
    if (openStreams >= openStreamsMax) throw new OverloadError("Too many streams are open");
    openStreams++;
    let isOpen = true;
    let bytes = 0;
    const close = (isAborted: boolean): void => {
      if (!isOpen) return;
      isOpen = false;
      openStreams--;
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
  };
}
