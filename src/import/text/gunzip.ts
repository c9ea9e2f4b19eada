/** Unpacks gzip, within bounds. */
import { createGunzip } from "node:zlib";
import type { FaultList } from "../fault.ts";
import { unpackedFreeBytes, unpackedRatioMax } from "../limits.ts";

/**
 * The unpacked bytes. Adds a fault and ends if the input is damaged, or if its unpacked size is implausible for a
 * table.
 */
export async function* readGzip(input: AsyncIterable<Buffer>, faults: FaultList): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let packed = 0;
  let unpacked = 0;
  let inputError: unknown;
  async function feed(): Promise<void> {
    try {
      for await (const chunk of input) {
        packed += chunk.length;
        if (gunzip.destroyed) return;
        if (!gunzip.write(chunk)) await new Promise<void>((resolve) => waitForDrain(gunzip, resolve));
      }
      gunzip.end();
    } catch (error) {
      inputError = error;
      gunzip.destroy();
    }
  }
  const fed = feed();
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      if (unpacked > unpackedFreeBytes && unpacked > packed * unpackedRatioMax) {
        faults.stop({ message: { code: "bomb", format: "gzip", ratioMax: unpackedRatioMax } });
        return;
      }
      yield piece;
    }
  } catch (error) {
    if (inputError !== undefined) throw inputError;
    const { code, message } = error as Error & { readonly code?: string };
    const isCut = code === "Z_BUF_ERROR";
    faults.stop({ message: isCut ? { code: "gzipCut" } : { code: "gzipDamaged", detail: message } });
  } finally {
    gunzip.destroy();
    await fed;
  }
  if (inputError !== undefined) throw inputError;
}

function waitForDrain(stream: NodeJS.EventEmitter, resolve: () => void): void {
  for (const event of ["drain", "close", "error"]) stream.once(event, resolve);
}
