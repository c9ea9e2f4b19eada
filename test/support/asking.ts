/** Sends requests to servers continuously while a test acts on them, and reads their `/readyz`. */
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";
import { type Program, type Server, waitFor } from "./program.ts";

/** Teachers that make every version another one: 500 and as many as its number. */
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

/** What /readyz answers, with the status. */
export async function askReady({
  origin,
}: Pick<Server, "origin">): Promise<Record<string, unknown> & { status: number }> {
  const response = await fetch(`${origin}/readyz`);
  return { ...((await response.json()) as Record<string, unknown>), status: response.status };
}

/** Waits until all of them serve a version. */
export async function waitForVersion(servers: readonly Pick<Server, "origin">[], version: number): Promise<void> {
  await waitFor(
    () => Promise.all(servers.map(askReady)),
    (answers) => answers.every((answer) => answer.version === version),
  );
}

/** How often the log of a program has an event. */
export const countEvents = ({ stderr }: Program, event: string): number => stderr().split(` ${event}: `).length - 1;

/** Asks for pages one after the other on several connections until it is stopped; then gives what went wrong, and how many. */
export function keepAsking(servers: readonly Server[]): { stop(): Promise<{ failures: string[]; requests: number }> } {
  const failures: string[] = [];
  let requests = 0;
  let isOver = false;

  async function ask({ origin }: Server, offset: number): Promise<void> {
    while (!isOver) {
      try {
        const response = await fetch(`${origin}/teachers/?limit=5&offset=${offset}`);
        const { results } = (await response.json()) as { results: unknown[] };
        if (response.status !== 200 || results.length !== 5)
          failures.push(`${response.status}: ${Bun.inspect(results)}`);
      } catch (error) {
        failures.push(String(error));
      }
      requests++;
      // Leaves the processors to those who are asked.
      await Bun.sleep(2);
    }
  }

  const clients = Promise.all(servers.flatMap((server) => [0, 100, 200].map((offset) => ask(server, offset))));
  return {
    async stop() {
      isOver = true;
      await clients;
      return { failures, requests };
    },
  };
}
