/** kill -9 of every command that writes, at random moments, on both engines: nothing is half-done, and nothing is lost. */
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { checkVersion } from "../src/store/history/roster-reader.ts";
import { withStore } from "../src/store/store.ts";
import { summaryOf } from "./support/asking.ts";
import { damagePages } from "./support/damage.ts";
import { isLong } from "./support/long.ts";
import { startPostgres } from "./support/postgres.ts";
import { makeFolder, run, type Server, start, startServer, waitFor } from "./support/program.ts";
import { publish, renderNdjson, spellNumber } from "./support/publish.ts";
import "./support/seed.ts";

const count = isLong ? 8000 : 1500;
const kills = isLong ? 11 : 2;
const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** A name that nobody else has. An erasure leaves it in no file of the database. */
const erasedName = "Єдинчук";
const teachers = (degree: string, others = degree): StoredTeacher[] =>
  Array.from({ length: count }, (_, i) =>
    storedTeacher({
      ...{ id: i + 1, last_name: i === 6 ? erasedName : spellNumber(i), first_name: "О" },
      degree: i % 7 === 0 ? degree : others,
    }),
  );

/** Versions, a backup of the first two, and an erasure after it. */
async function prepare(folder: string, url: string): Promise<void> {
  for (const degree of ["доцент", "професор"]) await publish(folder, teachers(degree), url);
  if (url.startsWith("sqlite:")) await succeed(folder, url, "backup", "all.backup");
  await publish(folder, teachers("асистент").slice(0, -10), url);
  await succeed(folder, url, "erase", "9", "--yes");
  writeNext(folder);
}

function writeNext(folder: string): void {
  writeFileSync(join(folder, "next.ndjson"), renderNdjson(teachers("викладач", "асистент").toSpliced(8, 1)));
}

/** The URL may have a password, so it is no argument. */
const placeOf = (folder: string, url: string) => ({ folder, environment: { TEACHERS_DATABASE: url } });

async function succeed(folder: string, url: string, ...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run(args, placeOf(folder, url));
  expect([args, exitCode, stderr]).toEqual([args, 0, expect.any(String)]);
}

/** All that a database has, without times and random ids. Fails if a version is not whole. */
function readState(url: string): Promise<object> {
  return withStore(url, { create: false }, (store) =>
    store.read(async (reader) => {
      const versions = [];
      for (const version of await reader.listVersions()) {
        const { roster, damage } = await checkVersion(reader, version);
        expect([version.number, damage]).toEqual([version.number, null]);
        versions.push([version.number, version.source, roster.digest]);
      }
      const erased = (await reader.listErased()).map(({ id }) => id);
      return { versions, erased, highestId: await reader.findHighestId() };
    }),
  );
}

/** What a command has changed: the database, or what is known of a damaged one, and the backup. */
async function readAll(folder: string, url: string): Promise<object> {
  const state = (database: string): Promise<object | string> =>
    readState(database).catch((error: { code?: string }) => {
      if (error.code === "damaged") return "damaged";
      throw error;
    });
  const backup = join(folder, "all.backup");
  return { database: await state(url), backup: existsSync(backup) ? await state(`sqlite:${backup}`) : null };
}

const commands: readonly (readonly [string, ...string[]])[] = [
  ["import", "next.ndjson"],
  ["rollback", "1", ...["--yes"]],
  ["erase", "7", "--yes"],
  ["prune", "--keep=1", "--yes"],
  ["backup", "all.backup"],
  ["restore", "all.backup", "--yes"],
];
const damagedRestore = "restore over a damaged file";

describe("SQLite: kill -9 at random moments", () => {
  const template = makeFolder();
  const ready = prepare(template.path, "sqlite:teachers.db");
  afterAll(template.remove);

  test.each([...commands.map((args) => [args[0], args] as const), [damagedRestore, commands.at(-1)!] as const])(
    "of %s",
    async (name, args) => {
      await ready;
      const makePlace = () => {
        const folder = makeFolder();
        cpSync(template.path, folder.path, { recursive: true });
        const file = join(folder.path, "teachers.db");
        if (name === damagedRestore) damagePages(file, "teacher");
        return { ...folder, url: `sqlite:${file}` };
      };
      await killAtMoments(makePlace, args, ({ path }) => {
        expect(readdirSync(path).filter((file) => file.includes(".tmp"))).toEqual([]);
        if (name !== "erase") return;
        for (const file of readdirSync(path).filter((file) => file.startsWith("teachers.db")))
          expect([file, readFileSync(join(path, file)).includes(erasedName)]).toEqual([file, false]);
      });
    },
  );
});

