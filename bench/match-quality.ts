/**
 * Measures how often `match` names the right teacher, for each way to write a name: for people in the directory, and
 * for people who were removed from it.
 */
import { Command } from "commander";
import { makeTeachers } from "../sample/generate/quality-teachers.ts";
import { createRandom } from "../sample/generate/random.ts";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { openSearchOf, runNow } from "../src/directory/search/search-testing.ts";
import { romanise } from "../src/domain/names/romanisation.ts";
import { composedFieldNames, composeTeacher, type StoredTeacher, type Teacher } from "../src/domain/teacher.ts";
import { describeMachine } from "./support/machine.ts";
import { parseNumber, parseNumbers } from "./support/options.ts";

const options = new Command("match-quality")
  .description("Measures how often match names the right teacher, for each way to write a name.")
  .option("--teachers <n>", "the number of teachers", parseNumber, 5000)
  .option("--names <n>", "the number of names of each kind and seed", parseNumber, 400)
  .option("--seeds <numbers>", "each seed gives other teachers", parseNumbers, [1, 2, 3])
  .option("--misses", "print the wrong answers", false)
  .parse()
  .opts<{ teachers: number; names: number; seeds: readonly number[]; misses: boolean }>();

/** One in this many teachers is removed from the directory. */
const takenOutEvery = 10;

type Write = (teacher: Teacher) => string | null;

const initial = (name: string): string => `${name.charAt(0)}.`;
const inFull: Write = ({ last_name, first_name, middle_name }) =>
  first_name.length > 2 && middle_name.length > 2 ? `${last_name} ${first_name} ${middle_name}` : null;
const given: Write = ({ last_name, first_name }) => (first_name.length > 2 ? `${last_name} ${first_name}` : null);
const withInitials =
  (write: (last: string, first: string, middle: string) => string): Write =>
  ({ last_name, first_name, middle_name }) =>
    first_name === "" || middle_name === "" ? null : write(last_name, initial(first_name), initial(middle_name));
const twoInitials = withInitials((last, first, middle) => `${last} ${first} ${middle}`);
const oneInitial = withInitials((last, first) => `${last} ${first}`);
const inLatin =
  (write: Write): Write =>
  (teacher) => {
    const name = write(teacher);
    return name === null ? null : romanise(name);
  };

const kinds: Readonly<Record<string, Write>> = {
  "own `name`": ({ name }) => name,
  "own `full_name`": ({ full_name }) => full_name,
  "own `short_name`": ({ short_name }) => short_name,
  "in full": inFull,
  "last and first name": given,
  "last name and two initials": twoInitials,
  "last name and one initial": oneInitial,
  "glued (`ШевченкоТ.Г.`)": withInitials((last, first, middle) => `${last}${first}${middle}`),
  "two capitals (`Шевченко ТГ`)": withInitials((last, first, middle) => `${last} ${first[0]}${middle[0]}`),
  "in Latin letters, in full": inLatin(inFull),
  "in Latin letters, last and first name": inLatin(given),
  "in Latin letters, last name and two initials": inLatin(twoInitials),
  "in Latin letters, last name and one initial": inLatin(oneInitial),
  "last name with a typo, in full": (teacher) => {
    const name = inFull(teacher);
    return name === null ? null : `${name.slice(0, 3)}${name.slice(4)}`;
  },
};

