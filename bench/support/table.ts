/** Measurements as Markdown tables, and their numbers. */
import type { Round, Row } from "./compare.ts";

/** Above this share of its core, wrk is the bottleneck, not the service. */
const loadShareMax = 0.95;

/** Below this share of its core, another process ran there. */
const serviceShareMin = 0.9;

const head = `| case | service | requests/s | CPU, µs | 50 %, ms | 99 %, ms | memory, MiB (RSS) | ratio |
|---|---|--:|--:|--:|--:|--:|--:|`;

/** One row per case and service. The last column is our request rate divided by the request rate of the service. */
export function renderTable(rows: readonly Row[], ownName: string): string {
  const lines = rows.map((row, i) => {
    const title = rows[i - 1]?.case === row.case ? "" : row.title;
    const name = row.service === ownName ? `**${row.service}**` : row.service;
    return `| ${title} | ${name} | ${renderRow(row, rows, ownName)} |`;
  });
  const marked = new Set(rows.flatMap(({ rounds }) => rounds.map(markOf)));
  const notes = Object.entries(marks).filter(([mark]) => marked.has(mark as keyof typeof marks));
  return [head, ...lines, "", ...notes.map(([mark, meaning]) => `${mark}: ${meaning}`)].join("\n").trimEnd();
}

function renderRow(row: Row, rows: readonly Row[], ownName: string): string {
  if (row.skipReason !== null) return `– (${row.skipReason}) | | | | | `;
  const faults = new Set(row.rounds.flatMap((round) => round.faults));
  if (faults.size > 0) return `invalid: ${[...faults].join(", ")} | | | | | `;
  const rate = medianOf(row, "requestsPerSecond");
  const memory = row.memory === null ? "" : `${mebibytes(row.memory.pssBytes)} (${mebibytes(row.memory.rssBytes)})`;
  return [
    `${[...new Set(row.rounds.map(markOf))].join("")} ${formatRate(rate)}`.trimStart(),
    medianOf(row, "cpuMicros").toFixed(1),
    medianOf(row, "p50Ms").toFixed(2),
    medianOf(row, "p99Ms").toFixed(2),
    memory,
    row.service === ownName ? "" : renderRatio(rate, findOwnRate(row, rows, ownName)),
  ].join(" | ");
}

function findOwnRate(row: Row, rows: readonly Row[], ownName: string): number | null {
  const ownRow = rows.find((other) => other.case === row.case && other.service === ownName);
  return ownRow === undefined || ownRow.rounds.some(({ faults }) => faults.length > 0)
    ? null
    : medianOf(ownRow, "requestsPerSecond");
}

function renderRatio(rate: number, ownRate: number | null): string {
  if (ownRate === null || rate === 0) return "";
  const ratio = ownRate / rate;
  return `${ratio >= 10 ? formatWhole(ratio) : ratio.toFixed(2)} ×`;
}

const marks = {
  "≥": "wrk was saturated, so the service may be faster.",
  "~": "another process ran on the core of the service, so it may be faster.",
} as const;

function markOf({ loadShare, serviceShare }: Round): keyof typeof marks | "" {
  if (loadShare > loadShareMax) return "≥";
  return serviceShare < serviceShareMin ? "~" : "";
}

function medianOf(row: Row, metric: "requestsPerSecond" | "cpuMicros" | "p50Ms" | "p99Ms"): number {
  return median(row.rounds.map((round) => round[metric]));
}

/** The median; for an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

function formatRate(rate: number): string {
  return rate >= 100 ? formatWhole(rate) : rate.toPrecision(2);
}

/** The nearest whole number, with commas: `1,234`. */
export function formatWhole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** Prints a row of a Markdown table. */
export function printRow(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

/** Bytes as whole mebibytes. */
export function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