describe.skipIf(postgres === null)("PostgreSQL: kill -9 at random moments", () => {
  let template: Promise<string> | undefined;

  test.each(commands.slice(0, 4).map((args) => [args[0], args] as const))("of %s", async (_, args) => {
    template ??= (async () => {
      const database = await postgres!.createDatabase();
      using folder = makeFolder();
      await prepare(folder.path, postgres!.urlOf(database));
      return database;
    })();
    const from = await template;
    const makePlace = async () => {
      const folder = makeFolder();
      writeNext(folder.path);
      const database = await postgres!.createDatabase(from);
      return { ...folder, url: postgres!.urlOf(database) };
    };
    await killAtMoments(makePlace, args, ({ url }) =>
      postgres!.run("postgres", `drop database ${new URL(url).pathname.slice(1)} with (force)`),
    );
  });
});

type Place = ReturnType<typeof makeFolder> & { readonly url: string };

/** Each time on the same content. Then the command runs again, and `finish` looks at what it leaves. */
async function killAtMoments(
  makePlace: () => Place | Promise<Place>,
  args: readonly string[],
  finish: (place: Place) => unknown,
): Promise<void> {
  using whole = await makePlace();
  const before = await readAll(whole.path, whole.url);
  const startedAt = performance.now();
  await succeed(whole.path, whole.url, ...args);
  let elapsedMs = performance.now() - startedAt;
  const after = await readAll(whole.path, whole.url);
  expect(after).not.toEqual(before);
  await finish(whole);
  for (const point of fc.sample(fc.double({ min: 0.3, max: 1, noNaN: true }), kills)) {
    using place = await makePlace();
    const isPostgres = place.url.startsWith("postgres");
    const serverUrl = isPostgres ? `${place.url}?application_name=server` : place.url;
    await using server = args[0] === "import" ? await startServer([], placeOf(place.path, serverUrl)) : null;
    const begin = performance.now();
    await using program = start(args, placeOf(place.path, place.url));
    await Promise.race([Bun.sleep(point * elapsedMs), program.process.exited]);
    program.process.kill("SIGKILL");
    await program.process.exited;
    // The machine was busier during the measurement, so the command finished.
    if (program.process.signalCode !== "SIGKILL") elapsedMs = performance.now() - begin;
    if (isPostgres) await waitForEnd(place.url);
    expect([before, after]).toContainEqual(await readAll(place.path, place.url));
    if (server !== null) expect(await summaryOf(server)).toStartWith("200, version ");
    // A temporary file that was not written to for long is removed by the next command.
    for (const file of readdirSync(place.path)) if (file.includes(".tmp")) utimesSync(join(place.path, file), 0, 0);
    await succeed(place.path, place.url, ...args);
    if (server !== null) await checkFollowed(server, place.url);
    expect((await run(["status"], placeOf(place.path, place.url))).exitCode).toBe(0);
    await finish(place);
  }
}

/** Expects a server that ran all along to serve the newest version, and to have met no error. */
async function checkFollowed(server: Server, url: string): Promise<void> {
  const { number, count } = (await withStore(url, {}, (store) => store.findCurrent()))!;
  await waitFor(() => summaryOf(server), `200, version ${number}, ${count} teachers`);
  expect(server.stderr()).not.toContain('"level":"error"');
  expect(await server.stop()).toBe(0);
}

/** PostgreSQL finishes a step of a client that is gone. */
async function waitForEnd(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await waitFor(
    () =>
      postgres!.run(
        "postgres",
        `select pid from pg_stat_activity where datname = '${name}' and application_name <> 'server'`,
      ),
    { length: 0 },
  );
}
