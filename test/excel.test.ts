/**
 * LibreOffice opens the workbook correctly, and the files that it saves import as the same content.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { type StoredTeacher, textsOf } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, run, type Server, startServer } from "./support/program.ts";
import { importTeachers } from "./support/publish.ts";

const soffice = isLong ? findPart("soffice") : null;

const names: readonly (readonly [last: string, first: string, middle: string, degree: string])[] = [
  ["Ґалаґан-їжакевич", "Єва", "Іллівна", "доцент"],
  ["Лук\u02bcяненко", "В\u2019ячеслав", "О'Нілович", "старший викладач"],
  ['Д"Арк', "Жан, Ів", "a;b", 'зав."кафедрою"; доц., проф.'],
  ["=1+1", "+38044", "-5", "@SUM(A1)"],
  ["'=1+1", '=HYPERLINK("#example";"x")', "", ""],
  ["\uff1d1+1", "\uff0b380", "'\uff0d5", "''\uff20SUM(A1)"],
  ["😀", "q\u0323\u0301", "שלום", "\u200fמורה"],
  ["<script>alert(1)</script>", "&amp;", "C:\\new\\table", "100% ставки"],
  ["Шевченко", "Т.", "Г.", ""],
  ["", "Соломія", "", ""],
];
const tricky = names.map(
  ([last_name, first_name, middle_name, degree], i): StoredTeacher =>
    storedTeacher({ id: 9_000_000 + i, last_name, first_name, middle_name, degree }),
);
/** No id has more than 15 digits, because Excel, unlike LibreOffice, rounds numbers to 15 digits. */
const teachers = [...generateTeachers(500, 6), ...tricky, { ...tricky[0]!, id: 999_999_999_999_999 }];

const folder = makeFolder();
let server: Server;

beforeAll(async () => {
  if (soffice === null) return;
  await importTeachers(folder.path, teachers);
  server = await startServer([], { folder: folder.path });
});

afterAll(async () => {
  if (soffice !== null) await server.stop();
  folder.remove();
});

/** Converts a file with LibreOffice, with its own profile and without a window. */
async function convert(file: string, to: string, from: readonly string[]): Promise<string> {
  const outputFolder = join(folder.path, `from-${file.split(".").at(-1)}`);
  const process = Bun.spawn(
    [
      soffice!,
      `-env:UserInstallation=${pathToFileURL(join(folder.path, "profile"))}`,
      "--headless",
      ...from,
      ...["--convert-to", to, "--outdir", outputFolder, file],
    ],
    { cwd: folder.path, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [stdout, stderr] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
    process.exited,
  ]);
  const converted = join(outputFolder, `teachers.${to.split(":")[0]}`);
  if (!existsSync(converted)) throw new Error(`soffice wrote nothing: ${stdout}${stderr}`);
  return converted;
}

/**
 * The export of the spreadsheet, only for reading its cells: comma, quotation mark, UTF-8. The last two options quote
 * every cell of text, but not numbers, and write the values of cells without their formats.
 */
const exportFilter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false";

test.skipIf(soffice === null).each(["uk", "en"])(
  "the workbook in %s has the right text in every cell",
  async (lang) => {
    const file = join(folder.path, lang, "teachers.xlsx");
    const download = await (await fetch(`${server.origin}/teachers/?format=xlsx&lang=${lang}`)).bytes();
    await Bun.write(file, download);
    const cells = await Bun.file(await convert(file, exportFilter, [])).text();
    const [head, ...rows] = parse(cells) as string[][];
    expect(head).toHaveLength(5);
    expect(rows).toEqual(teachers.map((teacher) => [String(teacher.id), ...textsOf(teacher)]));
    // Ids are numbers, which are not quoted, and all else is text.
    for (const row of cells.trimEnd().split("\n").slice(1)) expect(row).toMatch(/^\d+(,("([^"]|"")*")?){4}$/);

    for (const own of [file, await convert(file, "xlsx", [])]) {
      const { stdout, stderr } = await run(["import", own], { folder: folder.path });
      expect(stdout, stderr).toContain(
        `Nothing to publish: 0 added, 0 changed, 0 removed, ${teachers.length} unchanged`,
      );
    }
  },
);
