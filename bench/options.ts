/** What the command lines of the measurements take. */
import { InvalidArgumentError } from "commander";

export function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Give a whole number from 1 on.");
  return Number(text);
}

export function parseNumbers(text: string): number[] {
  return text.split(",").map(parseNumber);
}

export function parseNames(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    const names = text.split(",");
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${known.join(", ")}.`);
    return names;
  };
}
