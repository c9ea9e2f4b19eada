/**
 * The officer's pages on PostgreSQL: the first page says that a user has no right to write, and nothing is lost if the
 * database goes away.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Officer, startOffice } from "./support/officer.ts";
import { startPostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { makeFolder, root, run, waitFor } from "./support/program.ts";

const folder = makeFolder();
const postgres = await startPostgres();

describe.skipIf(postgres === null)("the officer's pages on PostgreSQL", () => {
  const server = postgres!;
  const publisher = (): string => server.urlOf("teachers", "teachers_publisher");

  beforeAll(async () => {
    const script = readFileSync(join(root, "deploy/postgres-roles.sql"), "utf8");
    const sql = script.replace(/^\\getenv .*$/gm, "").replace(/:'\w+_password'/g, `'${password}'`);
    await server.run("postgres", "create database teachers");
    await server.run("teachers", sql);
  });

  afterAll(async () => {
    await postgres?.[Symbol.asyncDispose]();
    folder.remove();
  });

  test("a role that only reads is refused on the first page, and so is a standby", async () => {
    await run(["migrate"], { folder: folder.path, environment: { TEACHERS_DATABASE: publisher() } });
    const open = (url: string) => run(["office"], { folder: folder.path, environment: { TEACHERS_DATABASE: url } });
    const reader = await open(server.urlOf("teachers", "teachers_reader"));
    expect({ exitCode: reader.exitCode, stdout: reader.stdout }, reader.stderr).toEqual({ exitCode: 1, stdout: "" });
    expect(reader.stderr).toContain("takes no writes: it is a standby, or transactions of the role are read-only");
    await server.run("teachers", "alter role teachers_reader reset default_transaction_read_only");
    expect(await open(server.urlOf("teachers", "teachers_reader"))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("refuses the role of the URL: permission denied for table migration"),
    });
    await using standby = await server.createStandby();
    const refused = await open(standby.urlOf("teachers", "teachers_publisher"));
    expect({ exitCode: refused.exitCode, stdout: refused.stdout }, refused.stderr).toEqual({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain("takes no writes: it is a standby");
  });

  test("a database that goes away in the middle is reported, and the waiting list can be published later", async () => {
    await using office = await startOffice([], {
      folder: folder.path,
      environment: { TEACHERS_DATABASE: publisher() },
    });
    const officer = new Officer(office.origin);
    await officer.enter(office.key);
    await officer.upload("id,last_name,first_name,middle_name,degree\n1,Шевченко,Олена,Іванівна,доцент\n", "a.csv");
    const { path } = officer.page;
    await server.stop("SIGKILL");
    const lost = await officer.publish();
    expect({ status: lost.status, isSaid: lost.text.includes("База даних не відповідає") }).toEqual({
      status: 503,
      isSaid: true,
    });
    expect(lost.text).not.toContain(password);
    await server.start();
    await waitFor(
      () => officer.get(path),
      ({ status }) => status === 200,
      { program: office },
    );
    expect((await officer.publish()).text).toContain("Опубліковано версію 1");
  });
});
