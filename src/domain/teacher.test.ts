import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { abbreviateDegree, composeTeacher, parseId, quoteCsvField, teacherFields } from "./teacher.ts";
import { storedTeacher } from "./teacher-testing.ts";

describe("abbreviateDegree()", () => {
  const cases: [degree: string, abbreviation: string][] = [
    ["доцент", "доц."],
    ["професор", "пр."],
    ["викладач", "викл."],
    ["старший викладач", "ст. викл."],
    ["асистент", "ас."],
    ["аспірант", "асп."],
    ["завідувач кафедри", "зав. каф."],
    ["зав.кафедрою", "зав.к."],
    ["інженер", "інж."],
    ["ас", "ас."],
    ["Доцент", "Доц."],
    ["к.т.н.", "к.т.н."],
    ["ас..", "ас."],
    ["", ""],
  ];
  for (const [degree, abbreviation] of cases) {
    test(`gives ${JSON.stringify(abbreviation)} for ${JSON.stringify(degree)}`, () => {
      expect(abbreviateDegree(degree)).toBe(abbreviation);
    });
  }
});

describe("parseId()", () => {
  test.each<[text: string, id: number | null]>([
    ["1", 1],
    ["007", 7],
    [`${"0".repeat(30)}7`, 7],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", null],
    ["9".repeat(400), null],
    ["0", null],
    ["", null],
    [" 7", null],
    ["-1", null],
    ["+1", null],
    ["1.0", null],
    ["1e3", null],
    ["0x1", null],
    ["1/", null],
    ["1:", null],
    ["١", null],
    ["７", null],
  ])("of %j is %p", (text, id) => {
    expect(parseId(text)).toBe(id);
  });
});

describe("an initial", () => {
  const initialOf = (part: string): string => composeTeacher(storedTeacher({ id: 1, first_name: part })).short_name;

  const cases: [part: string, initial: string][] = [
    ["Олена", "О."],
    ["О", "О."],
    ["О.", "О."],
    ["", ""],
    [".", "."],
    ["Є", "Є."],
    ["й\u0306x", "й\u0306."],
    ["👩‍🔬 Х", "👩‍🔬."],
    ["\u200b\u00adО", "О."],
    ["\u200b", ""],
  ];
  for (const [part, initial] of cases) {
    test(`gives ${JSON.stringify(initial)} for ${JSON.stringify(part)}`, () => {
      expect(initialOf(part)).toBe(initial);
    });
  }

  test("gives the first grapheme of texts that are not segmented", () => {
    const graphemes = new Intl.Segmenter("uk", { granularity: "grapheme" });
    const unit = fc.constantFrom(..."АжіЇґA z9-'’ʼ.ʹ", "\u0301", "\u0306", "\u200d", "\u0483", "é", "👩");
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 4 }), (part) => {
        const [first] = graphemes.segment(part.replace(/^\u200d+/, ""));
        expect(initialOf(part)).toBe(first?.segment.replace(/\.*$/, ".") ?? "");
      }),
    );
  });
});

describe("composeTeacher()", () => {
  test("composes the display forms of the specification, keys in its order", () => {
    const teacher = composeTeacher(
      storedTeacher({
        id: 7,
        last_name: "Шевченко",
        first_name: "Тарас",
        middle_name: "Григорович",
        degree: "старший викладач",
      }),
    );
    expect(Object.keys(teacher)).toEqual([...teacherFields]);
    expect(teacher.name).toBe("Шевченко Тарас Григорович");
    expect(teacher.full_name).toBe("старший викладач Шевченко Тарас Григорович");
    expect(teacher.short_name).toBe("Шевченко Т. Г.");
    expect(teacher.short_name_with_degree).toBe("ст. викл. Шевченко Т. Г.");
  });

  test("joins only the parts that are not empty", () => {
    const teacher = composeTeacher(storedTeacher({ id: 1, first_name: "О." }));
    expect([teacher.name, teacher.full_name, teacher.short_name, teacher.short_name_with_degree]).toEqual([
      "О.",
      "О.",
      "О.",
      "О.",
    ]);
  });
});

test("quoteCsvField() quotes what a separator, a quotation mark or a line break would break", () => {
  const rows = { "a b": "a b", "a,b": '"a,b"', "a;b": '"a;b"', 'a"b': '"a""b"', "a\r\nb": '"a\r\nb"', "'=1": "'=1" };
  for (const [text, field] of Object.entries(rows)) expect(quoteCsvField(text)).toBe(field);
});
