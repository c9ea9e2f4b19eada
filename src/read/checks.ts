/** Checks the texts of teachers: damage is an error, an oddity is a warning. */
import { isOneEditApart } from "../domain/names/typing.ts";
import { findTextFault, nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Issues, ReadIssueCode } from "./issue.ts";
import { findDirection, findTextDamage, removeInvisible } from "./not-a-name.ts";
import { findOddities, isPlainName } from "./oddities.ts";
import type { ReadTeacher } from "./rows.ts";

/** Which code reports each finding about a text. */
const codeOf: Readonly<Record<string, ReadIssueCode>> = {
  tooLong: "tooLong",
  unpairedSurrogate: "control",
  controlCharacter: "control",
  replacementCharacter: "lostLetters",
  questionMarks: "lostLetters",
  misread: "lostLetters",
  formulaError: "notText",
  contact: "notText",
  dateInstead: "notText",
  numberInstead: "notText",
  letterSpaced: "characters",
  oddApostrophe: "characters",
  strayPunctuation: "characters",
  strayFullStop: "characters",
  digit: "characters",
  mixedScripts: "scripts",
  capitals: "capitals",
  smallLetters: "capitals",
  note: "remark",
  severalPeople: "severalPeople",
  placeholder: "notAPerson",
  heading: "notAPerson",
};

type Found = { readonly code: ReadIssueCode; readonly kind: string; readonly text: string } | null;

/** Each distinct text is judged once, because many teachers share one. */
export function checkTexts(teachers: readonly ReadTeacher[], issues: Issues): ReadTeacher[] {
  const judged = new Map<string, readonly Found[]>();
  const checked = teachers.map((teacher) => {
    const texts: Partial<Record<TextFieldName, string>> = {};
    for (const field of textFieldNames) {
      const value = teacher[field];
      if (value === "" || (field !== "degree" && isPlainName(value))) continue;
      const key = field === "degree" ? `.${value}` : value;
      const found = judged.get(key) ?? judge(value, field !== "degree");
      if (judged.size < 50_000) judged.set(key, found);
      const column = teacher.at[field] === -1 ? teacher.at.name : teacher.at[field];
      for (const one of found) {
        if (one === null) continue;
        if (one.code === "repaired") texts[field] = one.text;
        issues.add(one.code, {
          sheet: teacher.sheet,
          line: teacher.line,
          column,
          value,
          data: { kind: one.kind },
        });
      }
    }
    return Object.keys(texts).length === 0 ? teacher : { ...teacher, ...texts };
  });
  checkScripts(checked, issues);
  checkDegrees(checked, issues);
  checkEmpty(checked, issues);
  return checked;
}

function judge(value: string, isName: boolean): readonly Found[] {
  const fault = findTextFault(value);
  if (fault !== undefined) return [{ code: codeOf[fault]!, kind: fault, text: "" }];
  const visible = removeInvisible(value);
  if (visible === null) return [{ code: "control", kind: findDirection(value)!, text: "" }];
  const damage = findTextDamage(visible, isName);
  if (damage !== undefined) return [{ code: codeOf[damage.code]!, kind: damage.code, text: "" }];
  const repaired: Found = visible === value ? null : { code: "repaired", kind: "invisible", text: visible };
  return [
    repaired,
    ...findOddities(visible, isName).map(({ code }): Found => ({ code: codeOf[code]!, kind: code, text: "" })),
  ];
}

const latin = /\p{Script=Latin}/u;
const cyrillic = /\p{Script=Cyrillic}{2}/u;
const foreign = /[ыэъё]/iu;

/** Names in Latin letters, or with Russian ones, in a list where most names are not. */
function checkScripts(teachers: readonly ReadTeacher[], issues: Issues): void {
  const names = teachers.map((teacher) => nameFieldNames.map((field) => teacher[field]).join(" "));
  const warn = (kind: string, isOdd: (name: string) => boolean): void => {
    const odd = names.flatMap((name, i) => (isOdd(name) ? [i] : []));
    if (odd.length * 2 >= names.length) return;
    for (const i of odd)
      issues.add("scripts", {
        sheet: teachers[i]!.sheet,
        line: teachers[i]!.line,
        column: teachers[i]!.at.last_name,
        value: names[i]!,
        data: { kind },
      });
  };
  warn(
    "latin",
    (name) =>
      latin.test(name) && name.split(" ").some((word) => latin.test(word) && !/\p{Script=Cyrillic}/u.test(word)),
  );
  warn("foreign", (name) => foreign.test(name) && cyrillic.test(name));
}

/** A degree that one teacher has, and that is one letter away from, or an abbreviation of, a common one. */
function checkDegrees(teachers: readonly ReadTeacher[], issues: Issues): void {
  const counts = new Map<string, number>();
  for (const { degree } of teachers) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  if (counts.size > 2000) return;
  const common = [...counts]
    .filter(([degree, count]) => degree.length >= 4 && count >= 5)
    .map(([degree]) => degree)
    .slice(0, 500);
  const seen = new Set<string>();
  for (const { degree, sheet, line, at } of teachers) {
    if (seen.has(degree) || degree === "") continue;
    seen.add(degree);
    const like = common.find(
      (other) =>
        other !== degree &&
        ((counts.get(degree) === 1 && isOneEditApart(degree, other)) ||
          (degree.endsWith(".") && isAbbreviation(degree, other))),
    );
    if (like !== undefined)
      issues.add("rareDegree", {
        sheet,
        line,
        column: at.degree,
        value: degree,
        data: { like, count: counts.get(degree)! },
      });
  }
}

function isAbbreviation(value: string, full: string): boolean {
  const [short, words] = [value, full].map((text) => text.toLowerCase().split(/\s+/)) as [string[], string[]];
  return (
    short.length === words.length &&
    short.every((word, i) => (word.endsWith(".") ? words[i]!.startsWith(word.slice(0, -1)) : words[i] === word))
  );
}

/** Fields that some teachers lack and most have. */
function checkEmpty(teachers: readonly ReadTeacher[], issues: Issues): void {
  for (const field of ["last_name", "first_name", "degree"] as const) {
    const empty = teachers.filter((teacher) => teacher[field] === "");
    const [first] = empty;
    if (first === undefined || empty.length === teachers.length) continue;
    issues.add("emptyField", {
      sheet: first.sheet,
      line: first.line,
      column: first.at[field],
      data: { field, count: empty.length, of: teachers.length },
    });
  }
}
