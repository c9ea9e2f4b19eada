/** Publishes images to edges behind nginx, damages and removes them, and measures how clients are affected. */
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { keepAsking, waitForVersion } from "../test/support/asking.ts";
import { startBrowsing } from "../test/support/browsing.ts";
import { startDeployedNginx } from "../test/support/deployed-nginx.ts";
import { createServers } from "../test/support/deployed-servers.ts";
import { findPart } from "../test/support/parts.ts";
import { findFreePorts } from "../test/support/ports.ts";
import { start } from "../test/support/program.ts";
import { makeTeachers, publish } from "../test/support/publish.ts";
import { parseNumber } from "./support/options.ts";
import { createFolder, openCleanup } from "./support/process.ts";

const program = new Command("edges")
  .description("Publishes images to edges behind nginx while clients browse, and damages them.")
  .option("--edges <n>", "the number of edges", parseNumber, 5)
  .option("--publications <n>", "how many versions to publish", parseNumber, 20)
  .option("--teachers <n>", "the number of teachers, at least 1000", parseNumber, 5000)
  .option("--rate <n>", "requests per second through nginx", parseNumber, 1000);
const options = program.parse().opts<Record<"edges" | "publications" | "teachers" | "rate", number>>();

const binary = findPart("nginx");
if (binary === null) throw new Error("nginx is not installed");
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const images = join(folder, "images");
const hidden = storedTeacher({ id: 1_000_000, last_name: "Прихований" });
const environment = { DATABASE_URL: "sqlite:var/teachers.db" };

/**
 * Runs publish-image, and kills it after `killedAfterMs` if that is given. Returns how long it ran, in milliseconds.
 */
async function publishImage(killedAfterMs?: number): Promise<number> {
  const from = performance.now();
  await using command = start(["publish-image", images], { folder });
  if (killedAfterMs !== undefined) {
    await Bun.sleep(killedAfterMs);
    command.process.kill("SIGKILL");
  }
  const { exitCode, stderr } = await command.finished;
  if (exitCode !== 0 && killedAfterMs === undefined) throw new Error(`publish-image ended with ${exitCode}: ${stderr}`);
  return performance.now() - from;
}

const findFile = (pattern: RegExp): string =>
  join(images, readdirSync(images).filter((name) => pattern.test(name))[0]!);

/** The accidents. One of them happens before each correct publication of an image. */
const accidents: readonly [name: string, run: (tookMs: number) => Promise<unknown>][] = [
  ["none", async () => {}],
  ["publish-image is killed", async (tookMs) => publishImage(Math.random() * tookMs)],
  [
    "the manifest is torn",
    async () => {
      const path = findFile(/^manifest/);
      writeFileSync(path, readFileSync(path).subarray(0, 150));
    },
  ],
  [
    "an image is cut",
    async () => {
      for (const name of readdirSync(images)) if (name.endsWith(".image")) truncateSync(join(images, name), 40_000);
    },
  ],
  ["the manifest is removed", async () => rmSync(findFile(/^manifest/))],
];

const contentOf = (version: number) => [...makeTeachers(options.teachers + version), hidden];
await publish(folder, contentOf(1));
let tookMs = await publishImage();
const ports = findFreePorts(options.edges);
await using servers = createServers({
  folder,
  ports,
  environment,
  argsOf: (index) => ["--images-from", images, "--data-dir", `edge-${index}`, "--base-url", "http://localhost"],
});
await Promise.all(servers.indexes.map((index) => servers.start(index)));
await using nginx = await startDeployedNginx(binary, join(folder, "nginx"), ports);
await using browsing = await startBrowsing(nginx.origin, options.teachers, options.rate);
const asking = keepAsking(servers.running());
console.log(
  "| version | before | ms until all edges serve it | requests | failed | slowest, ms |\n|--:|---|--:|--:|--:|--:|",
);
let failed = 0;
let requests = 0;
const from = performance.now();
for (let version = 2; version <= options.publications; version++) {
  const [name, run] = accidents[version % accidents.length]!;
  await publish(folder, contentOf(version));
  await run(tookMs);
  // Every edge polls the folder within this time.
  await Bun.sleep(1500);
  const start = performance.now();
  tookMs = await publishImage();
  await waitForVersion(servers.running(), version);
  const count = browsing.take();
  failed += count.failures.length;
  requests += count.requests;
  for (const failure of count.failures.slice(0, 3)) console.error(failure);
  const cells = [version, name, performance.now() - start, count.requests, count.failures.length, count.slowestMs];
  console.log(`| ${cells.map((cell) => (typeof cell === "number" ? Math.round(cell) : cell)).join(" | ")} |`);
}
const seconds = (performance.now() - from) / 1000;

const erase = start(["erase", String(hidden.id), "--yes"], { folder });
if ((await erase.finished).exitCode !== 0) throw new Error(erase.stderr());
await publishImage();
await waitForVersion(servers.running(), options.publications + 1);
const holders = ["images", ...servers.indexes.map((index) => `edge-${index}`)].flatMap((name) =>
  readdirSync(join(folder, name))
    .filter((file) => readFileSync(join(folder, name, file)).includes(hidden.last_name))
    .map((file) => `${name}/${file}`),
);
const asked = await asking.stop();
const backward = asked.versions.filter((seen) => seen.some((version, i) => version < (seen[i - 1] ?? 0)));
console.log(`
${options.edges} edges, ${options.teachers} teachers, ${Math.round(requests / seconds)} requests a second through nginx, and ${asked.requests} to the edges themselves.
Failed: ${failed} through nginx, ${asked.failures.length} on the edges. Connections that saw an older version after a newer one: ${backward.length} of ${asked.versions.length}.
Files that have the erased name: ${holders.length}${holders.map((file) => `\n  ${file}`).join("")}`);
process.exitCode = failed + asked.failures.length + backward.length + holders.length === 0 ? 0 : 1;
