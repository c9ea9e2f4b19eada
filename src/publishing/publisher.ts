/** Who publishes. */
import { hostname } from "node:os";
import { messageLengthMax } from "../domain/publication.ts";

/** Who runs this program, as `user@machine`, for the history. */
export function findPublisher(): string {
  return `${findUser()}@${hostname()}`.replace(/[\p{Cc}\s]+/gu, " ").slice(0, messageLengthMax);
}

/** The number of the user, where a container has no name for it. */
function findUser(): string {
  const { USER, LOGNAME } = process.env;
  return USER || LOGNAME || String(process.getuid?.() ?? "");
}
