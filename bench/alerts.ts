/** Triggers alerts on real servers, and prints how long Prometheus takes to fire each. */
import { Database } from "bun:sqlite";
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { findAdmin } from "../test/support/metrics.ts";
import { root, type Server, startServer } from "../test/support/program.ts";
import { makeTeachers, publish } from "../test/support/publish.ts";
import { createFolder, findFreePort, openCleanup, start, waitForAnswer } from "./support/process.ts";

new Command("alerts")
  .description("Triggers alerts with shortened times, and prints how long Prometheus takes to fire them.")
  .parse();

const binary = Bun.which("prometheus");
if (binary === null) throw new Error("Prometheus is not installed");
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const databaseFile = join(folder, "var/teachers.db");
const targetsFile = join(folder, "targets.json");
const targets: string[] = [];

const rules = readFileSync(join(root, "deploy/alerts.yml"), "utf8")
  .replace(/for: \d+[mh]/g, "for: 1s")
  .replace(/\[\d+[mh]\]/g, "[30s]")
  .replace(/offset 1[hd]/g, "offset 10s");
writeFileSync(join(folder, "alerts.yml"), rules);
writeFileSync(targetsFile, "[]");
writeFileSync(
  join(folder, "prometheus.yml"),
  JSON.stringify({
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: ["alerts.yml"],
    scrape_configs: [{ job_name: "teachers", file_sd_configs: [{ files: ["targets.json"] }] }],
  }),
);
const prometheus = `http://127.0.0.1:${findFreePort()}`;
const running = cleanup.use(
  start(
    [
      binary,
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=data",
      `--web.listen-address=${new URL(prometheus).host}`,
    ],
    { folder, log: join(folder, "prometheus.log") },
  ),
);
await waitForAnswer(`${prometheus}/-/ready`, running, 30_000);

/** Starts a server that Prometheus scrapes. */
async function startScraped(parent: string): Promise<Server> {
  const server = cleanup.use(await startServer(["--admin-port", "0"], { folder: parent }));
  targets.push(new URL(await findAdmin(server)).host);
  writeFileSync(targetsFile, JSON.stringify([{ targets }]));
  return server;
}

/** Waits until an expression of Prometheus has a result. */
async function waitUntil(expression: string): Promise<void> {
  const url = `${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`;
  const deadline = performance.now() + 90_000;
  while (performance.now() < deadline) {
    const { data } = (await (await fetch(url)).json()) as { data: { result: unknown[] } };
    if (data.result.length > 0) return;
    await Bun.sleep(250);
  }
  throw new Error(`Not true for 90 seconds: ${expression}`);
}

/** Waits until an alert fires, and prints how long that took. */
async function waitForAlert(alert: string, cause: string): Promise<void> {
  const from = performance.now();
  await waitUntil(`ALERTS{alertname="${alert}",alertstate="firing"}`);
  console.log(`| ${alert} | ${cause} | ${((performance.now() - from) / 1000).toFixed(0)} s |`);
}

console.log("| alert | cause | fired after |\n|---|---|--:|");

const server = await startScraped(folder);
await waitForAlert("TeachersNothingServed", "a server starts with an empty database");

await publish(folder, makeTeachers(900));
const database = new Database(databaseFile);
database.run("pragma wal_checkpoint(truncate)");
database.close();
copyFileSync(databaseFile, `${databaseFile}.older`);
await waitForAlert("TeachersBackupOld", "no backup was ever made");
await waitUntil("teachers_served_teachers offset 10s == 900");
await publish(folder, makeTeachers(600));
await waitForAlert("TeachersMissing", "a third of the teachers is removed");

renameSync(`${databaseFile}.older`, databaseFile);
await waitForAlert("TeachersDatabaseOlder", "an older file is renamed into its place");

renameSync(databaseFile, `${databaseFile}.away`);
await waitForAlert("TeachersDatabaseDown", "the database is moved away");

server.process.kill("SIGKILL");
await waitForAlert("TeachersDown", "the server is killed");
