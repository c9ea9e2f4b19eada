/**
 * The two promises of the search, for odd, generated and real-looking names: every beginning of a name and every form
 * that the directory prints find their owner.
 */
import { describe, expect, test } from "bun:test";
import { makeTeachers } from "../../../sample/generate/quality-teachers.ts";
import { createRandom } from "../../../sample/generate/random.ts";
import { generateTeachers } from "../../../sample/generate/teachers.ts";
import { isLong } from "../../../test/support/long.ts";
import { composedFieldNames, composeTeacher, type StoredTeacher } from "../../domain/teacher.ts";
import { openSearchOf, runNow } from "./search-testing.ts";

const odd = `
Cortés i Pérez,Núria,|Ó Súilleabháin,Máire,|Ю,Лі,|Ї,Олена,Іванівна|Ї,О.,І.|Городній,,Степанович|Городній,Семен,|Костенко,,Михайлівна
Костенко,Марія,Володимирівна|Нечуй-левицький,І.,С.|Приходько-Стрілець,Ян,Якович|Приходько,Сава,|Касьяненко,Лев,Ілліч|Омельянчук,О,О
Юрьєв,Анна-Марія,Іванівна|Васильєв,Ен Хі,|Ґрунтенко,Ґєна,Ґєновна|Груша,Ганна,|Iвaненко,Тарас,Г.|Copокa,Ян,|МакДональд,Рональд,
Müller,Jürgen,|van der Berg,J,|Абдуллаєв,Ельдар,Алі огли|Де Мирон,Мирон,М|,Соломія,|,Сава,Ігорович|Øyvind,Æ,|Đorđević,İsik,|Œuvrard,Þór,
Середа,Іван,|О'Браян,Д'Артур,|Зозуля-Ґедзь,Юрій,|Євдокименко,Єва,|Зеле\u0301нський,Юрій,|Доцент,Ірина,Петрівна|д'Артаньян,Шарль,
Łukasiewicz,Jan,|Weiß,Günther,|Yıldız,Işıl,|Guðmundsdóttir,Ása,|כהן,משה,|בן-גוריון,דוד,|Παπαδόπουλος,Γιώργος,|王,伟,|გელაშვილი,ნინო,
Кім,Ен Хі,|Пара,Тетяна,|Ван Дер Вейден,Ян,|Петров-Водкін,Кузьма,С.|Бонь,Яна,|Бондарчук,Яків,|Лис,Ян,|Лісовий,Ян,|Гай,П,|Мар’яненко,В'ячеслав,|Євдоким'як,Ада,`;
const degrees = ["", "доцент", "к.т.н.", "інженер I категорії", "старший викладач", "зав.кафедрою", "в. о. завідувача"];
const oddTeachers = odd
  .trim()
  .split(/[|\n]/)
  .map((line, i): StoredTeacher => {
    const [last_name = "", first_name = "", middle_name = ""] = line.split(",");
    return { id: i + 1, last_name, first_name, middle_name, degree: degrees[i % degrees.length]! };
  });

const lettersOf = (text: string): number => text.replace(/[^\p{L}]/gu, "").length;
const graphemes = new Intl.Segmenter("uk");

/** The beginnings with at least so many letters, and the whole text. */
function beginningsOf(text: string, least: number): string[] {
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  const all = parts.map((_, i) => parts.slice(0, i + 1).join(""));
  return all.filter((beginning) => beginning === text || lettersOf(beginning) >= least);
}

const exchanged: Readonly<Record<string, string>> = { і: "и", ї: "і", є: "е", ґ: "г", І: "Ы", Ї: "І", Є: "Е", Ґ: "Г" };

const count = isLong ? 20_000 : 2000;
describe.each([
  ["odd", oddTeachers],
  ["generated", [...generateTeachers(count / 2, 31)]],
  ["real-looking", makeTeachers(count / 2 - oddTeachers.length, createRandom(5))],
] as const)("among %s names", (_, stored) => {
  const { find, match, ids } = openSearchOf(stored);
  const rankOf = new Map([...ids].map((id, rank) => [id, rank]));
  const people = stored.map((teacher) => ({ ...composeTeacher(teacher), rank: rankOf.get(teacher.id)! }));

  /** The ranks of those who have a query, by query: each is asked once, however many share it. */
  const ownersOf = (queriesOf: (person: (typeof people)[number]) => readonly string[]): Map<string, number[]> => {
    const owners = new Map<string, number[]>();
    for (const person of people) for (const query of queriesOf(person)) owners.getOrInsert(query, []).push(person.rank);
    return owners;
  };

  test("every beginning finds its owner as spelt", () => {
    const missed: string[] = [];
    const owners = ownersOf(({ last_name, first_name, middle_name }) => [
      ...(last_name === "" ? [] : beginningsOf(last_name, 3)),
      ...(last_name === "" ? [] : beginningsOf(first_name, 1).map((beginning) => `${last_name} ${beginning}`)),
      ...(lettersOf(first_name) < 2 ? [] : beginningsOf(last_name, 1).map((beginning) => `${first_name} ${beginning}`)),
      ...(last_name === "" || lettersOf(first_name) < 2
        ? []
        : beginningsOf(middle_name, 1).map((beginning) => `${last_name} ${first_name} ${beginning}`)),
    ]);
    for (const [query, ranks] of owners) {
      const found = find(query)!;
      const all = new Set(found.ranks);
      if (ranks.some((rank) => !all.has(rank) || found.scoreOf(rank)!.cost > 0)) missed.push(query);
    }
    expect(missed).toEqual([]);
  });

  test("a beginning with exchanged letters finds its owner, unless it is a whole name as typed", () => {
    const missed: string[] = [];
    const exchange = (beginning: string): string => beginning.replace(/[іїєґІЇЄҐ]/g, (letter) => exchanged[letter]!);
    for (const [query, ranks] of ownersOf(({ last_name }) => beginningsOf(last_name, 3).map(exchange))) {
      const found = find(query);
      if (found === null || ranks.every((rank) => found.ranks.includes(rank))) continue;
      const isWholeName = found.ranks.length > 0 && found.scoreOf(found.ranks[0]!)!.isWhole;
      if (!isWholeName) missed.push(query);
    }
    expect(missed).toEqual([]);
  });

  test("every form that is printed finds its owner among the first of equals", () => {
    const missed: string[] = [];
    for (const [form, ranks] of ownersOf((teacher) => composedFieldNames.map((field) => teacher[field]))) {
      const found = find(form)!;
      for (const rank of ranks) {
        if (!found.ranks.includes(rank)) missed.push(form);
        else if (found.scoreOf(rank)!.cost > found.scoreOf(found.ranks[0]!)!.cost) missed.push(`not first: ${form}`);
      }
    }
    expect(missed).toEqual([]);
  });

  test("every form that is printed of one teacher means that teacher, and of several, several", async () => {
    const owners = Map.groupBy(
      people.flatMap((teacher) => composedFieldNames.map((field) => ({ rank: teacher.rank, form: teacher[field] }))),
      ({ form }) => form.toLowerCase().replaceAll(/['’ʼ]/g, ""),
    );
    const wrong: string[] = [];
    for (const forms of owners.values()) {
      const ranks = new Set(forms.map(({ rank }) => rank));
      const [first, ...others] = await match([forms[0]!.form], runNow);
      const isRight =
        ranks.size === 1
          ? first!.rank !== null && ranks.has(first!.rank)
          : first!.candidates.every((rank) => ranks.has(rank));
      if (others.length > 0 || !isRight || first!.verdict === "none") wrong.push(forms[0]!.form);
    }
    expect(wrong).toEqual([]);
  });
});
