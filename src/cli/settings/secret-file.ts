/** A file that has the value of a secret setting, as container platforms and systemd provide secrets. */
import { readFileSync, statSync } from "node:fs";
import { describeSystemError } from "../../server/system-error.ts";

/** A secret can't be read; the message completes the name of the file. */
export class SecretFileError extends Error {}

const bytesMax = 64 * 1024;

/** The text of the file without one line break at its end. Throws {@link SecretFileError}. */
export function readSecretFile(path: string): string {
  const text = decode(readBytes(path)).replace(/\r?\n$/, "");
  if (text.trim() === "") throw new SecretFileError("is empty");
  return text;
}

function readBytes(path: string): Uint8Array {
  try {
    const found = statSync(path);
    // Reading a device or a pipe might never end.
    if (!found.isFile()) throw new SecretFileError("is not a file");
    if (found.size > bytesMax) throw new SecretFileError(`has more than ${bytesMax} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof SecretFileError) throw error;
    throw new SecretFileError(`can't be read: ${describeSystemError(error as Error)}`);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SecretFileError("is not UTF-8 text");
  }
}
