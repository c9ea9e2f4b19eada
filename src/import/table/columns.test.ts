import { describe, expect, test } from "bun:test";
import { renderFaults } from "../../publishing/file-lines.ts";
import { createFaultList } from "../fault.ts";
import { findSeparator, parseHeader } from "./columns.ts";

describe("findSeparator()", () => {
  const cases: [header: string, separator: string][] = [
    ["id,last_name,degree", ","],
    ["id;last_name;degree", ";"],
    ["id\tlast_name\tdegree", "\t"],
    ['"id;";"a,b,c,d";degree', ";"],
    ['"id;;;""",degree', ","],
    ["id", ","],
    ["", ","],
  ];
  test.each(cases)("%j has %j", (header, separator) => {
    expect<string>(findSeparator(header)).toBe(separator);
  });
});

describe("parseHeader()", () => {
  const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
  const cases: [header: string[], id: number, texts: number[]][] = [
    [fields, 0, [1, 2, 3, 4]],
    [fields.toReversed(), 4, [3, 2, 1, 0]],
    [[" degree", "name", ...fields.slice(0, 4)], 2, [3, 4, 5, 0]],
    [["Табельний номер", "ПРІЗВИЩЕ", "Iм\u02bcя", "По-батькові", "Науковий ступінь"], 0, [1, 2, 3, 4]],
    [["№", "Staff ID", "Surname", "Given name", "Patronymic", "Position", ""], 1, [2, 3, 4, 5]],
    [["Посада", ...fields, "tel", "tel", "", ""], 1, [2, 3, 4, 5]],
  ];
  test.each(cases)("finds the columns of %j", (header, id, texts) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ id, texts });
    expect(faults.stopped).toBe(false);
  });

  test("finds whole names and names that the user gave, and lists the columns it ignores", () => {
    const faults = createFaultList();
    const options = { columnMap: { id: "Код", degree: "Звання" }, acceptsMissingIds: false };
    expect(parseHeader(["Код", "П.І.Б.", "Посада", "звання", "Тел."], 1, faults, options)).toMatchObject({
      id: 0,
      texts: [-1, -1, -1, 3],
      wholeName: 1,
      ignored: ["Посада", "Тел."],
    });
    expect([...faults.about.columnNames]).toContainEqual(["degree", "звання"]);
  });

  test("misses ids unless they may be missing", () => {
    const header = fields.slice(1);
    expect(parseHeader(header, 1, createFaultList())!.missing).toEqual(["id"]);
    const options = { columnMap: {}, acceptsMissingIds: true };
    expect(parseHeader(header, 1, createFaultList(), options)).toMatchObject({
      id: -1,
      texts: [0, 1, 2, 3],
      missing: [],
    });
  });

  test("prefers any heading of ids to a code", () => {
    const header = ["Код", "Табельний номер", "ПІБ", "Посада"];
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ id: 1, ignored: ["Код"] });
    expect(faults.count).toBe(0);
  });

  test("reads no number of the state, whatever the user says", () => {
    const faults = createFaultList();
    parseHeader(["РНОКПП", "ПІБ", "Посада"], 1, faults, { columnMap: { id: "РНОКПП" }, acceptsMissingIds: false });
    expect(renderFaults(faults.toError())[0]).toBe(
      'line 1: --map: "РНОКПП" has numbers that must not be published; name another column',
    );
  });

  test("refuses a heading that is not there, and says which are", () => {
    const faults = createFaultList();
    parseHeader(fields, 1, faults, { columnMap: { degree: "Ранг" }, acceptsMissingIds: false });
    expect(renderFaults(faults.toError())[0]).toBe(
      'line 1: --map: there is no column "Ранг"; the columns are "id", "last_name", "first_name", "middle_name" and "degree"',
    );
  });

  const questions: [header: string[], count: number, missing: string[]][] = [
    [[], 0, ["name", "id", "degree"]],
    [[...fields, "id"], 1, []],
    [[...fields, "ID", "id"], 1, []],
    [["id", "Прізвище", "Ім'я", "По батькові", "Посада", "Вчене звання"], 1, []],
    [["ПІБ", "Посада"], 0, ["id"]],
    [["id", "Прізвище", "Посада"], 0, ["first_name", "middle_name"]],
  ];
  test.each(questions)("asks about %j, and reads on", (header, count, missing) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ missing });
    expect(faults).toMatchObject({ stopped: false, count });
  });

  test("refuses more columns than any table of teachers has", () => {
    const faults = createFaultList();
    expect(parseHeader(Array<string>(101).fill("id"), 1, faults)).toBeUndefined();
    expect(faults).toMatchObject({ stopped: true, count: 1 });
    const far = [...Array<string>(150).fill(""), ...fields];
    expect(parseHeader(far, 1, createFaultList())).toMatchObject({ id: 150 });
  });
});
