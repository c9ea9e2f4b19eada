/** Loads a server for a long time while versions are published, and checks that every answer is whole and from one version. */
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { eventLines } from "../../test/support/events.ts";
import { type Memory, readMemory, tellsMemory } from "../../test/support/memory.ts";
import { type Server, startServer } from "../../test/support/program.ts";
import { importTeachers, makeTeachers, publish } from "../../test/support/publish.ts";
import { openConnection } from "../../test/support/wire.ts";
import { createKeepAliveConnection } from "./keep-alive-connection.ts";

interface SoakOptions {
  readonly folder: string;
  readonly seconds: number;
  /** The rate of all clients together, on 32 connections. */
  readonly requestsPerSecond: number;
  readonly secondsPerImport: number;
}

interface SoakReport {
  readonly requests: number;
  readonly downloads: number;
  /** Connections that were closed before their answer. */
  readonly abandoned: number;
  readonly imports: number;
  readonly p99Ms: number;
  /** The memory of the server, read at equal intervals; empty if the system does not show it. */
  readonly memory: readonly Memory[];
  readonly failures: readonly string[];
}

/** A download takes 5 MB, more than the buffers of a socket, so a slow client outlasts several versions. */
const teacherCount = 20_000;
const clients = 32;
const slowClients = 8;
const abandonedPerSecond = 20;
/** The size of each read of a slow client, and the pause after it. */
const slowReadMs = 50;
const memoryReadings = 200;
/** How far clients may fall behind the rate before the lost requests are dropped. */
const backlogMs = 1000;

const degreePrefix = "випуск-";
/** Each teacher has the version in the degree, so that an answer shows from which versions it was made. */
const degreeOf = (version: number): string => `${degreePrefix}${version}`;

function contentOf(version: number): StoredTeacher[] {
  return makeTeachers(teacherCount, degreeOf(version)).map((teacher) => ({
    ...teacher,
    last_name: `Коваль${String.fromCodePoint(0x430 + (teacher.id % 32))}${teacher.id % 997}`,
  }));
}

/** The mean of each quarter of the readings, in MiB. */
export function quarterMeans(memory: readonly Memory[], part: "resident" | "anonymous"): number[] {
  const length = Math.floor(memory.length / 4);
  return [0, 1, 2, 3].map((quarter) => {
    const readings = memory.slice(quarter * length, (quarter + 1) * length);
    return readings.reduce((sum, reading) => sum + reading[part], 0) / length;
  });
}

/** Runs a server under load for `seconds`, and publishes versions meanwhile. Memory that keeps growing is a leak. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { folder, seconds, requestsPerSecond, secondsPerImport } = options;
  await publish(folder, contentOf(1));
  await using server = await startServer([], { folder });
  const failures: string[] = [];
  const latencies: number[] = [];
  const memory: Memory[] = [];
  const counts = { downloads: 0, abandoned: 0, imports: 1 };
  const end = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() >= end || server.process.exitCode !== null;

  function check(path: string, status: number, datasetVersion: string | null, body: Buffer): void {
    const problem = status === 200 ? findMixture(datasetVersion, body) : `status ${status}`;
    if (problem !== null) failures.push(`${path}: ${problem}`);
  }

  let turns = 0;
  let dueAt = performance.now();
  async function browse(): Promise<void> {
    using connection = createKeepAliveConnection(server.origin);
    while (!isOver()) {
      const now = performance.now();
      dueAt = Math.max(dueAt + 1000 / requestsPerSecond, now - backlogMs);
      if (dueAt > now + 1) await Bun.sleep(dueAt - now);
      const [path, accept] = requestOf(turns++);
      const from = performance.now();
      try {
        const { status, datasetVersion, body } = await connection.get(path, accept);
        check(path, status, datasetVersion, body);
      } catch (error) {
        failures.push(`${path}: ${error}`);
      }
      latencies.push(performance.now() - from);
    }
  }

  async function readSlowly(): Promise<void> {
    while (!isOver()) {
      await download(server, check, isOver).catch((error) => failures.push(`download: ${error}`));
      counts.downloads++;
    }
  }

  async function comeAndGo(): Promise<void> {
    while (!isOver()) {
      await Bun.sleep(1000 / abandonedPerSecond);
      const connection = await openConnection(server.origin);
      const isWhole = counts.abandoned++ % 2 === 0;
      connection.send(`GET /teachers/?search=Коваль&limit=100 HTTP/1.1\r\nHost: localhost\r\n${isWhole ? "\r\n" : ""}`);
      connection.close();
    }
  }

  async function publishVersions(): Promise<void> {
    for (let dueAt = performance.now() + secondsPerImport * 1000; dueAt < end; dueAt += secondsPerImport * 1000) {
      await Bun.sleep(dueAt - performance.now());
      await importTeachers(folder, contentOf(counts.imports + 1)).then(
        () => counts.imports++,
        (error) => failures.push(`import: ${error}`),
      );
    }
  }

  async function readMemories(): Promise<void> {
    while (tellsMemory && !isOver()) {
      memory.push(readMemory(server.process.pid));
      await Bun.sleep((seconds * 1000) / memoryReadings);
    }
  }

  await Promise.all([
    ...Array.from({ length: clients }, browse),
    ...Array.from({ length: slowClients }, readSlowly),
    comeAndGo(),
    publishVersions(),
    readMemories(),
  ]);
  if (server.process.exitCode !== null) failures.push(`the server ended with ${server.process.exitCode}`);
  if (eventLines(server, "request.failed").length > 0) failures.push("the server logged request.failed");
  latencies.sort((a, b) => a - b);
  const p99Ms = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
  return { requests: latencies.length, ...counts, p99Ms, memory, failures };
}

/**
 * The request of a turn. Most are for different pages, every tenth is for the default page, and a few are searches and
 * pages for people.
 */
