/** Two servers on one port: the second one takes connections only once it can answer them. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { makeVersion } from "./support/asking.ts";
import { findFreePorts } from "./support/ports.ts";
import { makeFolder, start, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const folder = makeFolder();
afterAll(folder.remove);

const shared = (port: number): string[] => ["--reuse-port", "--port", String(port)];
const databaseOf = (name: string) => ({ TEACHERS_DATABASE: `sqlite:${join(folder.path, name)}` });

/** Asks on new connections, and returns how many got each answer. */
async function ask(origin: string, times: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let i = 0; i < times; i++) {
    const paths = ["/teachers/", "/teachers/?search=шевч"];
    const response = await fetch(origin + paths[i % 2]!, { headers: { Connection: "close" }, keepalive: false });
    const { count } = (await response.json()) as { count?: number };
    const answer = `${response.status}${i % 2 === 0 ? ` with ${count}` : ""}`;
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

test("a server that has nothing to serve leaves a shared port to the others", async () => {
  const [port, adminPort] = findFreePorts(2) as [number, number];
  await publish(folder.path, makeVersion(30), `sqlite:${join(folder.path, "first.db")}`);
  const first = await startServer(shared(port), { folder: folder.path, environment: databaseOf("first.db") });
  const second = start(["serve", ...shared(port), "--admin-port", String(adminPort)], {
    folder: folder.path,
    environment: databaseOf("second.db"),
  });
  await using _ = second;
  const readiness = (): Promise<unknown> =>
    fetch(`http://127.0.0.1:${adminPort}/readyz`).then(
      (response) => response.text(),
      () => null,
    );
  await waitFor(readiness, (text) => String(text).includes("nothing published yet"), { program: second });
  expect(await ask(first.origin, 60)).toEqual({ "200 with 530": 30, "200": 30 });

  await publish(folder.path, makeVersion(40), `sqlite:${join(folder.path, "second.db")}`);
  await second.logged("server.listening");
  const both = await ask(first.origin, 200);
  expect(Object.keys(both).sort()).toEqual(["200", "200 with 530", "200 with 540"]);

  expect(await first.stop()).toBe(0);
  expect(await ask(first.origin, 20)).toEqual({ "200 with 540": 10, "200": 10 });
  expect(await second.stop()).toBe(0);
});

test("a server that stops before it has listened ends well", async () => {
  const [port] = findFreePorts(1) as [number];
  const server = start(["serve", ...shared(port)], { folder: folder.path, environment: databaseOf("none.db") });
  await waitFor(() => Bun.file(join(folder.path, "none.db")).exists(), true, { program: server });
  expect(await server.stop()).toBe(0);
  expect(server.stdout()).toBe("");
});
