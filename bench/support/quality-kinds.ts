/**
 * The kinds of queries for measuring the quality of searches. Each query is derived from the teacher that it should
 * find.
 */

import type { RandomInteger } from "../../sample/generate/random.ts";
import { composeTeacher, type StoredTeacher, type Teacher } from "../../src/domain/teacher.ts";
import { cases, decline, habits, inRussian, mistype, shortFormsOf, typeOn } from "./typing-habits.ts";

export interface Kind {
  readonly group: string;
  readonly name: string;
  /** The required share of queries with the right teacher among the first ten results. */
  readonly wanted: number;
  /** The query for a teacher; null if this kind of query can't be made for the teacher. */
  create(teacher: Teacher, random: RandomInteger): string | null;
  /** Whether a result counts as found; by default only the teacher itself. */
  readonly isMeant?: (result: Teacher, teacher: Teacher) => boolean;
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/['’ʼ]/g, "");
const sameLast = (a: Teacher, b: Teacher): boolean => fold(a.last_name) === fold(b.last_name);
const sameNames = (a: Teacher, b: Teacher): boolean => sameLast(a, b) && fold(a.first_name) === fold(b.first_name);
const same = (a: Teacher, b: Teacher): boolean => fold(a.name) === fold(b.name);
const sameInitials = (a: Teacher, b: Teacher): boolean => fold(a.short_name) === fold(b.short_name);
const sameGiven = (a: Teacher, b: Teacher): boolean =>
  fold(a.first_name) === fold(b.first_name) && fold(a.middle_name) === fold(b.middle_name);

const isWhole = ({ last_name, first_name, middle_name }: Teacher): boolean =>
  [last_name, first_name, middle_name].every((text) => /^[\p{L}'’ʼ]{3,}$/u.test(text));
const isWoman = ({ middle_name }: Teacher): boolean => /на$/.test(middle_name);

type Write = (teacher: Teacher, random: RandomInteger) => string | null;

function kinds(
  group: string,
  wanted: number,
  isMeant: Kind["isMeant"] & {},
  writers: Readonly<Record<string, Write>>,
  fits: (teacher: Teacher) => boolean = isWhole,
): Kind[] {
  return Object.entries(writers).map(([name, write]) => ({
    group,
    name,
    wanted,
    isMeant,
    create: (teacher, random) => (fits(teacher) ? write(teacher, random) : null),
  }));
}

const lookAlikes: Readonly<Record<string, string>> = { а: "a", е: "e", о: "o", с: "c", р: "p", х: "x", і: "i", у: "y" };
const capitalLookAlikes: Readonly<Record<string, string>> = { Н: "H", К: "K", М: "M", В: "B", Т: "T", С: "C", О: "O" };
const swapLookAlike = (word: string): string => {
  const at = [...word].findIndex((letter, i) => i > 0 && lookAlikes[letter] !== undefined);
  return at < 0 ? word : word.slice(0, at) + lookAlikes[word[at]!]! + word.slice(at + 1);
};
const swapCapital = (word: string): string => (capitalLookAlikes[word[0]!] ?? word[0]!) + word.slice(1);

const initial = (name: string): string => name.charAt(0);

const degreeForms: Readonly<Record<string, readonly string[]>> = {
  доцент: ["доцент", "доц.", "доц", "Доцент", "доцентка"],
  "старший викладач": ["старший викладач", "ст. викл.", "ст викл", "ст. викладач", "ст.в.", "старша викладачка"],
  асистент: ["асистент", "асист.", "ас.", "асист", "асистентка"],
  викладач: ["викладач", "викл.", "викл", "викладачка"],
  професор: ["професор", "проф.", "пр.", "проф", "професорка"],
  аспірант: ["аспірант", "асп.", "аспір.", "аспірантка"],
  "завідувач кафедри": ["завідувач кафедри", "завідувач", "зав. каф.", "зав. кафедри", "зав кафедри", "завкаф"],
  "зав.кафедрою": ["зав.кафедрою", "зав. кафедрою", "зав.к.", "завкаф"],
  інженер: ["інженер", "інж.", "інж"],
  "кандидат технічних наук, доцент": ["к.т.н.", "доц.", "доцент, к.т.н.", "к.т.н., доц.", "канд. техн. наук"],
  "доктор фізико-математичних наук, професор": ["д-р", "проф.", "д.ф.-м.н.", "доктор наук", "д.ф.-м.н., проф."],
  "старший науковий співробітник": ["с.н.с.", "ст. наук. співр.", "старший науковий співробітник"],
};
const degreeOf = ({ degree }: Teacher, random: RandomInteger): string | null => {
  const forms = degreeForms[degree];
  return forms === undefined ? null : forms[random(forms.length)]!;
};

const around: readonly ((name: string, random: RandomInteger) => string)[] = [
  (name, random) => `${name} ${100 + random(400)}`,
  (name, random) => `${name} ауд. ${100 + random(400)}`,
  (name, random) => `${name}, ${1 + random(9)}-${100 + random(400)}`,
  (name) => `${name} (лекція)`,
  (name) => `${name} (зам.)`,
  (name) => `${name} 😀`,
  (name) => `Викладач: ${name}`,
  (name) => `ПІБ: ${name}`,
  (name) => `${name}\n`,
  (name) => `\t${name}\tонлайн`,
  (name) => `<b>${name}</b>&nbsp;`,
  (name) => `розклад ${name}`,
  (name) => `пані ${name}`,
  (name) => `10:30 ${name} корп. 2`,
];

export const qualityKinds: readonly Kind[] = [
  ...kinds("exact and order", 1, same, {
    name: ({ name }) => name,
    "given name first": ({ last_name, first_name, middle_name }) => `${first_name} ${middle_name} ${last_name}`,
    "small letters": ({ name }) => name.toLowerCase(),
    capitals: ({ name }) => name.toUpperCase(),
  }),
  ...kinds("exact and order", 1, sameNames, {
    "surname and given name": ({ last_name, first_name }) => `${last_name} ${first_name}`,
    "given name and surname": ({ last_name, first_name }) => `${first_name} ${last_name}`,
  }),
  ...kinds("letters and look-alikes", 0.98, same, {
    "other apostrophe": ({ name }) => name.replaceAll(/['’ʼ]/g, "`"),
    "no apostrophe": ({ name }) => name.replaceAll(/['’ʼ]/g, ""),
    "ь for an apostrophe": ({ name }) => name.replaceAll(/['’ʼ]/g, "ь"),
    "look-alikes": ({ name }) => name.split(" ").map(swapLookAlike).join(" "),
    "capital look-alikes": ({ name }) => name.split(" ").map(swapCapital).join(" "),
    NFD: ({ name }) => name.normalize("NFD"),
    "stress mark": ({ name }) => name.replace(/(?<=.[аеиоу])/, "\u0301"),
  }),
  ...kinds("a typo, surname alone", 0.95, sameLast, {
    surname: ({ last_name }, random) => (last_name.length < 5 ? null : atLeast(4, mistype(last_name, random))),
  }),
  ...kinds("a typo, with a given name", 0.97, sameNames, {
    "in the surname": ({ last_name, first_name }, random) =>
      last_name.length < 4 ? null : withWord(atLeast(4, mistype(last_name, random)), first_name),
    "in the given name": ({ last_name, first_name }, random) =>
      first_name.length < 4 ? null : withWord(atLeast(4, mistype(first_name, random)), last_name),
  }),
  ...kinds("a typo, surname of 3 letters with a given name", 0.9, sameNames, {
    surname: ({ last_name, first_name }, random) => {
      if (last_name.length !== 3 && last_name.length !== 4) return null;
      const typed = mistype(last_name, random);
      return typed.length === 3 ? `${typed} ${first_name}` : null;
    },
  }),
  ...kinds("a typo in the first letter, surname alone", 0.8, sameLast, {
    surname: ({ last_name }, random) => atLeast(6, mistype(last_name.toLowerCase(), random, true)),
  }),
  ...kinds("a typo in the first letter, with a given name", 0.95, sameNames, {
    surname: ({ last_name, first_name }, random) => {
      return withWord(atLeast(4, mistype(last_name.toLowerCase(), random, true)), first_name);
    },
  }),
  ...kinds("typos in two words", 0.9, sameNames, {
    both: ({ last_name, first_name }, random) => {
      if (last_name.length < 5 || first_name.length < 5) return null;
      return `${mistype(last_name, random)} ${mistype(first_name, random)}`;
    },
  }),
  ...kinds("Russian: surname", 0.95, sameLast, { surname: ({ last_name }) => inRussian(last_name) }),
  ...kinds("Russian: surname and given name", 0.95, sameNames, {
    both: ({ last_name, first_name }) => `${inRussian(last_name)} ${inRussian(first_name)}`,
  }),
  ...kinds("Russian: all three", 0.95, same, {
    three: ({ last_name, first_name, middle_name }) => [last_name, first_name, middle_name].map(inRussian).join(" "),
  }),
  ...kinds("Russian: given name and patronymic", 0.95, sameGiven, {
    both: ({ first_name, middle_name }) => `${inRussian(first_name)} ${inRussian(middle_name)}`,
  }),
  ...kinds("Russian: initials", 0.95, sameInitials, {
    initials: ({ last_name, first_name, middle_name }) =>
      `${inRussian(last_name)} ${initial(first_name)}. ${initial(middle_name)}.`,
  }),
  ...Object.entries(habits).flatMap(([habit, romanise]) => [
    ...kinds(`Latin, ${habit}`, 0.97, sameNames, {
      "surname and given name": ({ last_name, first_name }) => romanise(`${last_name} ${first_name}`),
    }),
    ...kinds(`Latin, ${habit}`, 0.97, sameLast, { surname: ({ last_name }) => romanise(last_name) }),
  ]),
  ...(
    [
      ["Ukrainian on the US layout", "ukrainian", "us"],
      ["Russian on the US layout", "russian", "us"],
      ["Latin on the Ukrainian layout", "us", "ukrainian"],
      ["Latin on the Russian layout", "us", "russian"],
      ["Ukrainian on the Russian layout", "ukrainian", "russian"],
      ["Russian on the Ukrainian layout", "russian", "ukrainian"],
    ] as const
  ).flatMap(([group, meant, typed]) => {
    const write = (text: string): string | null => {
      const words =
        meant === "us" ? habits.official!(text) : meant === "russian" ? text.split(" ").map(inRussian).join(" ") : text;
      const retyped = typeOn(words, meant, typed);
      return retyped === words.toLowerCase() ? null : retyped;
    };
    return [
      ...kinds(`layout: ${group}`, 0.95, sameLast, { surname: ({ last_name }) => write(last_name) }),
      ...kinds(`layout: ${group}`, 0.95, sameNames, {
        "surname and given name": ({ last_name, first_name }) => write(`${last_name} ${first_name}`),
      }),
    ];
  }),
  ...kinds("initials", 0.97, sameInitials, {
    "Ш А. Б.": ({ last_name: l, first_name: f, middle_name: m }) => `${l} ${initial(f)}. ${initial(m)}.`,
    "Ш А.Б.": ({ last_name: l, first_name: f, middle_name: m }) => `${l} ${initial(f)}.${initial(m)}.`,
    "Ш АБ": ({ last_name: l, first_name: f, middle_name: m }) => `${l} ${initial(f)}${initial(m)}`,
    "Ш А Б": ({ last_name: l, first_name: f, middle_name: m }) => `${l} ${initial(f)} ${initial(m)}`,
    "ш а б": ({ last_name: l, first_name: f, middle_name: m }) => `${l} ${initial(f)} ${initial(m)}`.toLowerCase(),
    "ША.Б.": ({ last_name: l, first_name: f, middle_name: m }) => `${l}${initial(f)}.${initial(m)}.`,
    "А. Б. Ш": ({ last_name: l, first_name: f, middle_name: m }) => `${initial(f)}. ${initial(m)}. ${l}`,
    "А.Б. Ш": ({ last_name: l, first_name: f, middle_name: m }) => `${initial(f)}.${initial(m)}. ${l}`,
    "А.Б.Ш": ({ last_name: l, first_name: f, middle_name: m }) => `${initial(f)}.${initial(m)}.${l}`,
    "АБ Ш": ({ last_name: l, first_name: f, middle_name: m }) => `${initial(f)}${initial(m)} ${l}`,
    "Ш, А. Б.": ({ last_name: l, first_name: f, middle_name: m }) => `${l}, ${initial(f)}. ${initial(m)}.`,
    "а.б.ш": ({ last_name: l, first_name: f, middle_name: m }) => `${initial(f)}.${initial(m)}.${l}`.toLowerCase(),
    "Ш Ім'я Б.": ({ last_name: l, first_name: f, middle_name: m }) => `${l} ${f} ${initial(m)}.`,
    Ш_А_Б: ({ last_name: l, first_name: f, middle_name: m }) => `${l}_${initial(f)}_${initial(m)}`,
  }),
  ...kinds(
    "full name for stored initials",
    0.97,
    (result, teacher) => result.id === teacher.id,
    {
      "surname and given name": ({ last_name, first_name }, random) => {
        const first = expandInitial(first_name, random);
        return first === null ? null : `${last_name} ${first}`;
      },
    },
    ({ first_name, last_name }) => /^\p{L}\.?$/u.test(first_name) && /^[\p{L}'’ʼ]{4,}$/u.test(last_name),
  ),
  ...cases.flatMap((kase) => [
    ...kinds(`case: ${kase}`, 0.85, sameLast, {
      surname: (teacher) => decline(teacher.last_name, kase, isWoman(teacher)),
    }),
    ...kinds(`case: ${kase}`, 0.92, same, {
      "full name": (teacher) =>
        [teacher.last_name, teacher.first_name, teacher.middle_name]
          .map((word) => decline(word, kase, isWoman(teacher)))
          .join(" "),
    }),
  ]),
  ...kinds("degree and surname", 0.97, (a, b) => sameLast(a, b) && a.degree === b.degree, {
    "degree first": (teacher, random) => withWord(degreeOf(teacher, random), teacher.last_name),
    "degree last": (teacher, random) => {
      const form = degreeOf(teacher, random);
      return form === null ? null : `${teacher.last_name} ${form}`;
    },
  }),
  ...kinds("degree and initials", 0.97, (a, b) => sameInitials(a, b) && a.degree === b.degree, {
    "degree first": (teacher, random) => withWord(degreeOf(teacher, random), teacher.short_name),
  }),
  ...kinds("diminutive with a surname", 0.85, sameNames, {
    both: ({ last_name, first_name }, random) => {
      const forms = shortFormsOf(first_name);
      return forms.length === 0 ? null : `${forms[random(forms.length)]} ${last_name}`;
    },
  }),
  ...kinds("glued, split, dashed", 0.92, sameNames, {
    "glued at a capital": ({ last_name, first_name }) => `${last_name}${first_name}`,
    "glued in small letters": ({ last_name, first_name }) => `${last_name}${first_name}`.toLowerCase(),
    "split surname": ({ last_name, first_name }, random) => {
      if (last_name.length < 6) return null;
      const at = 2 + random(last_name.length - 4);
      return `${last_name.slice(0, at)} ${last_name.slice(at)} ${first_name}`;
    },
    "dashed surname": ({ last_name, first_name }, random) => {
      if (last_name.length < 6) return null;
      const at = 2 + random(last_name.length - 4);
      return `${last_name.slice(0, at)}-${last_name.slice(at)} ${first_name}`;
    },
    "dashes between": ({ last_name, first_name }) => `${last_name}-${first_name}`,
  }),
  ...kinds("pasted", 0.95, sameInitials, {
    "full name": ({ name }, random) => around[random(around.length)]!(name, random),
    initials: ({ short_name }, random) => around[random(around.length)]!(short_name, random),
  }),
];

function atLeast(letters: number, word: string): string | null {
  return word.length < letters ? null : word;
}

function withWord(first: string | null, second: string): string | null {
  return first === null ? null : `${first} ${second}`;
}

const commonNames =
  "Олександр Андрій Богдан Віктор Григорій Дмитро Євген Іван Костянтин Леонід Микола Назар Олена Павло Роман Сергій Тетяна Юрій Яна Людмила Наталія Марія Валентина Ірина Катерина Зоя Інна Світлана Тарас Ганна Софія Лариса".split(
    " ",
  );

function expandInitial(stored: string, random: RandomInteger): string | null {
  const fitting = commonNames.filter((name) => name[0] === stored[0]);
  return fitting.length === 0 ? null : fitting[random(fitting.length)]!;
}

export function composed(teachers: readonly StoredTeacher[]): Teacher[] {
  return teachers.map(composeTeacher);
}
