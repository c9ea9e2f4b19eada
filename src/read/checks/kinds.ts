/** The kinds of what is wrong or odd about a text, and the code that reports each. */
import type { OddKind } from "../codes.ts";
import type { ReadIssueCode } from "../issue.ts";

/** The codes of kinds; the other kinds are odd characters. */
const codeOfKind = {
  tooLong: "tooLong",
  ...{ unpairedSurrogate: "control", controlCharacter: "control", direction: "control" },
  ...{ replacementCharacter: "lostLetters", questionMarks: "lostLetters", misread: "lostLetters" },
  ...{ formulaError: "notText", contact: "notText", boolean: "notText" },
  ...{ dateInstead: "notText", numberInstead: "notText" },
  ...{ placeholder: "notAPerson", heading: "notAPerson", severalPeople: "notAPerson" },
  repaired: "repaired",
} as const satisfies Readonly<Record<string, ReadIssueCode>>;

export type TextKind = keyof typeof codeOfKind | OddKind;

export const codeOf = (kind: TextKind) =>
  kind in codeOfKind ? codeOfKind[kind as keyof typeof codeOfKind] : "characters";
