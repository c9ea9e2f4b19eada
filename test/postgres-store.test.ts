/** The tests of the store again, on PostgreSQL: everything that it reads and writes. */
import { afterAll, expect, test } from "bun:test";
import { SQL } from "bun";
import { type Engine, open } from "../src/store/engines-testing.ts";
import { testHistory } from "../src/store/history/history-testing.ts";
import { testStore } from "../src/store/store-testing.ts";
import { isLong } from "./support/long.ts";
import { startPostgres } from "./support/postgres.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());
const freeDatabases: string[] = [];

const postgresql: Engine = {
  runs: isLong ? 60 : 6,
  makeFail: `create function fail() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
    create trigger fail before insert on publication execute function fail()`,
  makeWork: "drop trigger fail on publication",
  checkFiles: "select 'ok'",
  async makeTarget() {
    const database = freeDatabases.pop() ?? (await postgres!.createDatabase());
    return {
      url: postgres!.urlOf(database),
      async ask(query) {
        const [row] = await postgres!.run(database, query);
        const value = Object.values(row!)[0];
        return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
      },
      async tamper(statements) {
        await postgres!.run(database, statements);
      },
      async holdLock() {
        const sql = new SQL(postgres!.urlOf(database), { max: 1 });
        await sql.unsafe("begin; lock table migration in share row exclusive mode").simple();
        return () => sql.close();
      },
      async [Symbol.asyncDispose]() {
        await postgres!.run(database, "drop schema public cascade; create schema public");
        freeDatabases.push(database);
      },
    };
  },
};

if (postgres !== null) {
  // A server that creates a table late may find that another server has created its row type already. That moment is
  // short, so there are many rounds. Not for SQLite, whose lock blocks the whole process.
  test("ten servers that start at once migrate an empty database once", async () => {
    for (let round = 0; round < 15; round++) {
      await using target = await postgresql.makeTarget();
      const started = await Promise.allSettled(Array.from({ length: 10 }, () => open(target.url)));
      for (const result of started) if (result.status === "fulfilled") await result.value.close();
      expect(started.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(Number(await target.ask("select count(*) from migration"))).toBe(1);
    }
  });
  testStore("PostgreSQL", postgresql);
  testHistory("PostgreSQL", postgresql);
}
