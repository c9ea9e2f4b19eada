/** Measures what an operator asks first: how long an import and a start take, and how much memory a server needs. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";

const launcher = join(import.meta.dir, "../bin/teachers");
const folder = mkdtempSync(join(tmpdir(), "teachers-bench-"));
const runs = 5;

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model}), ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB, Bun ${Bun.version}; medians of ${runs} runs, lowest to highest in brackets\n`,
);
console.log("| what | 5,000 teachers | 1,000,000 teachers |\n|---|---|---|");
try {
  const columns = [];
  for (const count of [5_000, 1_000_000]) columns.push(await measure(count));
  const [small, large] = columns as [Figures, Figures];
  for (const name of Object.keys(small)) console.log(`| ${name} | ${small[name]} | ${large[name]} |`);
} finally {
  rmSync(folder, { recursive: true });
}

type Figures = Record<string, string>;

async function measure(count: number): Promise<Figures> {
  const file = join(folder, `${count}.csv`);
  await Bun.write(file, Bun.spawn([launcher, "generate", String(count)], { stdout: "pipe" }).stdout);

  const imports: number[] = [];
  const shells: number[] = [];
  for (let run = 0; run < runs; run++) {
    const path = join(folder, `${count}-${run}`);
    imports.push(await time([launcher, "import", file, "--database", `sqlite:${path}.db`]));
    if (Bun.which("sqlite3")) {
      shells.push(await time(["sqlite3", `${path}.shell.db`, ".mode csv", `.import ${file} teacher`]));
    }
  }

  const database = `sqlite:${join(folder, `${count}-0.db`)}`;
  const images = join(folder, `${count}-0.db.images`);
  const cold: number[] = [];
  const warm: number[] = [];
  let memory = "";
  for (let run = 0; run < runs; run++) {
    rmSync(images, { recursive: true, force: true });
    cold.push(await withServer(database, async () => {}));
    warm.push(
      await withServer(database, async (origin, pid) => {
        for (let offset = 0; offset < 2000; offset++) {
          await (await fetch(`${origin}/teachers/?offset=${(offset * 7919) % count}`)).arrayBuffer();
        }
        memory = describeMemory(pid);
      }),
    );
  }
  return {
    "import, s": describe(imports, 1000),
    "`.import` of the sqlite3 shell, s": shells.length === 0 ? "not installed" : describe(shells, 1000),
    "import against the shell": shells.length === 0 ? "" : (median(imports) / median(shells)).toFixed(2),
    "start to first answer, image there, ms": describe(warm, 1),
    "start to first answer, image to be built, ms": describe(cold, 1),
    "memory after 2,000 different pages": memory,
  };
}

async function time(command: string[]): Promise<number> {
  const start = performance.now();
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "inherit"] });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
  return performance.now() - start;
}

/** Starts a server, asks until the list answers 200, and gives the milliseconds from the start to that answer. */
async function withServer(database: string, use: (origin: string, pid: number) => Promise<void>): Promise<number> {
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const server = Bun.spawn([launcher, "serve", "--port", String(port), "--database", database], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  try {
    while (!(await isServed(`${origin}/teachers/`))) await Bun.sleep(1);
    const took = performance.now() - start;
    await use(origin, server.pid);
    return took;
  } finally {
    server.kill("SIGTERM");
    await server.exited;
  }
}

async function isServed(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** What the process has for itself, and what it has of the image, which the page cache holds anyway. */
function describeMemory(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): string =>
    `${Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)} MiB`;
  return `${megabytes("RssAnon")} of its own, ${megabytes("RssFile")} of files`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function describe(values: readonly number[], unit: number): string {
  const format = (value: number): string => (unit === 1 ? String(Math.round(value)) : (value / unit).toFixed(2));
  return `${format(median(values))} (${format(Math.min(...values))} to ${format(Math.max(...values))})`;
}
