import { describe, expect, test } from "bun:test";
import { renderFaults, renderFindings } from "../cli/import-lines.ts";
import { missingId } from "../domain/id-assignment.ts";
import { ImportFaults } from "./fault.ts";
import { type ReadOptions, readTeacherFile } from "./read-roster.ts";
import { cutBytes } from "./reader-testing.ts";

const header = "id,last_name,first_name,middle_name,degree\n";

async function check(rows: string, options: ReadOptions = {}): Promise<{ said: string[]; names: string }> {
  try {
    const { roster, findings } = await readTeacherFile(cutBytes(Buffer.from(header + rows), []), {
      format: "csv",
      ...options,
    });
    return {
      said: renderFindings(findings)
        .filter((line) => !/^\d+ warnings?; /.test(line))
        .map((line) => line.replace(/^(?:Warning: |Repaired )/, "")),
      names: roster.columns.last_name.values.join(),
    };
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return { said: renderFaults(error), names: "" };
  }
}

describe("checkContent()", () => {
  test("warns with lines, repairs if wanted, and refuses if wanted", async () => {
    const rows = "1,ШЕВЧЕНКО,Тарас,Григорович,доцент\n2,Гончар,Олена,,доцент\n3,ШЕВЧЕНКО,Олег,,доцент\n";
    const warnings = [2, 4].map((line) => `line ${line}, column last_name: "ШЕВЧЕНКО" is in capital letters`);
    expect(await check(rows)).toEqual({ said: warnings, names: "Гончар,ШЕВЧЕНКО" });
    expect(await check(rows, { isStrict: true })).toMatchObject({
      said: [...warnings, "2 faults: nothing was published"],
    });
    const repairs = [2, 4].map((line) => `line ${line}, column last_name: "ШЕВЧЕНКО" became "Шевченко"`);
    expect(await check(rows, { isCleaning: true, isStrict: true })).toEqual({
      said: repairs,
      names: "Гончар,Шевченко",
    });
  });

  test("repairs a Latin initial only beside a Cyrillic name", async () => {
    const rows = "1,Шевченко,O.,Г.,\n2,Smith,O.,,\n";
    expect((await check(rows)).said).toEqual([
      'line 2, column first_name: "O." is in Latin letters beside a Cyrillic name',
    ]);
    const { roster } = await readTeacherFile(cutBytes(Buffer.from(header + rows), []), { isCleaning: true });
    expect(roster.columns.first_name.values).toEqual(["O.", "О."]);
  });

  test("warns of one name under two ids, whatever its spelling, but not of initials", async () => {
    const rows =
      "1,Лук'яненко,Іван,Петрович,доцент\n2,ЛУКʼЯНЕНКО,Iван,Петрович,асистент\n3,Коваль,І.,П.,\n4,Коваль,І.,П.,\n";
    expect((await check(rows)).said.filter((line) => line.includes("the same name"))).toEqual([
      'line 3: "ЛУКʼЯНЕНКО Iван Петрович" (id 2) has the same name as line 2 (id 1)',
    ]);
  });

  test("warns of a degree that occurs once and differs by a letter", async () => {
    const many = Array.from({ length: 6 }, (_, i) => `${i + 1},А,,,доцент\n`).join("");
    expect((await check(`${many}7,Б,,,доцнет\n8,В,,,декан\n`)).said).toEqual([
      'line 8, column degree: "доцнет" occurs once; "доцент" occurs 6 times',
    ]);
  });

  test("lists 20 warnings of a kind and counts the others", async () => {
    const rows = Array.from({ length: 33 }, (_, i) => `${i + 1},ШЕВЧЕНКО,,,\n`).join("");
    const { said } = await check(rows);
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe("… and 13 more (names in capital letters)");
  });

  test("gives the teachers of a table without ids placeholders, if that is wanted", async () => {
    const file = Buffer.from("Прізвище,Ім'я,По батькові,Посада\nШевченко,Тарас,,доцент\nАндрієнко,Олег,,доцент\n");
    const found = await readTeacherFile(cutBytes(file, []), { acceptsMissingIds: true });
    expect([...found.roster.ids]).toEqual([missingId(0), missingId(1)]);
    const withId = await readTeacherFile(cutBytes(Buffer.from(`${header}7,А,,,\n`), []), { acceptsMissingIds: true });
    expect([...withId.roster.ids]).toEqual([7]);
  });

  test("names the line of a namesake without an id, and no placeholder", async () => {
    const rows = ["7,", ",", ","].map((id) => `${id}Коваль,Ганна,Іванівна,\n`).join("");
    const file = cutBytes(Buffer.from(header + rows), []);
    const { findings } = await readTeacherFile(file, { acceptsMissingIds: true });
    expect(renderFindings(findings).slice(0, 2)).toEqual([
      'Warning: line 3: "Коваль Ганна Іванівна" has the same name as line 2 (id 7)',
      'Warning: line 4: "Коваль Ганна Іванівна" has the same name as line 2 (id 7)',
    ]);
  });
});
