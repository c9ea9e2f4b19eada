/** Runs the operator's command after a publication, such as one that purges a cache or notifies another system. */
import { datasetVersionOf, type Publication } from "../domain/publication.ts";

/** The time limit of the command. */
const patienceMs = 10 * 60 * 1000;

/** What caused the publication. */
export type PublishAction = "import" | "rollback" | "erase";

/**
 * Runs the command in a shell, with the version and its counts in its environment. Its output goes to standard error. Returns the
 * reason of a failure, or null if it succeeded.
 */
export async function runAfterPublish(
  command: string,
  action: PublishAction,
  publication: Publication,
): Promise<string | null> {
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
      // Without this, a command that publishes would run itself again.
      env: { ...process.env, ...described, TEACHERS_AFTER_PUBLISH: "" },
      // Standard output is reserved for the result of our own command.
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
