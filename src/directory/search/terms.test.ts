import { expect, test } from "bun:test";
import { readTokens } from "../../domain/names/names.ts";
import { openNames } from "./search-testing.ts";
import { isAround } from "./terms.ts";

const { find } = openNames([
  "А, Ян, , доцент",
  "Б, Ян, , старший викладач",
  "В, Ян, , професор",
  "Г, Ян, , завідувач кафедри",
  "Д, Ян, , зав.кафедрою",
  "Е, Ян, , кандидат технічних наук, доцент".replace("наук, ", "наук "),
  "Є, Ян, , старший науковий співробітник",
  "Доцько, Іван",
]);
const initials = (query: string): string =>
  find(query)
    .map((name) => name.slice(0, name.indexOf(",")))
    .join(" ");

test.each<[query: string, found: string]>([
  ["доцент", "А Е"],
  ["доц.", "А Е"],
  ["доц", "Доцько А Е"],
  ["доцентка", "А Е"],
  ["пр.", "В"],
  ["проф. Ян", "В"],
  ["професорка", "В"],
  ["ст викл", "Б"],
  ["ст. викл.", "Б"],
  ["ст.в.", "Б"],
  ["старша викладачка", "Б"],
  ["зав. кафедри", "Г"],
  ["зав.к.", "Г Д"],
  ["завкаф", "Г Д"],
  ["к.т.н.", "Е"],
  ["канд. техн. наук", "Е"],
  ["с.н.с.", "Є"],
  ["ст. наук. співр.", "Є"],
  ["senior lecturer", "Б"],
  ["docent", "А Е"],
  ["Ян викладач", "Б"],
  ["асистент", ""],
  ["асистент Доцько", "Доцько"],
])("%s names the degrees of %p", (query, found) => expect(initials(query)).toBe(found));

test.each<[word: string, is: boolean]>([
  ["пані", true],
  ["ауд.", true],
  ["302", true],
  ["Викладач:", true],
  ["Шевченко:", true],
  ["в", false],
  ["Шевченко", false],
])("isAround() of %s is %p", (word, is) => expect(isAround(readTokens(word)[0]!)).toBe(is));
