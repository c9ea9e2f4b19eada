/** Parsers for the options of the benchmarks. Each throws InvalidArgumentError for an invalid value. */
import { InvalidArgumentError } from "commander";

export function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Must be a whole number from 1 to 999999999.");
  return Number(text);
}

export function parseNumbers(text: string): number[] {
  return text.split(",").map(parseNumber);
}

export function parseNames(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    const names = text.split(",");
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" must be one of: ${known.join(", ")}.`);
    return names;
  };
}
