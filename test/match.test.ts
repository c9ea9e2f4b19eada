/** The match command: a file of written names against the published directory. */
import { describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { makeFolder, run, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const teachers: readonly StoredTeacher[] = [
  storedTeacher({ id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "доцент" }),
  storedTeacher({ id: 2, last_name: "Шевченко", first_name: "Т.", middle_name: "Г.", degree: "професор" }),
  storedTeacher({ id: 3, last_name: "Коваль, молодша", first_name: "Олена" }),
];

const names =
  "\ufeffШевченко Тарас Григорович\r\n\r\n  доц.  Шевченко Т. Г.\r\nШевченко Т. Г.\nКоваль молодша Олена\nНіхто";
const both = "1 доцент Шевченко Тарас Григорович; 2 професор Шевченко Т. Г.";
const rows = [
  "cell,name,verdict,reading,id,full_name,candidates",
  "0,Шевченко Тарас Григорович,one,spelling,1,доцент Шевченко Тарас Григорович,",
  "1,доц. Шевченко Т. Г.,one,spelling,1,доцент Шевченко Тарас Григорович,",
  `2,Шевченко Т. Г.,several,spelling,,,"${both}"`,
  '3,Коваль молодша Олена,one,spelling,3,"Коваль, молодша Олена",',
  "4,Ніхто,none,,,,",
  "",
];

describe("teachers match", () => {
  test("writes CSV for a file and for standard input, with and without the image of a server", async () => {
    using folder = makeFolder();
    await publish(folder.path, teachers);
    const file = join(folder.path, "names.txt");
    writeFileSync(file, names);
    const before = readdirSync(join(folder.path, "var"));
    const built = await run(["match", file], { folder: folder.path });
    expect([built.exitCode, built.stdout.split("\r\n")]).toEqual([0, rows]);
    expect(built.stderr).toMatch(
      /^5 names: 3 with one teacher, 1 with several, 1 with none \(version 1, database sqlite:/,
    );
    expect(readdirSync(join(folder.path, "var"))).toEqual(before);
    await (await startServer([], { folder: folder.path })).stop();
    expect(readdirSync(join(folder.path, "var"))).not.toEqual(before);
    const mapped = await run(["match", "-"], { folder: folder.path, stdin: names });
    expect([mapped.exitCode, mapped.stdout]).toEqual([0, built.stdout]);
  });

  const faulty: readonly (readonly [what: string, text: string | Uint8Array, message: RegExp])[] = [
    ["a name that is too long", `Коваль\n${"x".repeat(201)}\n`, /line 2: .*the name has more than 200 characters/],
    ["bytes that are not UTF-8", Uint8Array.of(0xc0, 0xe1, 0x0a), /line 1: .*not UTF-8/],
  ];
  for (const [what, text, message] of faulty) {
    test(`refuses ${what}, and writes nothing`, async () => {
      using folder = makeFolder();
      await publish(folder.path, teachers);
      const file = join(folder.path, "names.txt");
      writeFileSync(file, text);
      const { exitCode, stdout, stderr } = await run(["match", file], { folder: folder.path });
      expect([exitCode, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(message);
    });
  }

  test("says what is missing", async () => {
    using folder = makeFolder();
    const missing = await run(["match", "nothing.txt"], { folder: folder.path });
    expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('"nothing.txt" can\'t be read')]);
    const empty = await run(["match", "-"], { folder: folder.path, stdin: names });
    expect(empty.exitCode).toBe(1);
    expect(empty.stderr).toContain("teachers.db");
  });
});
