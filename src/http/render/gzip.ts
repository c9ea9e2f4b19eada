/**
 * Gzip in steps. Each piece is compressed separately, with the end of the previous piece as its dictionary, as pigz
 * does; together they are one stream. A compressor kept between pieces would hold 260 KB for each slow client.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Task } from "../../directory/scheduler.ts";
import type { Bytes, Pieces } from "../answer.ts";

/** The number of bytes compressed between two yields, which takes about 300 microseconds. */
const bytesPerStep = 32 * 1024;

/**
 * The minimum size of a piece of a stream, in bytes. Each piece has its own Huffman codes, so smaller ones compress
 * worse. Larger ones would delay other requests by more than half a millisecond.
 */
export const gzipPieceBytesMin = 32 * 1024;

/**
 * Level 5 takes at most a tenth longer than level 4. Level 6 takes twice as long, and makes downloads only 3 to 4 %
 * smaller.
 */
const options = { level: 5, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * A piece can refer back this far to the previous one. The full window of 32 KB would take a tenth longer to save 1 %.
 */
const dictionaryBytes = 16 * 1024;

/** Magic number, deflate, no flags, no time, and an unknown system (RFC 1952, section 2.3). */
const header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/** A last block without content (RFC 1951, section 3.2.6). */
const lastBlock = [3, 0];

/** The pieces as one member of a gzip file. */
export function* gzipPieces(pieces: Iterable<Bytes>): Pieces {
  let checksum = 0;
  let size = 0;
  const end = Buffer.allocUnsafeSlow(dictionaryBytes);
  let dictionary = end.subarray(0, 0);
  yield Uint8Array.from(header);
  for (const bytes of pieces) {
    if (bytes.length === 0) continue;
    checksum = crc32(bytes, checksum);
    size += bytes.length;
    const compressed = deflateRawSync(bytes, dictionary.length === 0 ? options : { ...options, dictionary });
    // This copies the end of the piece, because the next rendering overwrites the piece.
    dictionary = end.subarray(0, Math.min(bytes.length, dictionaryBytes));
    dictionary.set(bytes.subarray(bytes.length - dictionary.length));
    yield compressed;
  }
  const tail = Buffer.alloc(lastBlock.length + 8);
  tail.set(lastBlock);
  tail.writeUInt32LE(checksum, lastBlock.length);
  tail.writeUInt32LE(size % 2 ** 32, lastBlock.length + 4);
  yield tail;
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
