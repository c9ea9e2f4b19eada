/** Reads the metrics of a server that was started with `--admin-port 0`. */
import { type Program, waitFor } from "./program.ts";

/** `http://127.0.0.1:PORT` of the admin port, from the log. */
export async function findAdmin(program: Program): Promise<string> {
  const pattern = /server\.listening\b.*admin\W+(http:\/\/[\d.:]+)/;
  const log = await waitFor(program.stderr, (text) => pattern.test(text), { program });
  return pattern.exec(log)![1]!;
}

/** Every series by its name and labels, as they are written. Throws for a line that Prometheus could not read. */
export async function readMetrics(admin: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${admin}/metrics`, { keepalive: false })).text();
  const series = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || /^# (?:HELP|TYPE) [a-z0-9_]+ \S/.test(line)) continue;
    const match = /^([a-z0-9_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})?) (\S+)$/.exec(line);
    const value = Number(match?.[2]);
    if (match === null || (Number.isNaN(value) && match[2] !== "Nan") || series.has(match[1]!))
      throw new Error(`Not a series: ${line}`);
    series.set(match[1]!, value);
  }
  return series;
}
