/** The tests of the store again, on PostgreSQL: everything that it reads and writes. */
import { afterAll } from "bun:test";
import { SQL } from "bun";
import { testRestore } from "../src/store/backup/restore-testing.ts";
import type { Engine } from "../src/store/engines-testing.ts";
import { testHistory } from "../src/store/history/history-testing.ts";
import { testStore } from "../src/store/store-testing.ts";
import { isLong } from "./support/long.ts";
import { startPostgres } from "./support/postgres.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());
const freeDatabases: string[] = [];

const postgresql: Engine = {
  runs: isLong ? 20 : 6,
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
  testStore("PostgreSQL", postgresql);
  testHistory("PostgreSQL", postgresql);
  testRestore("PostgreSQL", postgresql);
}
