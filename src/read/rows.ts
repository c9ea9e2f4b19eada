/** Turns the rows of a table into teachers, and sets aside the rows that are not teachers. */
import { normalizeText, textKey } from "../domain/names/names.ts";
import { nameFieldNames, parseId, rearmFormula, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Header } from "./header.ts";
import type { Issues, Row } from "./issue.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";
import { isHeading, isPlaceholder, isSignature, isSum, isUnit, removeInvisible } from "./not-a-name.ts";

export interface ReadTeacher extends Readonly<Record<TextFieldName, string>> {
  /** Null if the row has none. */
  readonly id: number | null;
  readonly sheet: string | null;
  readonly line: number;
  readonly isHidden: boolean;
  /** The heading of the group or the value of the column of departments; not published. */
  readonly unit: string;
  readonly share: number;
  /** The column of each field, for issues. */
  readonly at: Header["at"];
}

interface RowOptions {
  readonly sheet: string | null;
  readonly isStrict: boolean;
  readonly acceptsNoIds: boolean;
  readonly leftOut: ReadonlySet<string>;
}

type Kind = "numbers" | "header" | "sum" | "signature" | "unit" | "vacancy" | "teacher";

/** The kinds that certainly are no teachers; the others are only probable, unless all teachers have ids. */
const certain: ReadonlySet<Kind> = new Set(["numbers", "header", "sum"]);
const heldMax = 50;
/** At most this many distinct texts are remembered. */
const knownMax = 200_000;

