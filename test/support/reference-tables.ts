/** The tables of docs/reference.md, generated from the code: settings, metrics and log events. Run directly, this file writes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../src/cli/settings/settings.ts";
import { notPolled } from "../../src/http/request-context.ts";
import { logEvents } from "../../src/server/log.ts";
import { createMetrics } from "../../src/server/metrics.ts";

/** Escapes bars, which would end the cell even inside code. */
const cellOf = (text: string): string => text.replaceAll("|", "\\|");
const code = (text: string): string => `\`${cellOf(text)}\``;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

/** All metrics of a server, of ours and of the process. */
export function listMetrics(): Metric[] {
  const registry = createMetrics().collect({ directory: null, poll: notPolled, draining: false }, 0);
  return registry.getMetricsAsArray().map(({ type, ...others }) => {
    return { ...(others as unknown as Metric), type: String(type) };
  });
}

/** Every table, by the name in its markers. */
export const referenceTables = {
  settings() {
    const rows = Object.values(settings).map(
      ({ flags, envVar, defaultValue, defaultValueDescription, description }) => [
        code(flags.replace(/[<>]/g, "")),
        envVar === undefined ? "–" : code(envVar),
        defaultValue === undefined ? "–" : code(defaultValueDescription ?? String(defaultValue)),
        cellOf(description),
      ],
    );
    return renderTable(["flag", "variable", "default", "meaning"], rows);
  },
  metrics() {
    const ours = listMetrics().filter(({ name }) => name.startsWith("teachers_"));
    const rows = ours.map(({ name, type, labelNames, help }) => [
      code(name),
      type,
      labelNames.map(code).join(", ") || "–",
      help.replace(/\.$/, ""),
    ]);
    return renderTable(["metric", "type", "labels", "meaning"], rows);
  },
  events() {
    const rows = Object.entries(logEvents).map(([event, [level, message, fields]]) => [
      code(event),
      level,
      fields.map(code).join(", ") || "–",
      message,
    ]);
    return renderTable(["event", "level", "fields", "message, and what helps"], rows);
  },
} as const satisfies Readonly<Record<string, () => string>>;

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** The text between the markers of a table. */
const between = (name: string): RegExp => new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- /${name} -->)`);

/** The current table in a text, between its markers; null if they are missing. */
export function findTable(text: string, name: string): string | null {
  return between(name).exec(text)?.[0] ?? null;
}

if (import.meta.main) {
  const path = join(import.meta.dir, "../../docs/reference.md");
  let text = readFileSync(path, "utf8");
  for (const [name, render] of Object.entries(referenceTables)) text = text.replace(between(name), () => render());
  writeFileSync(path, text);
}
