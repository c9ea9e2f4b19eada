/**
 * Measures how often searches find the right teacher, first or among the first ten, and how many strangers they find,
 * by kind of query.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { absentEvery, inFormForWomen, makeTeachers, surnames } from "../sample/generate/quality-teachers.ts";
import { createRandom, type RandomInteger } from "../sample/generate/random.ts";
import { wordsOf } from "../sample/generate/surnames.ts";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { openSearchOf } from "../src/directory/search/search-testing.ts";
import { patronymicOf, readNameTable } from "../src/domain/names/given-names.ts";
import { spellingKey } from "../src/domain/names/names.ts";
import { soundKeys, typedSoundKeys } from "../src/domain/names/sound.ts";
import type { Teacher } from "../src/domain/teacher.ts";
import { describeMachine } from "./support/machine.ts";
import { parseNumber, parseNumbers } from "./support/options.ts";
import { composed, type Kind, qualityKinds } from "./support/quality-kinds.ts";
import { openMiniSearch, openTrigrams, type SearchEngine } from "./support/quality-peers.ts";
import { givenNames } from "./support/typing-habits.ts";

const options = new Command("search-quality")
  .description("Measures how often searches find the right teacher, by kind of query.")
  .option("--teachers <n>", "the number of teachers", parseNumber, 5000)
  .option("--queries <n>", "the number of queries of each kind and seed", parseNumber, 100)
  .option("--seeds <numbers>", "each seed gives other teachers and queries", parseNumbers, [1, 2, 3])
  .option("--names <list>", "real or generated surnames", "real")
  .option("--engine <name>", "teachers, minisearch or trigram", "teachers")
  .option("--misses", "print the queries that miss", false)
  .option("--kind <text>", "only kinds whose group has this text", "")
  .parse()
  .opts<{
    teachers: number;
    queries: number;
    seeds: readonly number[];
    names: string;
    engine: string;
    misses: boolean;
    kind: string;
  }>();

/** Ukrainian names and their Russian forms. */
const pairs = readFileSync(join(import.meta.dir, "data/names-translator.csv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(",") as [ukrainian: string, russian: string]);
/** The teachers of a seed, and the engine that searches them. */
interface World {
  readonly search: SearchEngine;
  readonly teachers: readonly Teacher[];
  readonly random: RandomInteger;
}

function openEngine(teachers: readonly Teacher[]): SearchEngine {
  if (options.engine === "minisearch") return openMiniSearch(teachers);
  return options.engine === "trigram" ? openTrigrams(teachers) : openOwn(teachers);
}

function openOwn(teachers: readonly Teacher[]): SearchEngine {
  const byId = new Map(teachers.map((teacher) => [teacher.id, teacher]));
  const { find, ids } = openSearchOf(teachers);
  return (text, limit) => Array.from(find(text)?.ranks.subarray(0, limit) ?? [], (rank) => byId.get(ids[rank]!)!);
}

const worlds = options.seeds.map((seed): World => {
  const random = createRandom(seed);
  const stored =
    options.names === "real" ? makeTeachers(options.teachers, random) : [...generateTeachers(options.teachers, seed)];
  const teachers = composed(stored);
  return { search: openEngine(teachers), teachers, random };
});

interface Score {
  queries: number;
  found: number;
  first: number;
  strangers: number;
  wanted: number;
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/['’ʼ]/g, "");

async function measure(kind: Kind): Promise<Score> {
  const score = { queries: 0, found: 0, first: 0, strangers: 0, wanted: kind.wanted };
  for (const world of worlds) {
    const { search, teachers, random } = world;
    for (let asked = 0, drawn = 0; asked < options.queries && drawn < 300 * options.queries; drawn++) {
      const teacher = teachers[random(teachers.length)]!;
      const query = kind.create(teacher, random);
      if (query === null) continue;
      asked++;
      const results = search(query, 10);
      const isMeant = (result: Teacher): boolean => kind.isMeant?.(result, teacher) ?? result.id === teacher.id;
      const rank = results.findIndex(isMeant);
      score.queries++;
      if (rank >= 0) score.found++;
      if (rank === 0) score.first++;
      score.strangers += results.filter(({ last_name }) => fold(last_name) !== fold(teacher.last_name)).length;
      if (rank < 0 && options.misses)
        console.error(
          `${kind.group}, ${kind.name}: ${JSON.stringify(query)} for ${teacher.full_name}; ${results.length} results, first ${results[0]?.full_name ?? "none"}`,
        );
    }
  }
  return score;
}

const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;

console.log(`${describeMachine()}; ${options.teachers} teachers with ${options.names} names, seeds ${options.seeds.join(", ")}, ${options.queries} queries of each kind and seed

| query | kinds | queries | in the first ten | wanted | least of a kind | first | strangers per query |
|---|--:|--:|--:|--:|--:|--:|--:|`);
for (const [group, kinds] of Map.groupBy(qualityKinds, ({ group }) => group)) {
  if (!group.includes(options.kind)) continue;
  const scores: Score[] = [];
  for (const kind of kinds) scores.push(await measure(kind));
  const asked = scores.filter(({ queries }) => queries > 0);
  if (asked.length === 0) continue;
  const sum = (field: keyof Score): number => asked.reduce((total, score) => total + score[field], 0);
  const queries = sum("queries");
  const cells = [
    group,
    asked.length,
    queries,
    percent(sum("found"), queries),
    percent(Math.max(...asked.map(({ wanted }) => wanted)), 1),
  ];
  const least = Math.min(...asked.map((score) => score.found / score.queries));
  console.log(
    `| ${[...cells, percent(least, 1), percent(sum("first"), queries), (sum("strangers") / queries).toFixed(2)].join(" | ")} |`,
  );
}

if (options.names === "real" && options.kind === "") {
  measurePairs();
  await measureStrangers();
}

/**
 * Prints how many Russian forms match their Ukrainian name by sound or as a known form, and how many names share a
 * sound on average.
 */
function measurePairs(): void {
  const differing = pairs.filter(([ukrainian, russian]) => spellingKey(ukrainian) !== spellingKey(russian));
  const forms = readNameTable();
  const isForm = (ukrainian: string, russian: string): boolean =>
    forms.find(russian).some(({ keys }) => keys.includes(spellingKey(ukrainian)));
  const found = differing.filter(
    ([ukrainian, russian]) =>
      typedSoundKeys(russian).some((key) => soundKeys(ukrainian).includes(key)) || isForm(ukrainian, russian),
  );
  const bySound = Map.groupBy(
    new Set(pairs.map(([ukrainian]) => spellingKey(ukrainian))),
    (name) => soundKeys(name)[0] ?? "",
  );
  const shared = [...bySound.values()].reduce((sum, names) => sum + names.length, 0) / bySound.size;
  console.log(`
names-translator: ${percent(found.length, differing.length)} of ${differing.length} Russian forms that are spelt differently match at 1 or less; ${shared.toFixed(2)} names to a sound key.`);
}

/** Measures how often queries without a right answer find somebody: unknown names, nonsense, subjects and rooms. */
async function measureStrangers(): Promise<void> {
  const soundsOf = (name: string): readonly string[] => soundKeys(name);
  const present = new Set(
    [
      ...surnames.filter((_, i) => i % absentEvery !== 0).flatMap((name) => [name, inFormForWomen(name)]),
      ...givenNames,
    ].flatMap(soundsOf),
  );
  const draw = createRandom(1);
  const others = pairs
    .map(([name]) => name)
    .filter(
      (name) => name.length > 3 && !/(?:ич|вн[аіи])$/.test(name) && !soundsOf(name).some((sound) => present.has(sound)),
    );
  const absent = Array.from({ length: 200 }, () => others[draw(others.length)]!);
  const close = surnames.filter((_, i) => i % absentEvery === 0).slice(0, 200);
  const subjects =
    "математика фізика програмування алгебра геометрія історія економіка філософія бухгалтерія хімія біологія екологія право іноземна мова логіка механіка ауд. 302, 5-210, корпус 7, каб. 12а, 302-18, онлайн, спортзал, бібліотека, деканат".split(
      /,? /,
    );
  const consonants = "бвгґджзклмнпрстфхцчшщ";
  console.log("\n| a name that nobody has | queries | answered |\n|---|--:|--:|");
  const rows: (readonly [string, number, number])[] = [];
  const ask = async (
    name: string,
    write: (surname: string, random: RandomInteger) => string,
    names = absent,
  ): Promise<void> => {
    let answered = 0;
    let asked = 0;
    for (const world of worlds) {
      const { search, random } = world;
      for (const surname of names) {
        const query = write(surname, random);
        asked++;
        const results = search(query, 1);
        if (results.length > 0) answered++;
        if (results.length > 0 && options.misses) console.error(`${name}: ${query} finds ${results[0]!.full_name}`);
      }
    }
    rows.push([name, asked, answered]);
  };
  await ask("alone", (surname) => surname);
  await ask("alone, of the same list as the directory", (surname) => surname, close);
  const givenNamesOfMen = wordsOf("givenNamesOfMen");
  await ask("with a given name", (surname, random) => `${surname} ${givenNamesOfMen[random(40)]}`);
  await ask(
    "with initials",
    (surname, random) => `${surname} ${"АБВГДІКМНОП"[random(11)]}. ${"АБВГДІКМНОП"[random(11)]}.`,
  );
  await ask(
    "in full",
    (surname, random) => `${surname} ${givenNamesOfMen[random(40)]} ${patronymicOf(givenNamesOfMen[random(40)]!).men}`,
  );
  await ask("nonsense", (_, random) =>
    Array.from({ length: 5 + random(6) }, () => consonants[random(consonants.length)]).join(""),
  );
  await ask("subjects and rooms", (_, random) => subjects[random(subjects.length)]!);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);

  let shown = 0;
  let strange = 0;
  const own = { name: [0, 0], short_name: [0, 0], full_name: [0, 0], short_name_with_degree: [0, 0] };
  let givenFirst = 0;
  let givenAsked = 0;
  for (const world of worlds) {
    const { search, teachers, random } = world;
    for (let i = 0; i < 300; i++) {
      const teacher = teachers[random(teachers.length)]!;
      const words = [teacher.last_name, `${teacher.last_name} ${teacher.first_name}`, teacher.first_name];
      const query = words[random(3)]!;
      for (const result of search(query, 50)) {
        shown++;
        if (!begins(query, result)) strange++;
      }
      for (const field of ["name", "short_name", "full_name", "short_name_with_degree"] as const) {
        const [first] = search(teacher[field], 1);
        own[field][0]!++;
        if (first?.[field] === teacher[field]) own[field][1]!++;
        else if (options.misses) console.error(`own ${field}: ${teacher[field]} finds ${first?.[field]}`);
      }
      if (teacher.first_name.length > 2) {
        givenAsked++;
        if (search(teacher.first_name, 1)[0]?.first_name === teacher.first_name) givenFirst++;
      }
    }
    for (const beginning of ["шевч", "мельн", "ковал", "бонд"]) {
      const [first] = search(beginning, 1);
      console.log(`\`${beginning}\` first: ${first?.name}`);
    }
  }
  console.log(`Correct queries: ${strange} of ${shown} results have a word that no term begins.`);
  console.log(`A given name alone: ${givenFirst} of ${givenAsked} find somebody of that name first.`);
  for (const [field, [asked, found]] of Object.entries(own))
    console.log(`A teacher's own ${field}: ${found} of ${asked} first.`);
}

function begins(query: string, { last_name, first_name, middle_name }: Teacher): boolean {
  const split = (text: string): string[] =>
    fold(text)
      .split(/[\s,.-]+/)
      .filter((word) => word !== "");
  const words = split(`${last_name} ${first_name} ${middle_name}`);
  return split(query).every((term) =>
    words.some((word) => word.startsWith(term) || (word.length === 1 && term.startsWith(word))),
  );
}