export function* readTeachers(
  rows: Iterable<Row>,
  header: Header,
  { sheet, isStrict, acceptsNoIds, leftOut }: RowOptions,
  issues: Issues,
): Generator<ReadTeacher> {
  const { at } = header;
  const headings = header.columns.map(({ heading }) => heading);
  const unitColumn = headings.findIndex((heading) =>
    /^\s*(?:кафедра|підрозділ|факультет|department)\s*$/iu.test(heading),
  );
  const isExcelDownload = textFieldNames.every((field) => headings[at[field]] === field);
  const nameColumns = at.name === -1 ? nameFieldNames.map((field) => at[field]) : [at.name];
  let isFirst = true;
  let unit = "";
  /** Rows below sums or a signature that may still belong to the footer; null above it. */
  let held: Row[] | null = null;
  const usual = new Set<string>();
  // Many teachers share a text. One copy of each is kept, and normalised once; a cut-out of a line would keep the line.
  const known = new Map<string, string>();
  const normalize = (text: string): string => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const normalized = normalizeText(text);
    const copy = Buffer.from(normalized).toString();
    if (known.size < knownMax && text.length <= 400) known.set(Buffer.from(text).toString(), copy);
    return copy;
  };
  const splits = { all: 0, doubtful: 0, example: null as Row | null };

  const cell = (row: Row, index: number): string => (index === -1 ? "" : (row.cells[index] ?? "").trim());
  const skip = (row: Row, kind: Kind): void => {
    const value = row.cells.join(" ").replace(/\s+/gu, " ").trim();
    issues.add(certain.has(kind) || at.id !== -1 ? "skipped" : "notAPerson", {
      sheet,
      line: row.line,
      value,
      data: { kind },
    });
  };

  function namesOf(row: Row): readonly string[] {
    if (at.name === -1) return nameColumns.map((index) => cell(row, index));
    const split = splitWholeName(cell(row, at.name).slice(0, 300));
    return nameFieldNames.map((field) => split[field]);
  }

  /** Only rows without an id are asked. A row with an id is a teacher. */
  function kindOf(row: Row): Kind {
    const filled = row.cells.map((text, i) => [text.trim(), i] as const).filter(([text]) => text !== "");
    if (
      filled.length > 1 &&
      filled.every(([text, i]) => text === headings[i] || header.rows.some(({ cells }) => cells[i]?.trim() === text))
    )
      return "header";
    const before = filled[0]?.[0] ?? "";
    const name = nameColumns.map((index) => cell(row, index)).find((text) => text !== "");
    const degree = cell(row, at.degree);
    if (name === undefined) {
      if (filled.some(([text]) => isSum(text))) return "sum";
      if (isSignature(before) && (degree === "" || filled[0]![1] === at.id)) return "signature";
      return (degree === "" || isUnit(degree)) && (filled.some(([text]) => isUnit(text)) || isHeading(before))
        ? "unit"
        : "teacher";
    }
    if (usual.has(before) && usual.has(name)) return "teacher";
    if (isSum(before) || isSum(name)) return "sum";
    const names = namesOf(row);
    if (names.some(isHeading)) return "unit";
    if (names.every((part) => part === "" || isPlaceholder(part))) return "vacancy";
    const isPerson = isMiddleName(names[2]!) && (at.degree === -1 || !names[0]!.includes(" "));
    if (isSignature(names.join(" ").trim())) return isPerson ? "teacher" : "signature";
    // A signer's position in the column of ids, or before an empty degree.
    if (isSignature(before) && (degree === "" || filled[0]![1] === at.id)) return "signature";
    if (usual.size < 100_000 && !isPlaceholder(before))
      for (const text of [before, name]) if (text.length < 100) usual.add(text);
    return "teacher";
  }

  function take(row: Row): ReadTeacher | null {
    if (isStrict && row.cells.length !== headings.length) {
      issues.add("columnCount", { sheet, line: row.line, data: { found: row.cells.length, wanted: headings.length } });
      return null;
    }
    // Reading such a cell as empty would lose a text without a word.
    const lost = [...(row.uncalculated ?? [])].find((column) => Object.values(at).includes(column));
    if (lost !== undefined) issues.add("formula", { sheet, line: row.line, column: lost });
    const idText = cell(row, at.id);
    const digits = /^\p{L}{1,6}[\s./-]?(\d{1,15})$|^(\d{1,15})[\s./-]?\p{L}{1,6}$/u.exec(idText);
    const id = parseId(idText) ?? parseId(digits?.[1] ?? digits?.[2] ?? "");
    if (id === null && idText !== "")
      issues.add("badId", {
        sheet,
        line: row.line,
        column: at.id,
        value: idText,
        data: { damage: findDamage(idText) },
      });
    else if (digits !== null && parseId(idText) === null)
      issues.add("lettersInIds", { sheet, line: row.line, column: at.id, value: idText });
    else if (id === null && !acceptsNoIds)
      issues.add("missingIds", { sheet, line: row.line, column: at.id === -1 ? null : at.id });
    const texts = { last_name: "", first_name: "", middle_name: "", degree: "" };
    for (const field of textFieldNames)
      texts[field] = normalize(isExcelDownload ? rearmFormula(cell(row, at[field])) : cell(row, at[field]));
    if (at.name !== -1) {
      const value = removeInvisible(cell(row, at.name)) ?? cell(row, at.name);
      if (value.length > 400) issues.add("tooLong", { sheet, line: row.line, column: at.name, value });
      const split = splitWholeName(value.slice(0, 400));
      for (const field of nameFieldNames) texts[field] = normalize(split[field]);
      const [first = "", ...rest] = split.degree.split(/,\s*/);
      if (texts.degree === "" && rest.length > 0)
        issues.add("lostDegree", {
          sheet,
          line: row.line,
          column: at.name,
          value: rest.join(", "),
          data: { degree: first },
        });
      else if (texts.degree !== "" && split.degree !== "" && split.degree !== texts.degree)
        issues.add("lostDegree", {
          sheet,
          line: row.line,
          column: at.name,
          value: split.degree,
          data: { degree: texts.degree },
        });
      if (texts.degree === "") texts.degree = normalize(first);
      splits.all++;
      if (split.isDoubtful && !isPlaceholder(value)) {
        splits.doubtful++;
        splits.example ??= row;
        issues.add(split.isSeveral ? "severalPeople" : "nameSplit", {
          sheet,
          line: row.line,
          column: at.name,
          value,
          data: texts,
        });
      }
    }
    if (nameFieldNames.every((field) => texts[field] === "")) {
      issues.add("noName", { sheet, line: row.line, value: texts.degree });
      return null;
    }
    return {
      id,
      ...texts,
      sheet,
      line: row.line,
      isHidden: row.isHidden,
      unit: cell(row, unitColumn) || unit,
      share: parseShare(cell(row, at.share)),
      at,
    };
  }

  for (const row of rows) {
    if (row.cells.every((text) => text.trim() === "") || leftOut.has(`${sheet ?? ""}:${row.line}`)) continue;
    const isNumbers =
      isFirst && row.cells.length > 2 && row.cells.every((text, i) => text === "" || text.trim() === String(i + 1));
    isFirst = false;
    const hasId = parseId(cell(row, at.id)) !== null;
    const kind = isNumbers ? "numbers" : hasId ? "teacher" : kindOf(row);
    if (kind === "unit") unit = row.cells.find((text) => text.trim() !== "")!.trim();
    if (kind === "header") isFirst = true;
    if (kind === "sum" || kind === "signature") held ??= [];
    if (kind !== "teacher") skip(row, kind);
    else if (held !== null && !hasId && held.length < heldMax && !isLikePerson(namesOf(row))) held.push(row);
    else {
      for (const one of [...(held ?? []), row]) {
        const teacher = take(one);
        if (teacher !== null) yield teacher;
      }
      held = null;
    }
  }
  for (const row of held ?? []) skip(row, "signature");
  if (splits.doubtful * 10 > splits.all && splits.example !== null) {
    issues.add("nameOrder", {
      sheet,
      line: splits.example.line,
      column: at.name,
      value: cell(splits.example, at.name),
      data: { count: splits.doubtful, of: splits.all },
    });
  }
}

