import { expect, test } from "bun:test";
import { createScheduler } from "../../directory/scheduler.ts";
import { createPageCache } from "../../http/page-cache.ts";
import { createServerMetrics } from "./server-metrics.ts";

test("each database has a series, and two URLs of the same database share one", async () => {
  const state = { isUp: true, isWritable: true, isSelected: false, problem: null };
  const databases = [
    { ...state, label: 'db1:5432/a "b"', isUp: false, isWritable: false },
    { ...state, label: "db2:5432/teachers", isSelected: true },
    { ...state, label: "db2:5432/teachers" },
  ];
  const usage = {
    state: {
      directory: null,
      poll: {
        outcome: "nothing published",
        databaseError: null,
        newestVersion: null,
        buildError: null,
      },
      draining: false,
    },
    imageBytes: 0,
    port: 1,
    cache: createPageCache(),
    scheduler: createScheduler(),
    inFlight: 0,
    linesDropped: 0,
  } as const;
  const metrics = createServerMetrics();
  const render = async (listed: typeof databases): Promise<string[]> =>
    (await metrics.collect({ ...usage, databases: listed }).metrics()).match(/^teachers_listed_.*$/gm) ?? [];
  expect(await render(databases)).toEqual([
    'teachers_listed_database_up{database="db1:5432/a \\"b\\""} 0',
    'teachers_listed_database_up{database="db2:5432/teachers"} 1',
    'teachers_listed_database_writable{database="db1:5432/a \\"b\\""} 0',
    'teachers_listed_database_writable{database="db2:5432/teachers"} 1',
    'teachers_listed_database_selected{database="db1:5432/a \\"b\\""} 0',
    'teachers_listed_database_selected{database="db2:5432/teachers"} 1',
  ]);
  expect(await render([])).toEqual([]);
});
