/** The match command: the cells of a file against the published directory. */
import { describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { isLong } from "./support/long.ts";
import { tellsMemory } from "./support/memory.ts";
import { makeFolder, run, start, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { createXlsxParts, createZip, renderXlsxRow } from "./support/zip.ts";

const teachers: readonly StoredTeacher[] = [
  storedTeacher({ id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "доцент" }),
  storedTeacher({ id: 2, last_name: "Шевченко", first_name: "Т.", middle_name: "Г.", degree: "професор" }),
  storedTeacher({ id: 3, last_name: "Коваль, молодша", first_name: "Олена" }),
];

function encodeWindows1251(text: string): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const characters = [...new TextDecoder("windows-1251").decode(bytes)];
  return Uint8Array.from(text, (character) => characters.indexOf(character));
}

const names =
  "\ufeffШевченко Тарас Григорович\r\n\r\n  доц.  Шевченко Т. Г.\r\nШевченко Т. Г.\nКоваль молодша Олена\nНіхто";
const both = "1 доцент Шевченко Тарас Григорович; 2 професор Шевченко Т. Г.";
const rows = [
  "cell,name,verdict,reading,id,full_name,candidates,set_aside",
  "0,Шевченко Тарас Григорович,one,spelling,1,доцент Шевченко Тарас Григорович,,",
  "1,доц. Шевченко Т. Г.,one,spelling,1,доцент Шевченко Тарас Григорович,,",
  `2,Шевченко Т. Г.,several,spelling,,,"${both}",`,
  '3,Коваль молодша Олена,one,spelling,3,"Коваль, молодша Олена",,',
  "4,Ніхто,none,,,,,",
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

  const timetable = [["Розклад"], ["День", "Викладач"], ["Пн", "доц. Шевченко Т. Г. (302-18)\nНіхто"]];
  const formats: readonly (readonly [what: string, name: string, content: string | Uint8Array])[] = [
    ["CSV of Excel", "a.csv", 'День;Викладач\r\nПн;"доц. Шевченко Т. Г. (302-18)\nНіхто"\r\n'],
    ["a workbook", "a.xlsx", createZip(createXlsxParts({ Розклад: timetable.map(renderXlsxRow).join("") }))],
    ["windows-1251", "a.csv", encodeWindows1251("День;Викладач\r\nПн;доц. Шевченко Т. Г. (302-18) / Ніхто\r\n")],
  ];
  test.each(formats)(
    "reads the column of names of %s, and says in Ukrainian how many it found",
    async (_, name, content) => {
      using folder = makeFolder();
      await publish(folder.path, teachers);
      writeFileSync(join(folder.path, name), content);
      const { exitCode, stdout, stderr } = await run(["match", name, "--lang", "uk"], { folder: folder.path });
      expect([exitCode, stdout.split("\r\n")]).toEqual([
        0,
        [
          rows[0]!,
          "0,доц. Шевченко Т. Г. (302-18),one,part,1,доцент Шевченко Тарас Григорович,,(302-18)",
          "0,Ніхто,none,,,,,",
          "",
        ],
      ]);
      expect(stderr).toStartWith("Усього імен: 2. Знайдено однозначно – 1, можливі кілька осіб – 0, не знайдено – 1 ");
    },
  );

  test.if(isLong && tellsMemory)("matches 100,000 lines in one process of bounded memory", async () => {
    using folder = makeFolder();
    await publish(folder.path, teachers);
    writeFileSync(join(folder.path, "names.txt"), `${names}\n`.repeat(20_000));
    const program = start(["match", "names.txt"], { folder: folder.path });
    const { exitCode, stdout } = await program.finished;
    expect([exitCode, stdout.split("\r\n").length]).toEqual([0, 100_002]);
    expect(program.process.resourceUsage()!.maxRSS).toBeLessThan(400 * 1024 * 1024);
  });

  const faulty: readonly (readonly [what: string, text: string | Uint8Array, message: RegExp])[] = [
    ["a name that is too long", `Коваль\n${"x".repeat(201)}\n`, /line 2: .*the name has more than 200 characters/],
    ["JSON", '{"names": ["Коваль"]}', /names are not read from JSON/],
    ["a file without names", "\n", /the file has no names/],
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