function requestOf(turn: number): readonly [path: string, accept: string] {
  const offset = (turn * 7919) % (teacherCount - 20);
  if (turn % 200 === 0) return [`/teachers/?offset=${offset}`, "text/html"];
  if (turn % 50 === 0) return [`/teachers/?search=${encodeURIComponent(`Ковальб${turn % 997}`.slice(0, 8))}`, "*/*"];
  if (turn % 20 === 0) return [`/teachers/?format=ndjson&limit=50&offset=${offset}`, "*/*"];
  if (turn % 10 === 0) return ["/teachers/", "*/*"];
  if (turn % 5 === 0) return [`/teachers/?first_name=${encodeURIComponent("Олена")}&offset=${offset}`, "*/*"];
  return [`/teachers/?limit=10&offset=${offset}`, "*/*"];
}

/** Evidence that an answer is not entirely from the version that its header names; null if there is none. */
function findMixture(datasetVersion: string | null, body: Buffer): string | null {
  const version = /^\d+(?=-)/.exec(datasetVersion ?? "")?.[0] ?? "";
  const wanted = Buffer.from(degreeOf(Number(version)));
  let found = 0;
  for (let at = body.indexOf(prefixBytes); at !== -1; at = body.indexOf(prefixBytes, at + wanted.length)) {
    const end = at + wanted.length;
    if (!body.subarray(at, end).equals(wanted) || isDigit(body[end]))
      return `Dataset-Version ${datasetVersion}, but the body has ${body.toString("utf8", at, at + 30)}`;
    found++;
  }
  return found > 0 ? null : `Dataset-Version ${datasetVersion}, but the body names no version`;
}

const prefixBytes = Buffer.from(degreePrefix);

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Downloads the whole list with pauses, on a connection of its own. */
async function download(
  { origin }: Server,
  check: (path: string, status: number, datasetVersion: string | null, body: Buffer) => void,
  isOver: () => boolean,
): Promise<void> {
  const path = "/teachers/?format=csv";
  const connection = await openConnection(origin);
  try {
    connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const answer = connection.read();
    let isRead = false;
    void answer.then(
      () => (isRead = true),
      () => (isRead = true),
    );
    while (!isRead && !isOver()) {
      connection.pause();
      await Bun.sleep(slowReadMs);
      connection.resume();
      await Bun.sleep(1);
    }
    const read = await answer;
    if (read === null) throw new Error("closed without an answer");
    const header = read.headers.find(([name]) => name.toLowerCase() === "dataset-version");
    check(
      path,
      read.status,
      header?.[1] ?? null,
      Buffer.from(read.body.buffer, read.body.byteOffset, read.body.byteLength),
    );
  } finally {
    connection.close();
  }
}
