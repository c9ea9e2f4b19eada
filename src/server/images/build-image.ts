/** Builds the image of the newest publication, either in this process or, for a server, in a child process. */
import { collectNow } from "../../domain/garbage.ts";
import type { Store } from "../../store/store.ts";
import { commandLineOf } from "../process.ts";

/** The environment variables that configure a builder. Unlike arguments, they do not appear in the process list. */
export const builderVariables = { database: "TEACHERS_DATABASE", folder: "TEACHERS_DATA_DIR" } as const;

/** What a builder prints, as JSON: the path of the image, or why the build failed, with the code of a system error. */
export type BuildReport = { readonly path: string } | { readonly error: string; readonly code?: string | undefined };

/**
 * Builds an image in a separate process, so the server keeps answering. On a terminal the process shows its progress.
 * Returns the path of the image. Throws the error of the build, with the code of a system error.
 */
export async function runBuilder(databaseUrl: string, imageFolder: string, signal: AbortSignal): Promise<string> {
  const builder = Bun.spawn(commandLineOf("build-image"), {
    env: { ...process.env, [builderVariables.database]: databaseUrl, [builderVariables.folder]: imageFolder },
    stdio: ["ignore", "pipe", process.stderr.isTTY ? "inherit" : "pipe"],
    signal,
  });
  const [output, errors, exitCode] = await Promise.all([
    new Response(builder.stdout).text(),
    builder.stderr === undefined ? "" : new Response(builder.stderr).text(),
    builder.exited,
  ]);
  if (output === "") {
    // The builder was killed or has crashed.
    throw new Error(
      `The builder ended with ${builder.signalCode ?? exitCode}${errors === "" ? "" : `: ${errors.trim()}`}`,
    );
  }
  const report: BuildReport = JSON.parse(output);
  if ("path" in report) return report.path;
  throw Object.assign(new Error(report.error), { code: report.code });
}

/** Writes the image into the folder, and returns its path. Throws if nothing is published or the content is damaged. */
export async function buildImage(
  store: Pick<Store, "read">,
  folder: string,
  onRead: (rows: number, total: number) => void = () => {},
): Promise<string> {
  // Imported here, because a server starts builders but never builds an image itself.
  const [{ writeImage }, { buildSections }, { checkDigest, gatherRoster }] = await Promise.all([
    import("../../image/image-writer.ts"),
    import("../../image/sections.ts"),
    import("../../store/history/roster-reader.ts"),
  ]);
  const { publication, roster } = await store.read(async (reader) => {
    const publication = await reader.findCurrent();
    if (publication === null) throw new Error("Nothing is published yet");
    const batches = reader.readTeachers(publication.version);
    return { publication, roster: await gatherRoster(batches, (rows) => onRead(rows, publication.count)) };
  });
  checkDigest(roster, publication);
  collectNow();
  return writeImage(folder, publication, buildSections(roster));
}
