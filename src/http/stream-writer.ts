/** Streams: large answers in pieces, rendered as fast as the client reads and never faster. */
import { OverloadError } from "../directory/scheduler.ts";

/** The body of a large answer, piece by piece. */
export type Pieces = Generator<Uint8Array, void>;

/** How many streams may be open. Each holds a piece or two, 100 KB at most, for as long as its client takes to read. */
const openStreamsMax = 1024;
let openStreams = 0;

/** Opens a stream of the pieces. Throws {@link OverloadError} where too many are open. */
export function openStream(pieces: Pieces): ReadableStream<Uint8Array> {
  if (openStreams >= openStreamsMax) throw new OverloadError("Too many streams are open");
  openStreams++;
  let isOpen = true;
  const close = (): void => {
    if (isOpen) openStreams--;
    isOpen = false;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await waitForTurn();
        try {
          const { done, value } = pieces.next();
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
      cancel: close,
    },
    { highWaterMark: 0 },
  );
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
