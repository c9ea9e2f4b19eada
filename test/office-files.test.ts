/** Files that LibreOffice saves: whatever the format and the encoding, an import gives the same content. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { generateTeachers } from "../src/generate/generate.ts";
import { convertFile, textFilter, textInput } from "./support/office.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, run } from "./support/program.ts";

setDefaultTimeout(120_000);

const soffice = findPart("soffice");
const folder = makeFolder();
/** With the apostrophe that every encoding has. */
const teachers = [...generateTeachers(300, 3)].map((teacher) => {
  const last_name = teacher.last_name.replace(/[\u2019\u02bc]/g, "'");
  const first_name = teacher.first_name.replace(/[\u2019\u02bc]/g, "'");
  return { ...teacher, last_name, first_name, middle_name: teacher.middle_name.replace(/[\u2019\u02bc]/g, "'") };
});

/** The table as an office keeps it: a title, Ukrainian headings, columns of its own, and sums. */
function renderOfficeTable(): string {
  const rows = teachers.map(({ id, last_name, first_name, middle_name, degree }, i) =>
    [i + 1, id, last_name, first_name, middle_name, degree, "Кафедра математики", "01.09.2020"].join(","),
  );
  return [
    "Список викладачів на 2026 рік,,,,,,,",
    ",,,,,,,",
    "Номер з/п,Табельний номер,ПРІЗВИЩЕ,Ім'я,По батькові,Посада,Кафедра,Дата прийому",
    ...rows,
    ",,Разом:,300,,,,",
    ",,Начальник відділу кадрів,,,О. Іваненко,,",
  ].join("\n");
}

/** What an import of a file into a database of its own prints, and the digest of what it publishes. */
async function importFile(file: string, ...flags: string[]): Promise<{ stderr: string; digest: string }> {
  using own = makeFolder();
  const { exitCode, stderr } = await run(["import", file, ...flags], { folder: own.path });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const { stdout } = await run(["status"], { folder: own.path });
  return { stderr, digest: /Digest +([0-9a-f]{64})/.exec(stdout)![1]! };
}

let digest = "";

beforeAll(async () => {
  const header = "id,last_name,first_name,middle_name,degree";
  const rows = teachers.map((teacher) => Object.values(teacher).join(","));
  await Bun.write(join(folder.path, "plain.csv"), `${[header, ...rows].join("\n")}\n`);
  await Bun.write(join(folder.path, "office.csv"), renderOfficeTable());
  ({ digest } = await importFile(join(folder.path, "plain.csv")));
  if (soffice !== null) await convertFile(soffice, folder.path, "office.csv", "ods", "source", [textInput]);
});

afterAll(() => folder.remove());

const around = `Skipped above the header: line 1
Ignored the columns "Номер з/п", "Кафедра" and "Дата прийому"
Skipped around the teachers: lines 304 and 305
`;

describe("the office's table is read", () => {
  const cases: readonly (readonly [name: string, to: string, said: string])[] = [
    ["Excel", "xlsx", 'Read as XLSX, the sheet "office"\n'],
    ["OpenDocument", "ods", 'Read as ODS, the sheet "office"\n'],
    ["UTF-8 with commas", textFilter(",", "utf-8"), ""],
    ["UTF-8 with tabs", textFilter("\t", "utf-8"), "Read as CSV in UTF-8, separated by tabs\n"],
    [
      "windows-1251 with semicolons",
      textFilter(";", "windows-1251"),
      "Read as CSV in WINDOWS-1251, separated by semicolons\n",
    ],
    ["koi8-u", textFilter(",", "koi8-u"), "Read as CSV in KOI8-U\n"],
    ["UTF-16 with tabs", textFilter("\t", "utf-16"), "Read as CSV in UTF-16, separated by tabs\n"],
  ];
  test.skipIf(soffice === null).each(cases)("%s", async (name, to, said) => {
    const source = to === "ods" ? "office.csv" : "source/office.ods";
    const file = await convertFile(soffice!, folder.path, source, to, name, to === "ods" ? [textInput] : []);
    const found = await importFile(file);
    expect([said, around].join("").split("\n").toSorted()).toEqual(found.stderr.split("\n").toSorted());
    expect(found.digest).toBe(digest);

    const packed = `${file}.gz`;
    await Bun.write(packed, gzipSync(await Bun.file(file).bytes()));
    const unpacked = await importFile(packed);
    expect(unpacked.stderr).toContain(", unpacked from gzip\n");
    expect(unpacked.digest).toBe(digest);
  });

  test("under a name without an ending", async () => {
    await Bun.write(join(folder.path, "noname"), renderOfficeTable());
    expect((await importFile(join(folder.path, "noname"))).digest).toBe(digest);
  });

  test("with a line that tells Excel the separator", async () => {
    await Bun.write(join(folder.path, "sep.csv"), `sep=;\r\n${renderOfficeTable().replaceAll(",", ";")}`);
    expect((await importFile(join(folder.path, "sep.csv"))).digest).toBe(digest);
  });

  test("by headings of its own", async () => {
    const renamed = renderOfficeTable().replace("ПРІЗВИЩЕ", "Родове ім'я").replace("Посада", "Хто такий");
    await Bun.write(join(folder.path, "renamed.csv"), renamed);
    const flags = ["--map", "last_name=Родове ім'я", "--map", "degree=хто такий"];
    expect((await importFile(join(folder.path, "renamed.csv"), ...flags)).digest).toBe(digest);
  });

  test("with the whole name in one column", async () => {
    const rows = teachers.map((teacher) => {
      const { id, last_name, first_name, middle_name, degree } = teacher;
      return [id, [last_name, first_name, middle_name].filter((part) => part !== "").join(" "), degree].join(";");
    });
    await Bun.write(join(folder.path, "whole.csv"), ["ID;П.І.Б.;Посада", ...rows].join("\r\n"));
    const { stderr, digest: found } = await importFile(join(folder.path, "whole.csv"));
    expect(stderr).toContain('Split the column "П.І.Б." into last_name, first_name and middle_name\n');
    expect(found).toBe(digest);
  });
});
