import { expect, test } from "bun:test";
import { initialState } from "../server.ts";
import { addSnapshots } from "./registry.ts";
import { createServiceMetrics } from "./service-metrics.ts";

test("each database has a series, and two URLs of the same database share one", async () => {
  const state = { isUp: true, isWritable: true, isSelected: false, problem: null };
  const databases = [
    { ...state, label: 'db1:5432/a "b"', isUp: false, isWritable: false },
    { ...state, label: "db2:5432/teachers", isSelected: true },
    { ...state, label: "db2:5432/teachers" },
  ];
  const health = {
    directory: null,
    poll: { ...initialState.poll, outcome: "nothing published" as const },
    draining: false,
  };
  const metrics = createServiceMetrics();
  const render = async (listed: typeof databases): Promise<string[]> => {
    const snapshot = await metrics.read({ state: health, imageBytes: 0, databases: listed, port: 1, linesDropped: 0 });
    return (await addSnapshots([snapshot]).metrics()).match(/^teachers_listed_.*$/gm) ?? [];
  };
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
