/** Has an image built by a process of its own, so that the server goes on answering. */
import type { Built } from "./build-image.ts";

/**
 * Runs `build-image` and waits for it. The settings go by variables, where the process list does not show them. Throws
 * with what the process said where it failed.
 */
export async function runBuilder(databaseUrl: string, imageFolder: string, signal: AbortSignal): Promise<Built> {
  const builder = Bun.spawn([process.execPath, ...process.execArgv, Bun.main, "build-image"], {
    env: { ...process.env, TEACHERS_DATABASE: databaseUrl, TEACHERS_DATA_DIR: imageFolder },
    // On a terminal the builder shows its progress by itself.
    stdio: ["ignore", "pipe", process.stderr.isTTY ? "inherit" : "pipe"],
    signal,
  });
  const [report, errors, exitCode] = await Promise.all([
    new Response(builder.stdout).text(),
    builder.stderr === undefined ? "" : new Response(builder.stderr).text(),
    builder.exited,
  ]);
  if (exitCode !== 0) {
    throw new Error(
      `The builder ended with ${builder.signalCode ?? exitCode}${errors === "" ? "" : `: ${errors.trim()}`}`,
    );
  }
  return JSON.parse(report) as Built;
}
