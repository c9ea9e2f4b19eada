/** Runs the operator's command after a publication, such as one that purges a cache or tells another system. */
import { datasetVersionOf, type Publication } from "../domain/publication.ts";

/** How long the command may take. */
const patienceMs = 10 * 60 * 1000;

/** What has led to the publication. */
export type PublishAction = "import" | "rollback" | "erase";

/**
 * Runs the command in a shell, with the version and its counts in its environment. What it prints goes to standard error. Returns how it
 * failed; null if it did not, or if there is none.
 */
export async function runAfterPublish(
  command: string | null,
  action: PublishAction,
  publication: Publication,
): Promise<string | null> {
  if (command === null) return null;
  const { version, count, added, changed, removed } = publication;
  const described = {
    PUBLISHED_BY: action,
    PUBLISHED_VERSION: String(version),
    PUBLISHED_DATASET_VERSION: datasetVersionOf(publication),
    PUBLISHED_TEACHERS: String(count),
    PUBLISHED_ADDED: String(added),
    PUBLISHED_CHANGED: String(changed),
    PUBLISHED_REMOVED: String(removed),
  };
  try {
    const shell = Bun.spawn(["/bin/sh", "-c", command], {
      // Otherwise a command that publishes would run itself again.
      env: { ...process.env, ...described, TEACHERS_AFTER_PUBLISH: "" },
      // Standard output is for the result of ours.
      stdio: ["ignore", process.stderr.fd, process.stderr.fd],
      timeout: patienceMs,
      killSignal: "SIGKILL",
    });
    await shell.exited;
    if (shell.signalCode !== null) return String(shell.signalCode);
    return shell.exitCode === 0 ? null : `exit code ${shell.exitCode}`;
  } catch (error) {
    return (error as Error).message;
  }
}
