/** Measures whom searches find: recall, precision and rank, for correct queries and for each kind of slip. */
import { Command } from "commander";
import type { Teacher } from "../src/domain/teacher.ts";
import { describeMachine } from "./machine.ts";
import { parseNumber, parseNumbers } from "./options.ts";
import { createDatabase, fetchPage, startService } from "./own-service.ts";
import { createFolder, openCleanup } from "./process.ts";
import { createRandom, type RandomInteger } from "./random.ts";
import { romanisations, type Slip, slips, typeOnWrongLayout } from "./slips.ts";

const options = new Command("search-quality")
  .description("Measures whom searches find, for correct queries and for each kind of slip.")
  .option("--teachers <n>", "the number of teachers", parseNumber, 20_000)
  .option("--queries <n>", "the number of queries of each kind and seed", parseNumber, 200)
  .option("--seeds <numbers>", "each seed gives other queries", parseNumbers, [1, 2, 3])
  .parse()
  .opts<{ teachers: number; queries: number; seeds: readonly number[] }>();

interface Query {
  readonly search: string;
  /** Whether a result is what was meant. */
  isMeant(result: Teacher): boolean;
}

/** A kind of query; `create` returns null for a teacher that it does not fit. */
interface Kind {
  readonly name: string;
  /** The wanted share of queries that find what was meant in the first ten results. */
  readonly wanted: number | null;
  create(teacher: Teacher, random: RandomInteger): Query | null;
}

/** Surnames that a search does not tell apart. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/['’ʼ]/g, "").replaceAll("-", " ");
/** As many as a URL of 8,000 bytes holds. */
const namesPerRequest = 20;

