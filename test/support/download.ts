/** A download over a raw socket that reads bytes only when the test says so. */
import { type Connection, openConnection } from "./wire.ts";

/** The received content, decompressed. */
export interface Content {
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** Requests a download, with gzip if wanted, and waits for its head. */
export async function openDownload(origin: string, target: string, coding: "gzip" | "identity") {
  const connection = await openConnection(origin);
  connection.send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${coding}\r\n\r\n`);
  await takeFrom(connection, 1);
  return {
    status: Number(connection.received().toString("latin1", 9, 12)),
    /** Reads this many more bytes from the socket, or those that are left. */
    take: (bytes: number): Promise<void> => takeFrom(connection, bytes),
    /** Reads the rest. Throws if the response is incomplete. */
    async finish(): Promise<Content> {
      connection.resume();
      const { body } = (await connection.read())!;
      connection.close();
      const plain = coding === "gzip" ? Bun.gunzipSync(body) : body;
      return { bytes: plain.length, digest: new Bun.CryptoHasher("sha256").update(plain).digest("hex") };
    },
    /** Closes the connection in the middle of the response. */
    abort: connection.close,
  };
}

async function takeFrom(connection: Connection, bytes: number): Promise<void> {
  const goal = connection.received().length + bytes;
  connection.resume();
  await connection.arrived(goal);
  connection.pause();
}
