/** Builds an image in a separate process, so the server keeps answering. */
import { commandLineOf } from "./own-command.ts";

/** The environment variables that configure the builder. Unlike arguments, they are not on the process list. */
export const builderVariables = { database: "TEACHERS_DATABASE", folder: "TEACHERS_DATA_DIR" } as const;

/** Runs a builder to completion. On a terminal it shows its own progress. Returns the path of the image. Throws with its error output if it fails. */
export async function runBuilder(databaseUrl: string, imageFolder: string, signal: AbortSignal): Promise<string> {
  const builder = Bun.spawn(commandLineOf("build-image"), {
    env: { ...process.env, [builderVariables.database]: databaseUrl, [builderVariables.folder]: imageFolder },
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
  return report.trimEnd();
}
