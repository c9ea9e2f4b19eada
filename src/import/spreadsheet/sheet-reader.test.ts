import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createOds, createXlsxParts, createZip, renderOdsRow, renderXlsxRow } from "../../../test/support/zip.ts";
import { renderFaults, renderFindings } from "../../publishing/file-lines.ts";
import { cutBytes } from "../../publishing/reader-testing.ts";
import { ImportFaults, WorkbookError } from "../fault.ts";
import { readTeacherFile } from "../read-roster.ts";
import { chooseSheet } from "./sheet-reader.ts";

const header = ["ID", "Прізвище", "Ім'я", "По батькові", "Посада"];
const rows = Array.from({ length: 40 }, (_, i) => [
  String(i + 1),
  `Шевчен${"ко".repeat(i % 3)}`,
  "Тарас",
  "",
  "доцент",
]);
const xlsx = createZip(createXlsxParts({ a: [header, ...rows].map(renderXlsxRow).join(""), b: "" }));

const ods = createOds([header, ...rows].map((row) => renderOdsRow(row)).join(""));

describe("openWorkbook()", () => {
  test.each([
    ["xlsx", xlsx],
    ["ods", ods],
  ])("reads %s in pieces of any size", async (_, bytes) => {
    for (const sizes of [[], [1], [1000]]) {
      expect((await readTeacherFile(cutBytes(bytes, sizes), {})).roster.count).toBe(40);
    }
  });

  test("lost letters of a spreadsheet must be typed again, because no other encoding restores them", async () => {
    const bytes = createOds(
      [header, ["1", "Лук?яненко", "Іван", "", "доцент"]].map((row) => renderOdsRow(row)).join(""),
    );
    const failed = await readTeacherFile(cutBytes(bytes, []), {}).catch((error: ImportFaults) => error);
    expect(renderFaults(failed as ImportFaults)).toContainEqual(
      expect.stringMatching(/letters that were lost; type it again$/),
    );
  });

  test.each([
    ["xlsx", xlsx],
    ["ods", ods],
  ])("reports faults for any damage of %s", async (_, bytes) => {
    const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(flips, fc.nat(2 * bytes.length), async (flips, length) => {
        const damaged = Buffer.from(bytes.subarray(0, Math.max(4, length)));
        for (const [at, value] of flips) if (at > 3 && at < damaged.length) damaged[at] = value;
        await readTeacherFile(cutBytes(damaged, [500]), {}).catch((error: Error) => {
          if (!(error instanceof ImportFaults)) throw error;
        });
      }),
      { numRuns: 400 },
    );
  });
});

describe("all sheets", () => {
  const faculty = (...teachers: string[][]): string => [header, ...teachers].map(renderXlsxRow).join("");
  const law = faculty(["1", "Шевченко", "Тарас", "Григорович", "доцент"], ["2", "Коваль", "Ганна", "", "доцент"]);
  const workbook = (physics: string) => createZip(createXlsxParts({ Титул: "", Право: law, Фізика: physics }));
  const read = (bytes: Uint8Array, allSheets: boolean) => readTeacherFile(cutBytes(bytes, []), { allSheets });

  test("have the teachers of each sheet, and one teacher for two posts", async () => {
    const physics = faculty(["3", "Сич", "Іван", "", "доцент"], ["1", "Шевченко", "Тарас", "Григорович", "професор"]);
    const { roster, findings } = await read(workbook(physics), true);
    expect([...roster.ids]).toEqual([1, 2, 3]);
    expect(renderFindings(findings)).toEqual([
      'Read as XLSX, the sheet "Право" (of 3)',
      'Read as XLSX, the sheet "Фізика" (of 3)',
      'Skipped sheet "Фізика", line 3: a second post of "Шевченко Тарас Григорович", "професор"; the position is "доцент" (line 2 of the sheet "Право")',
    ]);
  });

  test("appear in faults, and are suggested if several have a table", async () => {
    const bytes = workbook(faculty(["2", "Сич", "Іван", "", "доцент"], ["4", "", "", "", "доцент"]));
    const render = async (allSheets: boolean): Promise<string[]> =>
      renderFaults((await read(bytes, allSheets).catch((error: unknown) => error)) as ImportFaults);
    expect((await render(true)).slice(2)).toEqual([
      'sheet "Фізика", line 2, column "ID": "2" is the id of line 3 of the sheet "Право" too; each id is accepted once',
      'sheet "Фізика", line 3: there is no name (the row has "доцент"); enter it or delete the row',
      "2 faults: nothing was published",
    ]);
    expect((await render(false))[0]).toBe(
      'the sheets "Право" and "Фізика" all have a table of teachers; to read all of them, add --all-sheets, or choose one: --sheet Право',
    );
  });
});

describe("chooseSheet()", () => {
  const sheets = [
    { name: "Титул", isHidden: false, isFilled: true, hasHeader: false },
    { name: "Викладачі", isHidden: false, isFilled: true, hasHeader: true },
    { name: "Архів", isHidden: true, isFilled: true, hasHeader: true },
    { name: "7", isHidden: false, isFilled: false, hasHeader: false },
  ];
  const cases: [wanted: string | null, index: number][] = [
    [null, 1],
    ["Викладачі", 1],
    ["викладачі ", 1],
    ["Архів", 2],
    ["3", 2],
    ["7", 3],
  ];
  test.each(cases)("%j is %d", (wanted, index) => expect(chooseSheet(sheets, wanted)).toBe(index));

  test("chooses the first sheet that is not empty if none has a header", () => {
    expect(chooseSheet([sheets[3]!, sheets[0]!], null)).toBe(1);
    expect(chooseSheet([sheets[3]!], null)).toBe(0);
  });

  test.each(["5", "0", "Усі", ""])("refuses %j", (wanted) => {
    expect(() => chooseSheet(sheets, wanted)).toThrow(WorkbookError);
  });
});
