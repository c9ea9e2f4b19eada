import { describe, expect, test } from "bun:test";
import { DatabaseUrlError, hidePasswords, parseDatabaseUrl, withoutPassword } from "./database-url.ts";

describe("parseDatabaseUrl()", () => {
  test.each([
    ["sqlite:var/teachers.db", "var/teachers.db"],
    ["sqlite:teachers.db", "teachers.db"],
    ["sqlite:./teachers.db", "./teachers.db"],
    ["sqlite:/srv/a folder/teachers.db", "/srv/a folder/teachers.db"],
    ["sqlite:///srv/teachers.db", "/srv/teachers.db"],
    ["sqlite:C:\\teachers.db", "C:\\teachers.db"],
  ])("takes %s as the path %s", (url, path) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: "sqlite", path });
  });

  test.each([
    ["nothing", "", '""'],
    ["a path alone", "var/teachers.db", '"var/teachers.db"'],
    ["no path", "sqlite:", '"sqlite:"'],
    ["another case", "SQLite:teachers.db", '"SQLite:teachers.db"'],
    ["memory", "sqlite::memory:", '"sqlite::memory:"'],
    ["parameters", "sqlite:teachers.db?mode=ro", '"sqlite:teachers.db?…"'],
    ["a fragment", "sqlite:teachers.db#1", '"sqlite:teachers.db#1"'],
    ["a host", "sqlite://server/teachers.db", '"sqlite://server/teachers.db"'],
    ["another engine", "mysql://localhost:3306/teachers", '"mysql://localhost:3306/teachers"'],
    ["a user alone", "mysql://anna@db/teachers", '"mysql://anna@db/teachers"'],
    ["a password", "mysql://anna:secret@db/teachers", '"mysql://anna:***@db/teachers"'],
    ["a password that was not encoded", "postgresql://anna:secret@se/cr:et?@db/t", '"postgresql://anna:***@db/t"'],
    ["a password alone", "redis://:secret@db:6379", '"redis://:***@db:6379"'],
    ["a password and a scheme with a digit", "mysql2://anna:secret@db/t", '"mysql2://anna:***@db/t"'],
    ["a password without a scheme", "anna:secret@db/t", '"anna:***@db/t"'],
    ["a password as a parameter", "postgres://db/t?user=anna&password=secret", '"postgres://db/t?…"'],
    ["a password after a line break", "postgres://anna:\nsecret@db/t", '"postgres://anna:***@db/t"'],
    ["a name with a stray %", "postgres://u@h/%zz", '"postgres://u@h/%zz" has a % that does not start a'],
    ["a name that is not UTF-8", "postgres://u@h/%ff", '"postgres://u@h/%ff" has a % that does not start a'],
    ["a name with a null byte", "postgres://u@h/a%00b", '"postgres://u@h/a%00b" has a % that does not start a'],
    ["a user with a stray %", "postgres://100%@h/t", '"postgres://100%@h/t" has a % that does not start a'],
    ["a schema without a name", "postgres://u@h/t?schema=", '"postgres://u@h/t?schema=" has an invalid schema name'],
    [
      "a schema of the system",
      "postgres://u@h/t?schema=pg_x",
      '"postgres://u@h/t?schema=pg_x" has an invalid schema name',
    ],
    ["a schema with a line break", "postgres://u@h/t?schema=a%0Ab", "has an invalid schema name"],
    ["a schema with a null byte", "postgres://u@h/t?schema=a%00b", "has a % that does not start a"],
    ["a schema of 64 bytes", `postgres://u@h/t?schema=${"x".repeat(64)}`, "1 to 63 bytes"],
    ["two schemas", "postgres://u@h/t?schema=a&schema=b", "has the parameter schema twice"],
    [
      "a parameter that is not supported",
      "postgres://u@h/t?connect_timeout=3",
      'has the unknown parameter "connect_timeout"; ',
    ],
    ["a password with a stray %", "postgres://u:secret%@h/t", '"postgres://u:***@h/t" has a % that does not start a'],
  ])("refuses %s and shows no password", (_, url, shown) => {
    expect(() => parseDatabaseUrl(url)).toThrow(DatabaseUrlError);
    expect(() => parseDatabaseUrl(url)).toThrow(shown);
    expect(() => parseDatabaseUrl(url)).toThrow("expected sqlite:PATH");
  });
});

describe("parseDatabaseUrl() of PostgreSQL", () => {
  test.each([
    "postgres://anna:s%40cret@db.example.edu:5432/teachers",
    "postgresql://anna@[::1]:5432/teachers?sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem",
    "postgres://localhost/teachers?host=/run/postgresql&application_name=web",
    "postgres://localhost/teachers?schema=%D0%A8%D0%BA%D0%BE%D0%BB%D0%B0&sslmode=disable",
  ])("takes %s", (url) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: "postgres", database: "teachers" });
  });

  test.each([
    ["postgres://u:secret@a/t postgres://u:secret@b/t", "is a list of URLs"],
    ["postgres://a/t\npostgresql://b/t", "is a list of URLs"],
    ["postgres://a/t,postgres://b/t", "is a list of URLs"],
    ["sqlite:a.db sqlite:b.db", "is a list of URLs"],
    ["postgres://a:5432,b:5432/t", "names several hosts"],
    ["postgres://u:secret@a,b/t", "names several hosts"],
  ])("refuses %j, because failover is the job of the address", (list, problem) => {
    expect(() => parseDatabaseUrl(list)).toThrow(`${problem}; give one URL, whose address leads to the primary`);
    expect(() => parseDatabaseUrl(list)).not.toThrow("secret");
  });

  test.each(["postgres://u:a,b@h/t", "postgres://h/a,b"])("takes %s, whose host has no comma", (url) => {
    expect(parseDatabaseUrl(url)).toMatchObject({ engine: "postgres" });
  });
});

test.each([
  ["postgres://db:5432/teachers", "postgres://db:5432/teachers"],
  ["postgres://db/t?sslmode=require", "postgres://db/t?…"],
  ["postgres://db/t?schema=staff", "postgres://db/t?schema=staff"],
  ["postgres://u:p@db/t?sslmode=require&schema=staff", "postgres://u:***@db/t?schema=staff&…"],
  ["postgres://db/t?schema=staff&password=secret", "postgres://db/t?schema=staff&…"],
  ["postgres://db/t?password=schema=secret", "postgres://db/t?…"],
])("withoutPassword() of %s", (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});

test.each([
  ["unknown option '--database=postgres://u:pw@h/d'", "unknown option '--database=postgres://u:***@h/d'"],
  ['"postgres://u:p@w/x@h/d" is none', '"postgres://u:***@h/d" is none'],
  ['"postgres://u:secret" is none', '"postgres://u:***" is none'],
  ['"postgres://db:5432/d" is none', '"postgres://db:5432/d" is none'],
  ['"host=db user=u password=pw" is none', '"host=db user=u password=***" is none'],
  ["\"host=db password='a b' user=u\" is none", '"host=db password=*** user=u" is none'],
  ["expected postgres://USER:PASSWORD@HOST:PORT/NAME", "expected postgres://USER:PASSWORD@HOST:PORT/NAME"],
  ["http://localhost:8000/teachers/", "http://localhost:8000/teachers/"],
])("hidePasswords() of %s", (message, shown) => {
  expect(hidePasswords(message)).toBe(shown);
});
