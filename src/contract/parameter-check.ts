/** The check of one parameter's value against the table of parameters. */
import { splitWords } from "../domain/names.ts";
import { idMax, parseId } from "../domain/teacher.ts";
import type { Parameter, TextParameter } from "./parameters.ts";
import { faultOf, integerDigitsMax, notAnInteger, type ParameterFault } from "./problems.ts";

/** Adds what is wrong with a value: decoded, trimmed and not empty. */
export function checkValue(parameter: Parameter, value: string, faults: ParameterFault[]): void {
  switch (parameter.kind) {
    case "integer":
      if (!integerPattern.test(value)) faults.push(faultOf(parameter.name, "not_an_integer", value, notAnInteger));
      break;
    case "ids":
      if (value.split(",").some((entry) => parseId(entry) === null)) {
        faults.push(faultOf(parameter.name, "not_an_integer", value, notIds));
      }
      break;
    case "choice":
      if (!parameter.choices.includes(value)) {
        const message = `must be one of: ${parameter.choices.join(", ")}`;
        faults.push(faultOf(parameter.name, "unknown_value", value, message));
      }
      break;
    case "text":
    case "texts":
      checkText(parameter, value, faults);
  }
}

const integerPattern = new RegExp(`^-?[0-9]{1,${integerDigitsMax}}$`);
const notIds = `must be ids separated by commas, each a whole number from 1 to ${idMax}`;

function checkText(
  { name, lengthMax, wordsMax }: Pick<TextParameter, "name" | "lengthMax" | "wordsMax">,
  value: string,
  faults: ParameterFault[],
): void {
  const control = /\p{Cc}/u.exec(value)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const message = `must not contain control characters; it has U+${code}`;
    faults.push(faultOf(name, "control_character", value, message));
  }
  const text = value.normalize("NFC");
  const length = text.length <= lengthMax ? text.length : [...text].length;
  const words = wordsMax === null ? 0 : splitWords(text).length;
  if (length > lengthMax || words > (wordsMax ?? 0)) {
    const most = `${lengthMax} characters${wordsMax === null ? "" : ` and ${wordsMax} words`}`;
    const actual = wordsMax === null ? length : `${length} and ${words}`;
    faults.push(faultOf(name, "too_long", value, `must have at most ${most}; it has ${actual}`));
  }
}
