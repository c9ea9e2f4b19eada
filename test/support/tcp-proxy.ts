/** A TCP proxy in front of a server on loopback: rewrites what clients send, or passes answers on at the speed of a slow link; or leads to another server, as a virtual IP. */
import { connect, createServer, type Socket } from "node:net";

interface ProxyOptions {
  /** The port of the server. */
  readonly port: number;
  /** Rewrites each piece that a client sends. */
  readonly rewrite?: (piece: Buffer) => Buffer;
  /** The speed at which each connection passes on the data of the server; unlimited by default. */
  readonly bytesPerSecond?: number;
}

interface TcpProxy extends Disposable {
  readonly port: number;
  /** Leads new connections to another port of loopback. `cuts` ends the open ones. */
  leadTo(port: number, how?: { readonly cuts: boolean }): void;
}

/** The largest piece that a slow link passes on at once. */
const pieceBytes = 4096;

/** Starts it on a free port of loopback. */
export async function startTcpProxy(options: ProxyOptions): Promise<TcpProxy> {
  let { port } = options;
  const { rewrite = (piece) => piece, bytesPerSecond = Number.POSITIVE_INFINITY } = options;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (piece) => upstream.write(rewrite(piece as Buffer)));
    void passOn(upstream, client, bytesPerSecond).catch(() => {});
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  return {
    port: (server.address() as { port: number }).port,
    leadTo(next, { cuts } = { cuts: false }) {
      port = next;
      if (cuts) for (const socket of sockets) socket.destroy();
    },
    [Symbol.dispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function passOn(from: Socket, to: Socket, bytesPerSecond: number): Promise<void> {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const piece = chunk.subarray(start, start + pieceBytes);
      to.write(piece);
      if (Number.isFinite(bytesPerSecond)) await Bun.sleep((piece.length / bytesPerSecond) * 1000);
    }
  }
}
