/** Servers of the sample, for tests that need a directory and are not about `--sample` itself. */
import { cpSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type Server, startServer } from "./program.ts";

type Options = Parameters<typeof startServer>[1];

/**
 * Starts a server of the sample with the default database of the folder. In a run of all tests, SAMPLE_TEMPLATE names a
 * folder that has the database of the first server: a start from a copy takes a third of the processor
 * time.
 */
export async function startSampleServer(flags: readonly string[], options: Options): Promise<Server> {
  const data = join(options.folder, "var");
  const template = process.env.SAMPLE_TEMPLATE;
  if (template !== undefined && existsSync(template)) cpSync(template, data, { recursive: true });
  const server = await startServer(["--sample", ...flags], options);
  if (template !== undefined && !existsSync(template)) {
    const copied = join(options.folder, "template");
    cpSync(data, copied, { recursive: true });
    try {
      renameSync(copied, template);
    } catch (error) {
      // Another process of the run was first.
      if (!existsSync(template)) throw error;
    }
  }
  return server;
}
