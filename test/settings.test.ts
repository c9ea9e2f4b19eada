/** Settings as platforms provide them: secrets in files. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandLine, runAll } from "./support/command-lines.ts";
import { expectEnd } from "./support/ends.ts";
import { eventLines } from "./support/events.ts";
import { makeFolder, startServer } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

describe("a secret in a file", () => {
  test("is read without one line break at its end, through a link too, and the flag counts before it", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3), "sqlite:a b.db");
    const contents = ["sqlite:a b.db", "sqlite:a b.db\n", "sqlite:a b.db\r\n"];
    for (const [i, content] of contents.entries()) writeFileSync(join(folder.path, `secret-${i}`), content);
    symlinkSync("secret-0", join(folder.path, "link"));
    const files = ["secret-0", "secret-1", "secret-2", join(folder.path, "link")];
    const lines: CommandLine[] = files.map((file) => ({
      args: ["status"],
      environment: { TEACHERS_DATABASE_FILE: file, TEACHERS_DATABASE: "  " },
    }));
    // The flag counts even if the file can't be used.
    lines.push({ args: ["status", "--database", "sqlite:a b.db"], environment: { TEACHERS_DATABASE_FILE: "none" } });
    for (const { exitCode, stdout, stderr } of await runAll(lines, folder.path))
      expect([exitCode, stderr, stdout]).toEqual([0, "", expect.stringContaining("a b.db\n")]);
  });

  test("is read again by a server when it changes, and the last one is kept while it can't be used", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(1), "sqlite:first.db");
    await publish(folder.path, makeTeachers(2), "sqlite:second.db");
    const secret = join(folder.path, "secret");
    writeFileSync(secret, "sqlite:first.db");
    const environment = { TEACHERS_DATABASE_FILE: "secret" };
    await using server = await startServer([], { folder: folder.path, environment });
    expect(server.content).toBe("1 teachers, version 1");
    writeFileSync(secret, "correct-horse");
    await server.logged(/ error setting\.unreadable: .* error="TEACHERS_DATABASE_FILE: The URL in \\"secret\\" is not/);
    writeFileSync(secret, "sqlite:second.db\n");
    await server.logged(/version\.served: .* teachers=2\b/);
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toMatchObject({ teachers: 2, database: "reachable" });
    expect(await server.stop()).toBe(0);
    expect(server.stderr()).not.toContain("correct-horse");
    expect(eventLines(server, "database.unreachable")).toEqual([]);
  });

  test("is refused where it can't be used, and its content is never shown", async () => {
    using folder = makeFolder();
    const files: Readonly<Record<string, string | Uint8Array>> = {
      empty: "",
      blank: "\n",
      password: "correct-horse",
      mysql: "mysql://anna:correct-horse@db/teachers",
      parameter: "postgres://anna:correct-horse@db/teachers?ssl=correct-horse",
      bytes: new Uint8Array([0xff, 0xfe, 0x41]),
      large: "x".repeat(70_000),
      usable: "sqlite:teachers.db",
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
    mkdirSync(join(folder.path, "folder"));
    const rows: readonly (readonly [file: string, words: string, environment?: Readonly<Record<string, string>>])[] = [
      ["none", 'TEACHERS_DATABASE_FILE: "none" can\'t be read: no such file or directory'],
      ["folder", 'TEACHERS_DATABASE_FILE: "folder" is not a file of at most 65536 bytes'],
      ["/dev/zero", 'TEACHERS_DATABASE_FILE: "/dev/zero" is not a file of at most 65536 bytes'],
      ["empty", 'TEACHERS_DATABASE_FILE: "empty" is empty'],
      ["blank", 'TEACHERS_DATABASE_FILE: "blank" is empty'],
      ["large", 'TEACHERS_DATABASE_FILE: "large" is not a file of at most 65536 bytes'],
      ["bytes", 'TEACHERS_DATABASE_FILE: "bytes" is not UTF-8 text'],
      ["password", 'The URL in "password" is not a database that this release can open; expected sqlite:PATH'],
      ["mysql", 'The URL in "mysql" is not a database that this release can open; expected sqlite:PATH'],
      ["parameter", 'The URL in "parameter" has the unknown parameter "ssl"; accepted are '],
      ["usable", "TEACHERS_DATABASE and TEACHERS_DATABASE_FILE are both set", { TEACHERS_DATABASE: "sqlite:b.db" }],
    ];
    const results = await runAll(
      rows.map(([file, , more = {}]) => ({
        args: ["serve"],
        environment: { TEACHERS_DATABASE_FILE: file, ...more },
      })),
      folder.path,
    );
    for (const [i, [, words]] of rows.entries()) {
      expectEnd(results[i]!, 2, words);
      const { stderr } = results[i]!;
      expect(stderr).not.toContain("correct-horse");
      expect(stderr.trimEnd()).not.toContain("\n");
    }
  });
});
