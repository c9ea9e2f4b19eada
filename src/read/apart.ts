/** Reads an uploaded file in a process of its own, which is killed if it takes too long or too much memory. */
import { readFileSync } from "node:fs";

/** A file of 20 MB that a person made needs a third of this. */
export const apartLimits = { ms: 60_000, bytes: 360 * 1024 * 1024, watchMs: 20, outputMax: 64 * 1024 * 1024 };

export type Apart = { readonly output: string } | { readonly failed: "tooSlow" | "tooLarge" | "crashed" };

/** `descriptor` is the open file; the process gets it as descriptor 3 and answers with JSON. */
export async function readInProcess(
  command: readonly string[],
  descriptor: number,
  request: unknown,
  limits = apartLimits,
): Promise<Apart> {
  let failed: "tooSlow" | "tooLarge" | null = null;
  const child = Bun.spawn([...command], {
    // The process does not get our environment, which may have a password.
    env: {},
    stdio: [Buffer.from(JSON.stringify(request)), "pipe", "ignore", descriptor],
  });
  const stop = (reason: "tooSlow" | "tooLarge"): void => {
    failed ??= reason;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(stop, limits.ms, "tooSlow");
  const watch = setInterval(() => residentBytes(child.pid) > limits.bytes && stop("tooLarge"), limits.watchMs);
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of child.stdout as ReadableStream<Uint8Array>) {
      length += chunk.length;
      if (length > limits.outputMax) stop("tooLarge");
      else chunks.push(chunk);
    }
    const code = await child.exited;
    return code === 0 && failed === null
      ? { output: Buffer.concat(chunks).toString() }
      : { failed: failed ?? "crashed" };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** The memory of a process in RAM; 0 where /proc does not tell. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}
