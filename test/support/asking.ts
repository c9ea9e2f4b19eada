/** Sends requests to servers continuously while a test acts on them, and reads their `/readyz`. */
import type { StoredTeacher, Teacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";
import { isLong } from "./long.ts";
import { type Server, waitFor } from "./program.ts";

/** The teachers of a version: 500 plus its number, so every version has different content. */
export function makeVersion(version: number): StoredTeacher[] {
  return Array.from({ length: 500 + version }, (_, i) =>
    storedTeacher({
      id: i + 1,
      last_name: "Шевченко",
      first_name: "Олена",
      degree: i < version ? "професор" : "доцент",
    }),
  );
}

/** The body of a page of the list. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Teacher[];
}

/** The body of /readyz, with the response status. */
export async function askReady({
  origin,
}: Pick<Server, "origin">): Promise<Record<string, unknown> & { status: number }> {
  const response = await fetch(`${origin}/readyz`);
  return { ...((await response.json()) as Record<string, unknown>), status: response.status };
}

/** A summary of the list's response: `200, version 1, 3 teachers`. */
export async function summaryOf({ origin }: Pick<Server, "origin">): Promise<string> {
  const response = await fetch(`${origin}/teachers/?limit=1`);
  const version = response.headers.get("dataset-version")?.replace(/-.*/, "");
  return `${response.status}, version ${version}, ${((await response.json()) as { count: number }).count} teachers`;
}

/** Waits until all servers serve a version. */
export async function waitForVersion(servers: readonly Pick<Server, "origin">[], version: number): Promise<void> {
  await waitFor(
    () => Promise.all(servers.map(askReady)),
    (answers) => answers.every((answer) => answer.version === version),
  );
}

interface Asked {
  readonly failures: string[];
  readonly requests: number;
  /** For each client, the versions of its answers in order. Adjacent equal versions are merged. */
  readonly versions: number[][];
}

/** Requests pages by several clients until stopped. */
export function keepAsking(servers: readonly Server[]): { stop(): Promise<Asked> } {
  const failures: string[] = [];
  const versions: number[][] = [];
  let requests = 0;
  let isOver = false;

  async function ask({ origin }: Server, offset: number): Promise<void> {
    const seen: number[] = [];
    versions.push(seen);
    while (!isOver) {
      try {
        const response = await fetch(`${origin}/teachers/?limit=5&offset=${offset}`);
        const { results } = (await response.json()) as Page;
        if (!response.ok || results.length !== 5) failures.push(`${response.status}: ${Bun.inspect(results)}`);
        const version = Number.parseInt(response.headers.get("dataset-version")!, 10);
        if (version !== seen.at(-1)) seen.push(version);
      } catch (error) {
        failures.push(String(error));
      }
      requests++;
      // Leaves processor time to the servers.
      await Bun.sleep(isLong ? 20 : 100);
    }
  }

  const clients = Promise.all(servers.flatMap((server) => [0, 100, 200].map((offset) => ask(server, offset))));
  return {
    async stop() {
      isOver = true;
      await clients;
      return { failures, requests, versions };
    },
  };
}
