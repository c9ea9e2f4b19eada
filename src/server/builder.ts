/** Has an image built by a process of its own, so that the server goes on answering. */
import type { Built } from "./build-image.ts";

/** The variables by which the builder is told what to do: the process list does not show them. */
export const builderVariables = { database: "TEACHERS_DATABASE", folder: "TEACHERS_DATA_DIR" } as const;

/** Starts a builder. On a terminal it shows its progress by itself. */
export function startBuilder(databaseUrl: string, imageFolder: string, signal?: AbortSignal) {
  return Bun.spawn([process.execPath, ...process.execArgv, Bun.main, "build-image"], {
    env: { ...process.env, [builderVariables.database]: databaseUrl, [builderVariables.folder]: imageFolder },
    stdio: ["ignore", "pipe", process.stderr.isTTY ? "inherit" : "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Runs a builder to its end. Throws with what it said where it failed. */
export async function runBuilder(databaseUrl: string, imageFolder: string, signal?: AbortSignal): Promise<Built> {
  const builder = startBuilder(databaseUrl, imageFolder, signal);
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
