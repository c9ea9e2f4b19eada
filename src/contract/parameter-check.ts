/** The check of one parameter's value against the table of parameters. */
import { splitWords } from "../domain/names.ts";
import { idMax, parseId } from "../domain/teacher.ts";
import type { Parameter, TextParameter } from "./parameters.ts";
import { type FaultCode, integerDigitsMax, notAnInteger } from "./problems.ts";

/** Takes a message without a final full stop, which says what is accepted. */
export type Report = (code: FaultCode, message: string) => void;

/** Reports what is wrong with a value: decoded, trimmed and not empty. */
export function checkValue(parameter: Parameter, value: string, report: Report): void {
  switch (parameter.kind) {
    case "integer":
      if (!integerPattern.test(value)) report("not_an_integer", notAnInteger);
      break;
    case "ids":
      if (value.split(",").some((entry) => parseId(entry) === null)) report("not_an_integer", notIds);
      break;
    case "choice":
      if (!parameter.choices.includes(value)) {
        report("unknown_value", `must be one of: ${parameter.choices.join(", ")}`);
      }
      break;
    case "text":
    case "texts":
      checkText(parameter, value, report);
  }
}

const integerPattern = new RegExp(`^-?[0-9]{1,${integerDigitsMax}}$`);
const notIds = `must be ids separated by commas, each a whole number from 1 to ${idMax}`;

function checkText(
  { lengthMax, wordsMax }: Pick<TextParameter, "lengthMax" | "wordsMax">,
  value: string,
  report: Report,
): void {
  const control = /\p{Cc}/u.exec(value)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    report("control_character", `must not contain control characters; it has U+${code}`);
  }
  const text = value.normalize("NFC");
  const length = text.length <= lengthMax ? text.length : [...text].length;
  const words = wordsMax === null ? 0 : splitWords(text).length;
  if (length > lengthMax || words > (wordsMax ?? 0)) {
    const most = `${lengthMax} characters${wordsMax === null ? "" : ` and ${wordsMax} words`}`;
    const actual = wordsMax === null ? length : `${length} and ${words}`;
    report("too_long", `must have at most ${most}; it has ${actual}`);
  }
}