const fold = (text: string): string => text.toLowerCase().replaceAll(/['’ʼ.]/g, "");

/**
 * Whether a teacher fits a written name: the last name is the same, and so are the given name and the patronymic, as
 * far as they were written.
 */
function fits(found: Teacher, meant: Teacher, kind: string): boolean {
  if (fold(found.last_name) !== fold(meant.last_name)) return false;
  const isShort = /initial|short_name|glued|capitals/.test(kind);
  const agrees = (field: "first_name" | "middle_name"): boolean => {
    const [a, b] = [fold(found[field]), fold(meant[field])];
    return b.length < 2 || isShort ? a.startsWith(b.charAt(0)) : a === b;
  };
  const isMiddleWritten = !kind.endsWith("first name") && !kind.includes("one initial");
  return agrees("first_name") && (!isMiddleWritten || agrees("middle_name"));
}

interface Score {
  there: number;
  right: number;
  /** The number of names that belong to only one teacher if they are written in this way. */
  unique: number;
  uniqueRight: number;
  wrong: number;
  notThere: number;
  wrongStranger: number;
}

const scores = new Map<string, Score>();
const sources = {
  real: makeTeachers,
  generated: (count: number, _: unknown, seed: number) => [...generateTeachers(count, seed)],
};

for (const [source, make] of Object.entries(sources)) {
  for (const seed of options.seeds) await measureWorld(source, seed, make(options.teachers, createRandom(seed), seed));
}

async function measureWorld(source: string, seed: number, stored: readonly StoredTeacher[]): Promise<void> {
  const random = createRandom(seed + 1000);
  const isOut = stored.map(() => random(takenOutEvery) === 0);
  const present = stored.filter((_, i) => !isOut[i]);
  const search = openSearchOf(present);
  const byId = new Map(present.map((teacher) => [teacher.id, composeTeacher(teacher)]));
  const findOne = async (name: string): Promise<Teacher | null> => {
    const matches = await search.match([name], runNow);
    const one = matches.find(({ verdict }) => verdict === "one");
    return one === undefined ? null : byId.get(search.ids[one.rank!]!)!;
  };
  const people = stored.map(composeTeacher);
  for (const [kind, write] of Object.entries(kinds)) {
    const score = scores.get(kind) ?? {
      there: 0,
      right: 0,
      unique: 0,
      uniqueRight: 0,
      wrong: 0,
      notThere: 0,
      wrongStranger: 0,
    };
    scores.set(kind, score);
    const holders = Map.groupBy(
      people.filter((_, i) => !isOut[i]),
      (teacher) => fold(write(teacher) ?? ""),
    );
    let there = 0;
    let notThere = 0;
    for (const [i, teacher] of people.entries()) {
      if (isOut[i] ? notThere >= options.names : there >= options.names) continue;
      const name = write(teacher);
      if (name === null) continue;
      if (isOut[i]) notThere++;
      else there++;
      const found = await findOne(name);
      // What the directory prints of a teacher means that teacher, whoever wrote it of another.
      const isPrinted = found !== null && composedFieldNames.some((field) => found[field] === name);
      const isWrong = found !== null && !isPrinted && !fits(found, teacher, kind);
      if (isWrong && options.misses)
        console.error(`${source} ${seed}, ${kind}${isOut[i] ? ", not there" : ""}: ${name} means ${found.full_name}`);
      if (isOut[i]) {
        score.notThere++;
        if (isWrong) score.wrongStranger++;
        continue;
      }
      const isUnique = holders.get(fold(name))?.length === 1;
      const isRight = found !== null && !isWrong && found.id === teacher.id;
      score.there++;
      score.right += Number(isRight);
      score.unique += Number(isUnique);
      score.uniqueRight += Number(isUnique && isRight);
      score.wrong += Number(isWrong);
      if (options.misses && isUnique && !isRight && !isWrong)
        console.error(`${source} ${seed}, ${kind}: ${name} is not one`);
    }
  }
}

const perThousand = (part: number, of: number): string => (of === 0 ? "" : ((1000 * part) / of).toFixed(1));
const percent = (part: number, of: number): string => (of === 0 ? "" : `${((100 * part) / of).toFixed(1)} %`);
console.log(`${describeMachine()}; ${options.teachers} teachers, real and generated last names, seeds ${options.seeds.join(", ")}, one in ${takenOutEvery} taken out

| written | there | right \`one\` | where one person has it | wrong \`one\` | not there | wrong \`one\` | per 1,000 |
|---|--:|--:|--:|--:|--:|--:|--:|`);
for (const [kind, { there, right, unique, uniqueRight, wrong, notThere, wrongStranger }] of scores) {
  const cells = [kind, there, percent(right, there), percent(uniqueRight, unique), wrong, notThere, wrongStranger];
  console.log(`| ${[...cells, perThousand(wrongStranger, notThere)].join(" | ")} |`);
}
