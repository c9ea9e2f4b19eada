/** Measures how long listings of filters take: processor time, without a server. */
import { Command } from "commander";
import { createRandom } from "../sample/generate/random.ts";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { buildContent, type Content } from "../src/directory/content.ts";
import { directoryOf } from "../src/directory/content-testing.ts";
import type { Selection } from "../src/domain/list-query.ts";
import { createRosterBuilder } from "../src/domain/roster.ts";
import { type TextFieldName, textsOf } from "../src/domain/teacher.ts";
import { describeCommand, describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { formatWhole, printRow } from "./support/table.ts";

const options = new Command("filters")
  .description("Measures how long listings of filters take.")
  .option("--teachers <n>", "the number of teachers, about 80 bytes of memory each", parseNumber, 1_000_000)
  .option("--queries <n>", "the number of queries of each row, with the values of random teachers", parseNumber, 120)
  .option("--rounds <n>", "the number of measurements; the fastest counts", parseNumber, 3)
  .parse()
  .opts<{ readonly teachers: number; readonly queries: number; readonly rounds: number }>();

type Filters = Selection["filters"];

const combinations: readonly (readonly TextFieldName[])[] = [
  ["first_name"],
  ["first_name", "middle_name"],
  ["last_name", "first_name"],
  ["last_name", "degree"],
  ["first_name", "degree"],
  ["middle_name", "degree"],
  ["last_name", "first_name", "middle_name"],
  ["first_name", "middle_name", "degree"],
];

const content = generateContent(options.teachers);
const { find } = directoryOf(content);
const random = createRandom(1);
console.log(`${describeMachine()}; \`${describeCommand("bin/bun bench/filters.ts")}\`

| filters | mean matches | by id, µs | alphabetically, µs |
|---|--:|--:|--:|`);
for (const names of combinations) {
  const queries = Array.from({ length: options.queries }, () => filtersOf(random(options.teachers), names));
  const [byId, byName] = [measure(queries, "id"), measure(queries, "last_name")];
  printRow(names.join(", "), formatWhole(byId.matches), ...[byId, byName].map(formatMicros));
}

function generateContent(count: number): Content {
  const builder = createRosterBuilder();
  for (const teacher of generateTeachers(count, 1)) builder.add(teacher.id, textsOf(teacher), 0);
  const version = {
    number: 1,
    id: "1",
    publishedAt: "2026-01-01T00:00:00.000Z",
    source: { kind: "input" } as const,
    digest: "",
    ...{ message: "", publishedBy: "", answers: "" },
  };
  return buildContent({ ...version, count, added: count, changed: 0, removed: 0 }, builder.finish());
}

function filtersOf(rank: number, names: readonly TextFieldName[]): Filters {
  const textOf = (name: TextFieldName): string => {
    const { values, codes } = content.columns[name];
    return values[codes[rank]!]!;
  };
  return Object.fromEntries(names.map((name) => [name, textOf(name)]));
}

interface Measured {
  /** Processor time per listing. */
  readonly micros: number;
  readonly matches: number;
}

function measure(queries: readonly Filters[], ordering: "id" | "last_name"): Measured {
  let micros = Number.POSITIVE_INFINITY;
  let matches = 0;
  for (let round = 0; round < options.rounds; round++) {
    matches = 0;
    const startedAt = process.cpuUsage();
    for (const filters of queries) matches += countMatches(filters, ordering);
    const { user, system } = process.cpuUsage(startedAt);
    micros = Math.min(micros, (user + system) / queries.length);
  }
  return { micros, matches: matches / queries.length };
}

function countMatches(filters: Filters, ordering: "id" | "last_name"): number {
  return find({ filters, ids: null }, ordering).count;
}

function formatMicros({ micros }: Measured): string {
  return micros < 100 ? micros.toFixed(1) : formatWhole(micros);
}
