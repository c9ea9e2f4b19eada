/** Finds the published person that a row of a file describes. */
import { normalizeText, textKey } from "../../domain/names/names.ts";
import { type NameFieldName, nameFieldNames, type StoredTeacher } from "../../domain/teacher.ts";
import type { Columns } from "../../import/table/columns.ts";
import { fieldColumnOf, idOf, nobody, readTexts, textOfColumn } from "./table-collector.ts";

/** What the cells without faults say about the person in a row. */
interface KnownRow {
  readonly id: number | null;
  readonly parts: readonly (readonly [name: NameFieldName, key: string])[];
  readonly degree: string;
  /** Patterns for the cells that have lost letters. */
  readonly damaged: readonly (readonly [column: number, pattern: RegExp])[];
  readonly columns: Columns;
}

export function describeCells(fields: readonly string[], columns: Columns, faulty: ReadonlySet<number>): KnownRow {
  const known = fields.map((field, column) => (faulty.has(column) ? "" : field));
  const texts = readTexts(known, columns, nobody);
  const parts = nameFieldNames.map((name) => [name, textKey(texts[name])] as const);
  const damaged = [...faulty].filter((column) => hasLostLetters(fields[column] ?? ""));
  return {
    id: idOf(known, columns),
    parts: parts.filter(([, key]) => key !== ""),
    degree: fieldColumnOf("degree", columns) === columns.wholeName ? "" : texts.degree,
    damaged: damaged.map((column) => [column, patternOf(normalizeText(fields[column]!))]),
    columns,
  };
}

const gap = /[?\ufffd]+/;

/**
 * The maximum number of gaps, where letters were lost. A text with more gaps fits many names, and takes long to
 * compare.
 */
const gapsMax = 4;

/** Whether a text has lost some of its letters, but not all: `Шевч?нко` */
function hasLostLetters(text: string): boolean {
  const gaps = text.split(gap).length - 1;
  return gaps > 0 && gaps <= gapsMax && /\p{L}/u.test(text);
}

function patternOf(text: string): RegExp {
  const kept = text.split(gap).map((part) => RegExp.escape(part));
  return new RegExp(`^${kept.join(".+")}$`, "iu");
}

export type PublishedPeople = ReturnType<typeof createPeople>;

/** Finds the people of the current list. */
export function createPeople(published: readonly StoredTeacher[]) {
  const byId = new Map(published.map((person) => [person.id, person]));
  const byPart = new Map<string, StoredTeacher[]>();
  for (const person of published) {
    for (const name of nameFieldNames) {
      const key = JSON.stringify([name, textKey(person[name])]);
      const others = byPart.get(key) ?? [];
      others.push(person);
      byPart.set(key, others);
    }
  }
  return {
    byId,
    /** The only person that a row can mean; null if there is none, or more than one. */
    find(row: KnownRow, isFree: (person: StoredTeacher) => boolean = () => true): StoredTeacher | null {
      const { id, parts, degree, damaged, columns } = row;
      const matches = (person: StoredTeacher): boolean =>
        isFree(person) &&
        damaged.every(([column, pattern]) => pattern.test(textOfColumn(person, column, columns))) &&
        parts.every(([name, key]) => textKey(person[name]) === key);
      const evidence = parts.length + damaged.length;
      if (id !== null) {
        const person = byId.get(id);
        const isCertain = evidence > 0 || (degree !== "" && degree === person?.degree);
        return person !== undefined && isCertain && matches(person) ? person : null;
      }
      if (evidence < 2 || parts.length === 0) return null;
      const lists = parts.map(([name, key]) => byPart.get(JSON.stringify([name, key])) ?? []);
      const [shortest = []] = lists.sort((a, b) => a.length - b.length);
      const found = shortest.filter(matches);
      return found.length === 1 ? found[0]! : null;
    },
  };
}
