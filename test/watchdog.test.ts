/** The messages to systemd, which restarts a server that hangs. */

import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, startServer, waitFor } from "./support/program.ts";

test("a server tells systemd that it is alive, as long as it is, and only if systemd waits for it", async () => {
  using folder = makeFolder();
  const messages = join(folder.path, "messages");
  const bin = join(folder.path, "bin");
  mkdirSync(bin);
  // In place of the program of systemd, whose socket needs systemd.
  writeFileSync(join(bin, "systemd-notify"), `#!/bin/sh\necho "$@" >>'${messages}'\n`);
  chmodSync(join(bin, "systemd-notify"), 0o755);
  const PATH = `${bin}:${process.env.PATH}`;
  const countMessages = (): number =>
    existsSync(messages) ? readFileSync(messages, "utf8").split("\n").length - 1 : 0;
  {
    await using other = await startServer(["--sample"], { folder: folder.path, environment: { PATH } });
    expect(await other.stop()).toBe(0);
  }
  expect(countMessages()).toBe(0);

  const environment = { PATH, WATCHDOG_USEC: "60000" };
  await using server = await startServer([], { folder: folder.path, environment });
  await waitFor(countMessages, (count) => count >= 3);
  expect(readFileSync(messages, "utf8")).toStartWith("WATCHDOG=1\nWATCHDOG=1\n");
  expect(await server.stop()).toBe(0);
});
