import { describe, expect, test } from "bun:test";
import { withLanguage } from "../domain/lang.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import type { Version } from "../domain/version.ts";
import { createIssues } from "../read/issue.ts";
import { createFileTeachers } from "../read/teachers.ts";
import type { Current } from "./change.ts";
import { plan } from "./plan.ts";
import { base, changed, disasters, months, newcomer, type Options, range, shift } from "./plan-testing.ts";
import { renderPlannedChange, stateDanger } from "./texts.ts";
import { formatKyivTime } from "./version-texts.ts";

const at = { id: 0, last_name: 1, first_name: 2, middle_name: 3, degree: 4, name: -1, share: -1 };

const entry: Version = {
  ...{
    number: 7,
    id: "current",
    publishedAt: "2026-09-01T08:00:00.000Z",
    source: { kind: "input" },
    count: base.length,
  },
  ...{ added: 0, changed: 0, removed: 0, digest: "", message: "", publishedBy: "", answers: "" },
};

/** The plan of a file with these teachers, in this order. */
function planOf(teachers: readonly StoredTeacher[], options: Options = {}) {
  const {
    withoutIds = false,
    hidden = new Set(),
    current = base,
    past = [],
    isFirst = false,
    version = null,
    issues = [],
    recent = { versions: [], rows: new Map() },
  } = options;
  const builder = createFileTeachers();
  builder.begin(null, at);
  for (const [i, { id, ...texts }] of teachers.entries())
    builder.add({ id: withoutIds || id === 0 ? null : id, texts, line: i + 2, isHidden: hidden.has(i), share: 0 });
  const now: Current = {
    newest: isFirst ? null : { ...entry, digest: rosterOf(current).digest },
    damage: null,
    erasedIds: new Set<number>(),
    isFirst,
    roster: rosterOf(isFirst ? [] : current),
    highestId: 1000,
    past,
    recent,
    earlier: new Map(version === null ? [] : [[rosterOf(teachers).digest, version]]),
  };
  return plan(now, { teachers: builder.all(), issues });
}

/** The dangers as `code count`, with the field of a column. */
const dangersOf = (...given: Parameters<typeof planOf>): string[] =>
  planOf(...given).dangers.map(({ code, count, field }) =>
    [code, field, count].filter((part) => part !== null).join(" "),
  );

test("is plain data: who comes, leaves, changes and moves, and the rest is counted", () => {
  const teachers = [
    ...changed([3], () => ({ degree: "професор, завідувач" })).filter(({ id }) => id !== 1),
    newcomer(2001),
  ];
  const { changes, counts, baseId, roster } = planOf(teachers);
  expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(["removed 1", "changed 4", "added 2001"]);
  expect([counts.unchanged, baseId, roster.count]).toEqual([478, "current", 480]);
  expect(changes[1]).toMatchObject({ fields: ["degree"], place: { sheet: null, line: 4 }, otherId: null });
});

describe("a teacher without an id", () => {
  test("gets that of the only current teacher of the name, or of the only past one, or a new one", () => {
    const past = [{ ...base[0]!, id: 700, last_name: "Давненко" }];
    const file = [...base, { ...base[0]!, id: 0, last_name: "Давненко" }, newcomer(0)];
    const { ids, changes } = planOf(file, { withoutIds: true, past });
    expect(ids).toEqual({ given: [1001], returned: [700] });
    expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(["added 700", "added 1001"]);
  });

  test("gets no id after the largest one", () => {
    expect(planOf([newcomer(Number.MAX_SAFE_INTEGER), newcomer(0)]).ids.given).toEqual([1001]);
  });

  test("of two with one name keeps the ids of both", () => {
    const current = [base[0]!, { ...base[0]!, id: 2 }];
    const { changes, ids } = planOf(current, { current, withoutIds: true });
    expect([changes, ids.given]).toEqual([[], []]);
  });
});

describe("normal months are silent", () => {
  for (const [what, teachers, options] of months) test(what, () => expect(dangersOf(teachers, options)).toEqual([]));
});

