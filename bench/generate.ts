/** Prints invented teachers as CSV. */
import { Command, InvalidArgumentError } from "commander";
import { generateCsv } from "../sample/generate/teachers.ts";
import { printPieces } from "../src/cli/terminal/output.ts";

const countMax = 100_000_000;
const seedMax = 2 ** 32 - 1;

const integerTo =
  (max: number) =>
  (text: string): number => {
    if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be a whole number from 0 to ${max}.`);
  };

const program = new Command("generate")
  .description("Prints invented teachers as CSV.")
  .argument("<n>", `the number of teachers, up to ${countMax}`, integerTo(countMax))
  .option("--seed <s>", `from 0 to ${seedMax}; the same seed always gives the same teachers`, integerTo(seedMax), 1)
  .parse();

const [count] = program.processedArgs as [number];
printPieces(generateCsv(count, program.opts<{ readonly seed: number }>().seed));
