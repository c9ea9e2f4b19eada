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
    expect([...faults.columnNames]).toContainEqual(["degree", "звання"]);
  });

  test("takes a table without ids only where that is wanted", () => {
    const header = fields.slice(1);
    expect(parseHeader(header, 1, createFaultList())).toBeUndefined();
    const options = { columnMap: {}, acceptsMissingIds: true };
    expect(parseHeader(header, 1, createFaultList(), options)).toMatchObject({ id: -1, texts: [0, 1, 2, 3] });
  });

  test("refuses a heading that is not there, and says which are", () => {
    const faults = createFaultList();
    parseHeader(fields, 1, faults, { columnMap: { degree: "Ранг" }, acceptsMissingIds: false });
    expect(renderFaults(faults.toError())[0]).toBe(
      'line 1: --map: there is no column "Ранг"; the columns are "id", "last_name", "first_name", "middle_name" and "degree"',
    );
  });

  const refused: [header: string[], count: number][] = [
    [[], 5],
    [[...fields, "id"], 1],
    [[...fields, "ID", "id"], 1],
    [["id", "Прізвище", "Ім'я", "По батькові", "Посада", "Вчене звання"], 1],
    [["ПІБ", "Посада"], 1],
    [Array<string>(101).fill("id"), 1],
  ];
  test.each(refused)("refuses %j", (header, count) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toBeUndefined();
    expect(faults).toMatchObject({ stopped: true, count });
  });
});
