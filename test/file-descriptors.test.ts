/** A server that has run out of file descriptors. */
import { test } from "bun:test";
import { makeFolder, programFile, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";
import { openConnection } from "./support/wire.ts";

test("a process without file descriptors says so, and answers again when some are free", async () => {
  using folder = makeFolder();
  await publish(folder.path, makeTeachers(3));
  const launcher = ["sh", "-c", 'ulimit -n 80; exec "$0" "$@"', programFile];
  await using server = await startServer([], { folder: folder.path, launcher });
  const connections = [];
  for (let i = 0; i < 100; i++) connections.push(await openConnection(server.origin));
  await server.logged(/ error server\.out_of_files: .* error=".*EMFILE/);
  for (const connection of connections) connection.close();
  await waitFor(
    () =>
      fetch(`${server.origin}/teachers/`, { signal: AbortSignal.timeout(1000) }).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
});
