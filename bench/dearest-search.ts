/** Looks for the dearest searches of up to 12 words by mutation, and measures how long their pages hold the event loop. */
import { Command } from "commander";
import { createRandom } from "../sample/generate/random.ts";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { directoryWith } from "../src/directory/content-testing.ts";
import { romanise } from "../src/domain/names/romanisation.ts";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { createApp } from "../src/http/app.ts";
import { appOptionsOf, stateOf } from "../test/support/app-options.ts";
import { describeCommand, describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";

const options = new Command("dearest-search")
  .description(
    "Looks for the dearest searches of up to 12 words, and measures how long their pages hold the event loop.",
  )
  .option("--teachers <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--last-names <n>", "the number of last names that half of them share", parseNumber, 100_000)
  .option("--queries <n>", "the number of random queries, and of mutations of the dearest ones", parseNumber, 300)
  .option("--seed <n>", "the seed of the queries", parseNumber, 1)
  .parse()
  .opts<{ readonly teachers: number; readonly lastNames: number; readonly queries: number; readonly seed: number }>();

const wordsMax = 12;
/** How many of the dearest queries are mutated. */
const keptCount = 10;

const random = createRandom(options.seed);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;

const consonants = [..."бвгдзклмнпрстфхчш"];
const vowels = [..."аеиоуія"];
const endings = ["енко", "ук", "ко", "ський", "ич", "ець", "ін", "ак"];

function inventLastName(): string {
  const syllables = Array.from({ length: 1 + random(3) }, () => pick(consonants) + pick(vowels)).join("");
  return syllables.charAt(0).toUpperCase() + syllables.slice(1) + pick(endings);
}

function makeTeachers(): StoredTeacher[] {
  const lastNames = new Set<string>();
  while (lastNames.size < options.lastNames) lastNames.add(inventLastName());
  const invented = [...lastNames];
  return Array.from(generateTeachers(options.teachers, 1), (teacher) => {
    return teacher.id % 2 === 0 ? { ...teacher, last_name: pick(invented) } : teacher;
  });
}

const names = [...generateTeachers(2000, options.seed + 1)];

/** Replaces, removes or adds a letter. */
function mistype(word: string): string {
  const at = random(word.length);
  return word.slice(0, at) + pick(["", ...vowels]) + word.slice(at + random(2));
}

/** One word of a query. Short and common words have the most candidates, and unknown ones are tried in the most ways. */
function createWord(): string {
  const { last_name, first_name, middle_name, degree } = pick(names);
  return pick([
    ...[last_name, first_name, middle_name, last_name.slice(0, 2 + random(3)), first_name.charAt(0)],
    ...[`${first_name.charAt(0)}.`, mistype(last_name), mistype(first_name), mistype(mistype(last_name))],
    ...[romanise(last_name)?.toLowerCase() ?? "shev", degree.split(" ")[0]!, `${degree.slice(0, 3)}.`],
    ...[last_name + first_name, "о", "в", "ко", "ст", "a", "305", ".", inventLastName()],
  ]);
}

/** Three of the queries in ten repeat few words, and half of them have fewer words. */
function createQuery(): string[] {
  const few = Array.from({ length: 3 }, createWord);
  const isRepetitive = random(10) < 3;
  const length = random(2) === 0 ? wordsMax : 1 + random(wordsMax);
  return Array.from({ length }, () => (isRepetitive ? pick(few) : createWord()));
}

function mutate(words: readonly string[]): string[] {
  const mutated = [...words];
  for (let count = 1 + random(2); count > 0; count--) {
    mutated[random(words.length)] = random(2) === 0 ? createWord() : pick(words);
  }
  return mutated;
}

const started = process.memoryUsage.rss();
const directory = directoryWith(makeTeachers());
const app = createApp({ ...appOptionsOf(stateOf(directory)), onError: console.error });
Bun.gc(true);
console.error(`Memory of the data: ${((process.memoryUsage.rss() - started) / 2 ** 20).toFixed(0)} MB`);

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The processor time of the longest turn of a page in milliseconds, that of compiling and garbage collection included. */
async function measure(text: string): Promise<number> {
  let [longest, last, hasEnded] = [0, processorMs(), false];
  function endTurn(): void {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!hasEnded) setImmediate(endTurn);
  }
  setImmediate(endTurn);
  const url = `http://localhost/teachers/?search=${encodeURIComponent(text)}`;
  await app(new Request(url, { headers: { host: "localhost", accept: "text/html" } }));
  endTurn();
  hasEnded = true;
  return longest;
}

interface Dear {
  readonly words: readonly string[];
  readonly ms: number;
}

let dearest: Dear[] = [];
async function tryQuery(words: readonly string[]): Promise<void> {
  // The shorter of two times, because the first use of some code also compiles it.
  const text = words.join(" ");
  dearest.push({ words, ms: Math.min(await measure(text), await measure(text)) });
  dearest = dearest.sort((a, b) => b.ms - a.ms).slice(0, keptCount);
}
for (let i = 0; i < options.queries; i++) await tryQuery(createQuery());
for (let i = 0; i < options.queries; i++) await tryQuery(mutate(pick(dearest).words));

const usual = [
  "о",
  "олена",
  "шевч",
  "доцент",
  "доцент о",
  "о. о. о.",
  "с с с",
  "Шевченко Т. Г.",
  "Приходько-С",
  "зав. кафедри",
];
console.log(`${describeMachine()}; \`${describeCommand("bin/bun bench/dearest-search.ts")}\`

| query | the longest turn of its page, ms |
|---|--:|`);
for (const text of [...dearest.map(({ words }) => words.join(" ")), ...usual]) {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) times.push(await measure(text));
  times.sort((a, b) => a - b);
  console.log(`| ${text} | ${times[2]!.toFixed(1)} (${times[0]!.toFixed(1)} to ${times[4]!.toFixed(1)}) |`);
}