describe("a disaster is named", () => {
  for (const [what, teachers, danger, options] of disasters)
    test(what, () => {
      const found = dangersOf(teachers, options);
      const matches = found.some((one) => (typeof danger === "string" ? one === danger : danger.test(one)));
      expect({ found, matches }).toEqual({ found, matches: true });
    });

  test("by its cause before what follows from it", () => {
    const withoutMiddle = base.map((teacher) => ({ ...teacher, middle_name: "" }));
    const { dangers } = planOf(withoutMiddle, { withoutIds: true });
    expect(dangers.map(({ code, severity }) => `${severity} ${code}`).slice(0, 2)).toEqual(["red lost", "red moved"]);
  });

  test("in all of its rows, also those that look plausible", () => {
    const { dangers } = planOf(shift(range(100, 140), "middle_name"));
    const [shifted] = dangers.filter(({ code }) => code === "shifted");
    expect(shifted!.severity).toBe("red");
    expect(shifted!.places.map(({ line }) => line)).toEqual(shifted!.ids.map((id) => id + 1));
    expect(shifted!.count).toBeGreaterThan(30);
  });

  test.each([
    ["доцент", "асистент"],
    ["асистент", "професор"],
  ])("and what a person agrees to is true of a change from %s to %s", (before, after) => {
    const some = base.flatMap(({ degree }, i) => (degree === before ? [i] : [])).slice(0, 3);
    const { dangers } = planOf(changed(some, () => ({ degree: after })));
    expect(dangers.map(stateDanger)).toEqual(["Yes, these changes of position are right (3)"]);
  });

  test("and a danger about a million rows names the first and the last", () => {
    const { dangers } = planOf(changed([7], () => ({ middle_name: "Арсеніївна" })));
    const places = Array.from({ length: 1_000_000 }, (_, i) => ({ sheet: null, line: i + 2 }));
    expect(stateDanger({ ...dangers[0]!, code: "shifted", places })).toContain("In lines 2–1000001 ");
    const ofSheets = ["Law", "Law", "Physics"].map((sheet, i) => ({ sheet, line: i + 2 }));
    const statement = stateDanger({ ...dangers[0]!, code: "shifted", places: ofSheets });
    expect(statement).toContain('In lines 2–3 ("Law"), 4 ("Physics") ');
  });

  test.each<[count: number, words: string[]]>([
    [1, ["1 людина отримала\u00a0б", "1 людині;", "цей запис правильний"]],
    [2, ["2 людини отримали\u00a0б", "2 людям;", "обидва правильні"]],
    [11, ["11 людей отримали\u00a0б", "11 людям;", "усі 11 правильні"]],
    [21, ["21 людина отримала\u00a0б", "21 людині;", "усі 21 правильні"]],
    [62, ["62 людини отримали\u00a0б", "62 людям;", "усі 62 правильні"]],
    [125, ["125 людей отримали\u00a0б", "125 людям;", "усі 125 правильні"]],
  ])("and counts %d as one does in Ukrainian", (count, words) => {
    const { dangers } = planOf(changed([7], () => ({ middle_name: "Арсеніївна" })));
    const statements = (["idsOfOthers", "moved", "concerns"] as const).map((code) =>
      withLanguage("uk", () => stateDanger({ ...dangers[0]!, code, count })),
    );
    for (const [i, word] of words.entries()) expect(statements[i]).toContain(word);
  });

  const newNames = (...names: string[]): StoredTeacher[] =>
    names.map((name, i) => {
      const [last_name = "", first_name = "", middle_name = ""] = name.split(" ");
      return { id: i + 1, last_name, first_name, middle_name, degree: "" };
    });
  const two = ["Кравець Іван Петрович", "Бойко Олена Іванівна"];
  test.each<[what: string, before: string[], after: string[], concerns: (string | null)[]]>([
    [
      "genders, in a first list",
      [],
      ["Яворська Іван", "Кравець Олена Петрович", "Сава Микола Ілліч"],
      ["gender", "gender"],
    ],
    ["a last name of a man", two, ["Кравець Іван Петрович", "Бойківський Олена Іванівна"], ["gender"]],
    ["the genitive, in a first list", [], ["Яворської Тетяни", "Бойка Івана Петровича"], ["case", "case"]],
    ["the dative", two, ["Кравцю Івану Петровичу", "Бойко Олені Іванівні"], ["case", "case"]],
    ["last names exchanged", two, ["Бойко Іван Петрович", "Кравець Олена Іванівна"], ["swapped", "swapped"]],
    ["a last name pulled down", two, ["Швець Іван Петрович", "Швець Олена Іванівна"], ["repeated", "repeated"]],
  ])("and names that are probably wrong: %s", (_, before, after, concerns) => {
    const { changes } = planOf(newNames(...after), { current: newNames(...before), isFirst: before.length === 0 });
    expect(changes.map<string | null>(({ concern }) => concern)).toEqual(concerns);
  });

  test("with the reason of each row", () => {
    const { last_name, first_name, middle_name } = base[7]!;
    const reasonOf = (teacher: Partial<StoredTeacher>, options?: Options) =>
      renderPlannedChange(
        planOf(
          changed([7], () => teacher),
          options,
        ).changes[0]!,
      ).replace(/.*\(/, "(");
    const exchanged = { first_name: middle_name, middle_name: first_name };
    expect(reasonOf(exchanged)).toBe("(the first name and the middle name are exchanged)");
    const found = createIssues();
    found.add("characters", { line: 9, data: { kind: "mixedScripts" } });
    const latin = { last_name: `${last_name}o` };
    expect(reasonOf(latin, { issues: found.list })).toBe("(a word mixes Cyrillic and Latin letters)");
  });
});

test.each([
  ["2026-01-31T22:30:00.000Z", "01.02.2026 00:30", "2026-02-01 00:30"],
  ["2026-06-30T21:05:00.000Z", "01.07.2026 00:05", "2026-07-01 00:05"],
])("officers read %s as the time in Kyiv, in winter and in summer", (time, uk, en) => {
  expect([withLanguage("uk", () => formatKyivTime(time)), formatKyivTime(time)]).toEqual([uk, en]);
});