function isLikePerson([last = "", first = ""]: readonly string[]): boolean {
  return /^\p{Lu}[\p{L}\p{M}\s.'\u2019\u02bc`-]+$/u.test(last) && /^(?:\p{Lu}|$)/u.test(first);
}

/** `0,5`, `0.25 ст.`, `50%`; 0 for another text. */
function parseShare(text: string): number {
  const number = Number.parseFloat(text.replace(",", "."));
  return Number.isNaN(number) ? 0 : text.includes("%") ? number / 100 : number;
}

const damages: readonly (readonly [pattern: RegExp, damage: string])[] = [
  [/^\d+(?:[.,]\d+)?[eе]\+?\d+$/iu, "shortened"],
  [/^\d+[.,]0+$/, "decimals"],
  [/^\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+$/u, "grouped"],
  [/^#/, "formula"],
  [/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/, "date"],
];

const findDamage = (text: string): string => damages.find(([pattern]) => pattern.test(text))?.[1] ?? "";

/**
 * Leaves out the second posts of people, and reports ids that two people share. `differ` has the lines that a person
 * declared to be somebody else; without ids, the same full name is one person unless `namesakes` of the current list say
 * otherwise.
 */
export function settlePosts(
  teachers: readonly ReadTeacher[],
  namesakes: (key: string) => number,
  differ: ReadonlySet<string>,
  issues: Issues,
): ReadTeacher[] {
  const kept = new Map<string, number>();
  const keys = new Map<string, string>();
  const keyOf = (text: string): string => {
    const found = keys.get(text) ?? (/\p{L}{2}/u.test(text) ? textKey(text) : "");
    if (keys.size < knownMax) keys.set(text, found);
    return found;
  };
  const list: (ReadTeacher | null)[] = [];
  const nameCounts = new Map<string, number>();
  for (const teacher of teachers) {
    const parts = nameFieldNames.map((field) => keyOf(teacher[field]));
    const name = parts.join("|");
    const isFull = !parts.includes("");
    const key = teacher.id === null ? (isFull ? name : "") : String(teacher.id);
    const other = key === "" ? undefined : kept.get(key);
    const same = other === undefined ? undefined : list[other]!;
    const place = { sheet: teacher.sheet, line: teacher.line };
    const related = same && { sheet: same.sheet, line: same.line };
    if (same === undefined || other === undefined) {
      if (key !== "") kept.set(key, list.length);
      // One name with two ids: two people, or one person who was entered twice.
      if (teacher.id !== null && isFull) {
        const count = (nameCounts.get(name) ?? 0) + 1;
        nameCounts.set(name, count);
        if (count > Math.max(1, namesakes(name)))
          issues.add("duplicate", { ...place, value: showName(teacher), data: { id: teacher.id } });
      }
      list.push(teacher);
      continue;
    }
    if (teacher.id !== null && nameFieldNames.some((field) => textKey(teacher[field]) !== textKey(same[field]))) {
      issues.add("repeatedId", { ...place, column: teacher.at.id, value: String(teacher.id), related: related! });
      continue;
    }
    if (teacher.id === null) {
      const known = namesakes(name);
      const isOther = known > 1 || differ.has(`${teacher.sheet ?? ""}:${teacher.line}`);
      if (known <= 1)
        issues.add("onePerson", {
          ...place,
          value: showName(teacher),
          related: related!,
          data: { preset: isOther ? "different" : "one", degree: teacher.degree, otherDegree: same.degree },
        });
      if (isOther) {
        list.push(teacher);
        continue;
      }
    }
    const isBetter = teacher.share > same.share;
    if (isBetter) list[other] = teacher;
    issues.add("secondPost", {
      ...place,
      value: showName(teacher),
      related: related!,
      data: { kept: isBetter ? teacher.degree : same.degree, left: isBetter ? same.degree : teacher.degree },
    });
  }
  return list.filter((teacher) => teacher !== null);
}

const showName = (teacher: Readonly<Record<TextFieldName, string>>): string =>
  nameFieldNames
    .map((field) => teacher[field])
    .filter((text) => text !== "")
    .join(" ");
