/** The failure drill, in the long form: one of each event while clients browse. bench/drill.ts prints a table of it. */
import { afterAll, expect, test } from "bun:test";
import { drill } from "./support/drill.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { startPostgres } from "./support/postgres.ts";
import { makeFolder } from "./support/program.ts";

const nginx = findPart("nginx");
const postgres = nginx === null || !isLong ? null : await startPostgres();
const folder = makeFolder();
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  folder.remove();
});

test.skipIf(postgres === null)(
  "through kills, a frozen database, a promotion and a rolling restart no page fails, and all servers follow",
  async () => {
    const { events, versions, published, retried } = await drill({
      nginx: nginx!,
      postgres: postgres!,
      folder: folder.path,
      teachers: 2000,
      freezeMs: 3000,
    });
    expect(events.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))).toEqual([]);
    for (const { name, requests } of events) expect(requests, name).toBeGreaterThan(0);
    expect(versions).toEqual([published, published, published]);
    // If no request met a killed server, the drill has proved nothing.
    expect(retried).toBeGreaterThan(0);
  },
);
