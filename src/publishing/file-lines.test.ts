import { describe, expect, test } from "bun:test";
import { createFaultList, createFindingList, type FoundFault, faultsCountMax } from "../import/fault.ts";
import { withLanguage } from "../read/language.ts";
import { renderFaults, renderFindings } from "./file-lines.ts";

const message = { code: "noTeachers" } as const;
const words = { uk: "у файлі немає викладачів", en: "the file has no teachers" };

function render(found: readonly FoundFault[], unit: "line" | "record" = "line"): string[] {
  const faults = createFaultList();
  faults.about.unit = unit;
  for (const fault of found) faults.add(fault);
  return renderFaults(faults.toError(createFindingList(faults)));
}

describe("renderFaults()", () => {
  const cases: [what: string, fault: Omit<FoundFault, "message">, en: string, uk: string, unit?: "record"][] = [
    ["the file", {}, "", ""],
    ["a line", { line: 3 }, "line 3: ", "рядок 3: "],
    ["a line and a column", { line: 3, column: "id" }, "line 3, column id: ", "рядок 3, стовпець id: "],
    [
      "a column with an odd name",
      { line: 1, column: "\u001b[0m" },
      'line 1, column "\\u001b[0m": ',
      "рядок 1, стовпець «\\u001b[0m»: ",
    ],
    ["a record", { line: 5 }, "record 5: ", "запис 5: ", "record"],
    ["a record and a field", { line: 5, column: "id" }, "record 5, field id: ", "запис 5, поле id: ", "record"],
  ];
  test.each(cases)("names %s", (_, fault, en, uk, ...[unit]) => {
    const renderOne = () => render([{ ...fault, message }], unit);
    expect(renderOne()).toEqual([en + words.en, "1 fault: nothing was published"]);
    expect(withLanguage("uk", renderOne)).toEqual([uk + words.uk, "1 помилка: нічого не опубліковано"]);
  });

  test("shows 20 faults and counts the others", () => {
    const faults = Array.from({ length: 1037 }, (_, i) => ({ line: i + 2, message }));
    const lines = render(faults);
    expect(lines).toHaveLength(22);
    expect(lines.slice(19)).toEqual([
      `line 21: ${words.en}`,
      "… and 1,017 more",
      "1,037 faults: nothing was published; --faults FILE.xlsx lists all beside their cells",
    ]);
    const renderUk = (found: readonly FoundFault[]) => withLanguage("uk", () => render(found));
    expect(renderUk(faults).slice(20)).toEqual([
      "… і ще 1\u00a0017",
      "1\u00a0037 помилок: нічого не опубліковано; щоб побачити всі у своїй таблиці, додайте --faults помилки.xlsx",
    ]);
    expect(renderUk(faults.slice(0, 2)).at(-1)).toBe("2 помилки: нічого не опубліковано");
    const many = Array.from({ length: faultsCountMax }, () => ({ message }));
    expect(renderUk(many).at(-1)).toBe(
      "10\u00a0000 помилок або більше, далі файл не прочитано: нічого не опубліковано",
    );
  });
});

test("renderFindings() says notes, repairs and warnings, with how many more of each kind", () => {
  const findings = createFindingList(createFaultList());
  findings.note({ code: "skippedAbove", lines: [1, 2] });
  findings.repair({ line: 3, message: { code: "repaired", value: "А", repaired: "Б" } });
  for (let line = 1; line <= 22; line++) findings.warn({ line, message: { code: "capitals", value: "А" } });
  const english = renderFindings(findings);
  expect(english).toHaveLength(24);
  expect([...english.slice(0, 3), ...english.slice(-2)]).toEqual([
    "Skipped above the header: lines 1 and 2",
    'Repaired line 3: "А" became "Б"',
    'Warning: line 1: "А" is in capital letters',
    "Warning: … and 2 more (names in capital letters)",
    "22 warnings",
  ]);
  const ukrainian = withLanguage("uk", () => renderFindings(findings));
  expect([...ukrainian.slice(0, 3), ...ukrainian.slice(-2)]).toEqual([
    "Пропущено над заголовком таблиці: рядки 1 і 2",
    "Виправлено: рядок 3: «А» замінено на «Б»",
    "Увага: рядок 1: «А» – лише великі літери",
    "Увага: … і ще 2 (лише великі літери)",
    "22 попередження",
  ]);
});
