import { describe, expect, test } from "bun:test";
import { missingId } from "../../domain/changes/id-assignment.ts";
import { renderFaults, renderFindings } from "../../publishing/file-lines.ts";
import { cutBytes } from "../../publishing/reader-testing.ts";
import type { ReadOptions } from "../context.ts";
import { ImportFaults } from "../fault.ts";
import { readTeacherFile } from "../read-roster.ts";

const header = "id,last_name,first_name,middle_name,degree\n";

async function check(rows: string, options: ReadOptions = {}): Promise<{ said: string[]; names: string }> {
  try {
    const { roster, findings } = await readTeacherFile(cutBytes(Buffer.from(header + rows), []), {
      format: "csv",
      ...options,
    });
    return {
      said: renderFindings(findings)
        .filter((line) => !/^\d+ warnings?(?:;|$)/.test(line))
        .map((line) => line.replace(/^(?:Warning: |Repaired )/, "")),
      names: roster.columns.last_name.values.join(),
    };
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return { said: renderFaults(error), names: "" };
  }
}

describe("checkContent()", () => {
  test("warns with line numbers", async () => {
    const rows = "1,ШЕВЧЕНКО,Тарас,Григорович,доцент\n2,Гончар,Олена,,доцент\n3,ШЕВЧЕНКО,Олег,,доцент\n";
    const warnings = [2, 4].map((line) => `line ${line}, column last_name: "ШЕВЧЕНКО" is in capital letters`);
    expect(await check(rows)).toEqual({ said: warnings, names: "Гончар,ШЕВЧЕНКО" });
  });

  test("warns of a Latin initial only beside a Cyrillic name", async () => {
    const rows = "1,Шевченко,O.,Г.,\n2,Smith,O.,,\n";
    expect((await check(rows)).said).toEqual([
      'line 2, column first_name: "O." is in Latin letters beside a Cyrillic name',
    ]);
  });

  test("warns of one name under two ids, in any spelling, but not of initials", async () => {
    const rows =
      "1,Лук'яненко,Іван,Петрович,доцент\n2,ЛУКʼЯНЕНКО,Iван,Петрович,асистент\n3,Коваль,І.,П.,\n4,Коваль,І.,П.,\n";
    expect((await check(rows)).said.filter((line) => line.includes("the same name"))).toEqual([
      'line 3: "ЛУКʼЯНЕНКО Iван Петрович" (id 2) has the same name as line 2 (id 1)',
    ]);
  });

  test("warns of a degree that occurs once and differs from a common one by a letter", async () => {
    const many = Array.from({ length: 6 }, (_, i) => `${i + 1},А,,,доцент\n`).join("");
    expect((await check(`${many}7,Б,,,доцнет\n8,В,,,декан\n`)).said).toEqual([
      'line 8, column degree: "доцнет" occurs once; "доцент" occurs 6 times',
    ]);
  });

  test("warns of degrees that are abbreviated or empty beside others", async () => {
    const rows = "1,А,,,доц.\n2,Б,,,доцент\n3,В,,,доц.\n4,Г,,,ст. викл.\n5,Ґ,,,старший викладач\n6,Д,,,проф.\n7,Е,,,\n";
    expect((await check(rows)).said).toEqual([
      'line 2, column degree: "доц." occurs 2 times beside "доцент"',
      'line 5, column degree: "ст. викл." occurs 1 time beside "старший викладач"',
      "line 8, column degree: the degree is empty for 1 teacher and filled for 6",
    ]);
    expect((await check("1,А,,,\n2,Б,,,\n")).said).toEqual([]);
  });

  test("warns of empty last names, but not of rows without any name", async () => {
    expect((await check("1,А,Б,,доцент\n2,,Ганна,Петрівна,доцент\n3,,Ганна,,доцент\n")).said).toEqual([
      "line 3, column last_name: the last name is empty for 2 teachers and filled for 1",
    ]);
  });

  test("accepts empty academic titles", async () => {
    const file = "id,Прізвище,Ім'я,По батькові,Вчене звання\n1,Шевченко,Тарас,,доцент\n2,Коваль,Ганна,,\n";
    const { findings } = await readTeacherFile(cutBytes(Buffer.from(file), []), {});
    expect([...findings.warnings.keys()]).toEqual([]);
  });

  test("warns of Latin rows and foreign letters in a mostly Ukrainian file", async () => {
    const ukrainian = "1,Шевченко,Іван,,доцент\n2,Їжак,Ганна,,доцент\n";
    expect(
      (await check(`${ukrainian}3,Smith,John,,доцент\n4,Рыбак,Іван,,доцент\n5,Коваль,Olena,,доцент\n`)).said,
    ).toEqual([
      'line 6, column first_name: "Olena" is in Latin letters beside a Cyrillic name',
      'line 4, column last_name: "Smith" is in Latin letters, and most names are in Cyrillic',
      'line 5, column last_name: "Рыбак" has the letter "ы", which is not Ukrainian',
    ]);
    expect((await check("1,Smith,John,,\n2,Коваль,Ганна,,\n")).said).toEqual([]);
    expect((await check("1,Рыбак,Пётр,,\n2,Чёрный,Іван,,\n")).said).toEqual([]);
  });

  test("removes invisible characters, and refuses those that reverse the direction", async () => {
    const rows = "1,Шев\u200bченко,Тарас,,доцент\n2,Шевченко,Олег,,до\u00adцент\n3,Шевченко,Ірина,,доцент\n";
    expect(await check(rows)).toEqual({
      said: [
        'line 2, column last_name: "Шев\\u200bченко" became "Шевченко"',
        'line 3, column degree: "до\\u00adцент" became "доцент"',
      ],
      names: "Шевченко",
    });
    expect((await check("1,\u202eШевченко,Тарас,,\n")).said[0]).toBe(
      'line 2, column last_name: "\\u202eШевченко" has the control character U+202E; text without control characters is accepted',
    );
  });

  test("warns of notes in names and degrees", async () => {
    const rows = '1,Коваль (декрет),Ганна,,доцент\n2,Мороз,Олег,,"доцент, 0,5 ст."\n3,Бойко (Сич),Іван,,доцент\n';
    expect(await check(rows)).toEqual({
      said: [
        'line 2, column last_name: "Коваль (декрет)" has a note, which would be published',
        'line 3, column degree: "доцент, 0,5 ст." has a note, which would be published',
        'line 4, column last_name: "Бойко (Сич)" has a note, which would be published',
      ],
      names: "Бойко (Сич),Коваль (декрет),Мороз",
    });
  });

  test("splits whole names in capitals", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${i + 1},Галина КУЗЬМЕНКО,доцент\n`).join("");
    const { roster } = await readTeacherFile(cutBytes(Buffer.from(`id,ПІБ,Посада\n${rows}`), []), {});
    expect(roster.columns.last_name.values).toEqual(["КУЗЬМЕНКО"]);
    expect(roster.columns.first_name.values).toEqual(["Галина"]);
  });

  test("lists 20 warnings of a kind and counts the others", async () => {
    const rows = Array.from({ length: 33 }, (_, i) => `${i + 1},ШЕВЧЕНКО,,,\n`).join("");
    const { said } = await check(rows);
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe("… and 13 more (names in capital letters)");
  });

  test("assigns placeholders to the teachers of a table without ids, if configured", async () => {
    const file = Buffer.from("Прізвище,Ім'я,По батькові,Посада\nШевченко,Тарас,,доцент\nАндрієнко,Олег,,доцент\n");
    const found = await readTeacherFile(cutBytes(file, []), { acceptsMissingIds: true });
    expect([...found.roster.ids]).toEqual([missingId(0), missingId(1)]);
    const withId = await readTeacherFile(cutBytes(Buffer.from(`${header}7,А,,,\n`), []), { acceptsMissingIds: true });
    expect([...withId.roster.ids]).toEqual([7]);
  });

  test("names the line of a namesake without an id, not its placeholder", async () => {
    const rows = ["7,", ",", ","].map((id) => `${id}Коваль,Ганна,Іванівна,\n`).join("");
    const file = cutBytes(Buffer.from(header + rows), []);
    const { findings } = await readTeacherFile(file, { acceptsMissingIds: true });
    expect(renderFindings(findings).slice(0, 2)).toEqual([
      'Warning: line 3: "Коваль Ганна Іванівна" has the same name as line 2 (id 7)',
      'Warning: line 4: "Коваль Ганна Іванівна" has the same name as line 2 (id 7)',
    ]);
  });
});