const isWord = (text: string): boolean => /^[\p{L}'’ʼ]{5,}$/u.test(text);
const isInitial = (text: string): boolean => /^\p{L}\.?$/u.test(text);
const meansId =
  (id: number) =>
  (result: Teacher): boolean =>
    result.id === id;

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const { origin } = await startService(await createDatabase(folder, options.teachers), { folder, cleanup });
const teachers = await readTeachers();
const firstNames = distinct(teachers.map(({ first_name }) => first_name));
const middleNames = distinct(teachers.map(({ middle_name }) => middle_name));

/** A name with the initial, such as the one that a teacher stored with initials may have. */
function expand(initial: string, names: readonly string[], random: RandomInteger): string | null {
  const fitting = names.filter((name) => isWord(name) && name.startsWith(initial[0]!));
  return fitting.length === 0 ? null : fitting[random(fitting.length)]!;
}

/** How people write each degree of the generated teachers. */
const degreeForms: Readonly<Record<string, readonly string[]>> = {
  доцент: ["доцент", "доц.", "доц", "Доцент"],
  "старший викладач": ["старший викладач", "ст. викл.", "ст викл", "ст. викладач", "старш. викл."],
  асистент: ["асистент", "асист.", "ас.", "асист"],
  викладач: ["викладач", "викл.", "викл"],
  професор: ["професор", "проф.", "пр.", "проф", "Проф."],
  аспірант: ["аспірант", "асп.", "аспір."],
  "завідувач кафедри": ["завідувач кафедри", "завідувач", "зав. каф.", "зав. кафедри", "зав кафедри"],
  "зав.кафедрою": ["зав.кафедрою", "зав. кафедрою", "зав.к."],
  інженер: ["інженер", "інж.", "інж"],
};

/** Full names with one slip of any kind, and of each kind. */
function withSlip(part: string, write: (teacher: Teacher, slip: (word: string) => string) => string): Kind[] {
  const createWith = (choices: readonly Slip[]): Kind["create"] => {
    return (teacher, random) => {
      const { id, last_name, first_name, middle_name } = teacher;
      if (![last_name, first_name, middle_name].every(isWord)) return null;
      const slip = choices[random(choices.length)]!;
      return { search: write(teacher, (word) => slip.apply(word, random)), isMeant: meansId(id) };
    };
  };
  return [
    { name: `${part}, one slip`, wanted: 0.9, create: createWith(slips) },
    ...slips.map((slip) => ({ name: `${part}, ${slip.name}`, wanted: null, create: createWith([slip]) })),
  ];
}

const kinds: readonly Kind[] = [
  {
    name: "full name for stored initials",
    wanted: 0.95,
    create({ id, last_name, first_name, middle_name }, random) {
      if (!isInitial(first_name) || !isInitial(middle_name)) return null;
      const first = expand(first_name, firstNames, random);
      const middle = expand(middle_name, middleNames, random);
      return first === null || middle === null
        ? null
        : { search: `${last_name} ${first} ${middle}`, isMeant: meansId(id) };
    },
  },
  ...withSlip("surname", ({ last_name, first_name, middle_name }, slip) =>
    [slip(last_name), first_name, middle_name].join(" "),
  ),
  ...withSlip("given name", ({ last_name, first_name, middle_name }, slip) =>
    [last_name, slip(first_name), middle_name].join(" "),
  ),
  ...slips.map(
    (slip): Kind => ({
      name: `surname alone, ${slip.name}`,
      wanted: null,
      create: ({ last_name }, random) =>
        isWord(last_name)
          ? { search: slip.apply(last_name, random), isMeant: (result) => result.last_name === last_name }
          : null,
    }),
  ),
  {
    name: "other layout",
    wanted: 0.95,
    create: ({ id, name }) => ({ search: typeOnWrongLayout(name), isMeant: meansId(id) }),
  },
  {
    name: "degree and name",
    wanted: 0.98,
    create({ id, name, degree }, random) {
      const forms = degreeForms[degree];
      return forms === undefined ? null : { search: `${forms[random(forms.length)]} ${name}`, isMeant: meansId(id) };
    },
  },
  {
    name: "degree alone",
    wanted: 0.98,
    create({ degree }, random) {
      const forms = degreeForms[degree];
      const form = forms?.[random(forms.length)];
      return form === undefined ? null : { search: form, isMeant: (result) => result.degree === degree };
    },
  },
  {
    name: "whole surname",
    wanted: 1,
    create: ({ last_name }) => ({ search: last_name, isMeant: (result) => fold(result.last_name) === fold(last_name) }),
  },
  ...(["name", "short_name"] as const).map(
    (field): Kind => ({
      name: `${field} from a response`,
      wanted: 1,
      create: (teacher) => ({ search: teacher[field], isMeant: (result) => result[field] === teacher[field] }),
    }),
  ),
  ...romanisations.map(
    ({ name, romanise }): Kind => ({
      name: `romanised, ${name}`,
      wanted: null,
      create: (teacher) =>
        isWord(teacher.last_name) && isWord(teacher.first_name)
          ? { search: romanise(`${teacher.last_name} ${teacher.first_name}`), isMeant: meansId(teacher.id) }
          : null,
    }),
  ),
];

console.log(`${describeMachine()}; ${teachers.length.toLocaleString("en")} teachers, seeds ${options.seeds.join(", ")}, ${options.queries} queries of each kind and seed

| query | queries | in the first ten | wanted | first | mean reciprocal rank | readings |
|---|--:|--:|--:|--:|--:|---|`);
for (const { name, wanted, create } of kinds) {
  const ranks: number[] = [];
  const readings = new Map<string, number>();
  for (const random of options.seeds.map(createRandom)) {
    for (let asked = 0, drawn = 0; asked < options.queries && drawn < 100 * options.queries; drawn++) {
      const query = create(teachers[random(teachers.length)]!, random);
      if (query === null) continue;
      asked++;
      const { results, reading } = await search(query.search, 10);
      ranks.push(results.findIndex(query.isMeant) + 1);
      readings.set(reading, (readings.get(reading) ?? 0) + 1);
    }
  }
  const share = (passes: (rank: number) => boolean): string => percent(ranks.filter(passes).length / ranks.length);
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length;
  const used = [...readings].sort(([, a], [, b]) => b - a).map(([reading, count]) => `${reading} ${count}`);
  const cells = [name, ranks.length, share((rank) => rank > 0), wanted === null ? "–" : percent(wanted)];
  console.log(`| ${[...cells, share((rank) => rank === 1), reciprocal.toFixed(3), used.join(", ")].join(" | ")} |`);
}

let checked = 0;
let imprecise = 0;
let nonsenseFound = 0;
let nonsenseAsked = 0;
for (const random of options.seeds.map(createRandom)) {
  for (let asked = 0; asked < options.queries; asked++) {
    const { last_name, first_name, middle_name } = teachers[random(teachers.length)]!;
    const words = [last_name, `${last_name} ${first_name}`, first_name, middle_name].map((text) => text.trim());
    const query = words[random(words.length)]!;
    if (query === "") continue;
    for (const result of (await search(query, 100)).results) {
      checked++;
      if (!begins(query, result)) imprecise++;
    }
    const letters = random(2) === 0 ? "бвгґджзклмнпрстфхцчшщь" : "bcdfghjklmnpqrstvwxz";
    const nonsense = Array.from({ length: 6 + random(6) }, () => letters[random(letters.length)]).join("");
    nonsenseAsked++;
    if ((await search(nonsense, 1)).results.length > 0) {
      nonsenseFound++;
      console.error(`Nonsense that finds somebody: ${nonsense}`);
    }
  }
}
console.log(`
Correct queries: ${imprecise} of ${checked} results have a word that no term begins, or an initial that none begins with.
Nonsense: ${nonsenseFound} of ${nonsenseAsked} queries find somebody.`);

console.log(`
| matched name | names | of one teacher only | of these, verdict \`one\` | \`one\` for another teacher |
|---|--:|--:|--:|--:|`);
const counts: [field: string, names: number, unique: number, recognised: number, wrong: number][] = [];
for (const field of ["name", "short_name", "full_name", "short_name_with_degree"] as const) {
  const owners = new Map<string, number>();
  for (const teacher of teachers) owners.set(teacher[field], (owners.get(teacher[field]) ?? 0) + 1);
  let unique = 0;
  let recognised = 0;
  let wrong = 0;
  for (let start = 0; start < teachers.length; start += namesPerRequest) {
    const some = teachers.slice(start, start + namesPerRequest);
    const meant = await match(some.map((teacher) => teacher[field]));
    for (const [i, teacher] of some.entries()) {
      if (owners.get(teacher[field]) === 1) unique++;
      if (owners.get(teacher[field]) === 1 && meant[i] !== null) recognised++;
      if (meant[i] !== null && meant[i] !== teacher.id) wrong++;
    }
  }
  counts.push([field, teachers.length, unique, recognised, wrong]);
}

const sum = (column: 1 | 2 | 3 | 4): number => counts.reduce((total, row) => total + row[column], 0);
for (const [field, names, unique, recognised, wrong] of [...counts, ["all", sum(1), sum(2), sum(3), sum(4)] as const]) {
  console.log(`| ${[field, names, unique, percent(recognised / unique), wrong].join(" | ")} |`);
}

/** Whether each term of a correct query begins a word of the name, or begins with a stored initial. */
function begins(query: string, { last_name, first_name, middle_name }: Teacher): boolean {
  const split = (text: string): string[] =>
    text
      .toLowerCase()
      .replaceAll(/['’ʼ]/g, "")
      .split(/[\s,.-]+/)
      .filter((word) => word !== "");
  const words = split(`${last_name} ${first_name} ${middle_name}`);
  return split(query).every((term) =>
    words.some((word) => word.startsWith(term) || (word.length === 1 && term.startsWith(word))),
  );
}

async function search(text: string, limit: number): Promise<{ results: Teacher[]; reading: string }> {
  const response = await fetch(`${origin}/teachers/?${new URLSearchParams({ search: text, limit: String(limit) })}`);
  if (response.status !== 200) throw new Error(`${response.status} for ${text}: ${await response.text()}`);
  const { results } = (await response.json()) as { results: Teacher[] };
  return { results, reading: response.headers.get("search-reading") ?? "none" };
}

/** By name: the id of the teacher who is meant, or null. */
async function match(names: readonly string[]): Promise<(number | null)[]> {
  const query = new URLSearchParams(names.map((name) => ["name", name]));
  const response = await fetch(`${origin}/teachers/match/?${query}`);
  if (response.status !== 200) throw new Error(`${response.status} for ${names[0]}: ${await response.text()}`);
  const { results } = (await response.json()) as { results: { teacher: Teacher | null }[] };
  return results.map(({ teacher }) => teacher?.id ?? null);
}

async function readTeachers(): Promise<Teacher[]> {
  const all: Teacher[] = [];
  for (let offset = 0; ; offset += 1000) {
    const { results } = await fetchPage(origin, `/teachers/?limit=1000&offset=${offset}`);
    if (results.length === 0) return all;
    all.push(...(results as unknown as Teacher[]));
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
