/** Gzip in steps. Each piece is compressed separately, because a compressor that lives between pieces holds 260 KB. */
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Task } from "../../directory/scheduler.ts";
import type { Bytes, Pieces } from "../answer.ts";

/** Bytes compressed between two yields: about 200 microseconds. */
const bytesPerStep = 32 * 1024;

/**
 * Level 3 takes two thirds of the time of the default level 6, for a tenth more bytes. Pieces are rarely larger than the
 * window of 16 KB. The full flush ends each piece on a byte boundary, so the next one can follow.
 */
const options = { level: 3, windowBits: 14, memLevel: 7, finishFlush: constants.Z_FULL_FLUSH };

/** Magic number, deflate, no flags, no time, and an unknown system (RFC 1952, section 2.3). */
const header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/** A last block without content (RFC 1951, section 3.2.6). */
const lastBlock = [3, 0];

/** The pieces as one member of a gzip file. */
export function* gzipPieces(pieces: Iterable<Bytes>): Pieces {
  let checksum = 0;
  let size = 0;
  yield Uint8Array.from(header);
  for (const bytes of pieces) {
    checksum = crc32(bytes, checksum);
    size += bytes.length;
    yield deflateRawSync(bytes, options);
  }
  const end = Buffer.alloc(lastBlock.length + 8);
  end.set(lastBlock);
  end.writeUInt32LE(checksum, lastBlock.length);
  end.writeUInt32LE(size % 2 ** 32, lastBlock.length + 4);
  yield end;
}

/** Compresses a whole body. */
export function* gzip(bytes: Bytes): Task<Bytes> {
  const compressed: Uint8Array[] = [];
  for (const piece of gzipPieces(cut(bytes))) {
    compressed.push(piece);
    yield;
  }
  return Buffer.concat(compressed);
}

function* cut(bytes: Bytes): Pieces {
  for (let at = 0; at < bytes.length; at += bytesPerStep) yield bytes.subarray(at, at + bytesPerStep);
}
