/** Streams: large responses in pieces, rendered only as fast as the client reads. */
import { OverloadError } from "../directory/scheduler.ts";
import { copyShared, type Pieces } from "./body.ts";
import { countGarbage } from "./garbage.ts";

/** The most open streams. Each holds up to two pieces, at most 100 KB, while its client reads. */
const openStreamsMax = 1024;
let openStreams = 0;

/** How many times a piece counts as garbage: its memory is freed some time after the collection, later on a busy machine. */
const pieceWeight = 2;

/**
 * Opens a stream of the pieces. Calls `onEnd` with the bytes that were sent, and whether the client disconnected or the
 * rest could not be rendered. Throws {@link OverloadError} if too many streams are open.
 */
export function openStream(
  pieces: Pieces,
  onEnd: (bytes: number, isAborted: boolean) => void = () => {},
): ReadableStream<Uint8Array> {
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
          const piece = value instanceof Uint8Array ? value : copyShared(value);
          bytes += piece.length;
          countGarbage(pieceWeight * piece.length);
          controller.enqueue(piece);
        } catch (error) {
          close(true);
          throw error;
        }
      },
      cancel: () => close(true),
    },
    { highWaterMark: 0 },
  );
}

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
