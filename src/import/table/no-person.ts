/** Texts in the place of a name that name nobody: placeholders, headings, sums, and the words of a signature. */
import { lazy } from "../../domain/lazy.ts";
import { findHeadingField, headingsOfNames } from "./headings.ts";

const placeholders = [
  "вакансія",
  "ваканс",
  "вакантна",
  "вакантно",
  "вакантний",
  "тест",
  "немає",
  "відсутня",
  "відсутній",
];
const units = [
  ..."кафедра факультет інститут відділ відділення лабораторія деканат ректорат департамент управління".split(" "),
  ..."підрозділ центр сектор бібліотека секція комісія коледж ліцей академія університет".split(" "),
  ..."department faculty institute laboratory".split(" "),
];
const sums = ["разом", "всього", "усього", "загалом", "підсумок", "total"];

const placeholder = new RegExp(
  `^(?:ваканс(?:ія|\\.)?(?!\\p{L}).*|${placeholders.join("|")}|test|н\\s?[/.]\\s?д\\.?|n\\/?a|null|none|x{3,}|х{3,}|[\\p{P}=+~]+)$`,
  "iu",
);

/** `Вакансія`, `-`, `н/д`, `Тест`. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

const unit = new RegExp(`(?<![\\p{L}-])(?:${units.join("|")})(?![\\p{L}-])`, "iu");

/** The name of a part of the university: `Кафедра фізики`. Parts are in the nominative: positions have others. */
export function isUnit(text: string): boolean {
  return unit.test(text);
}

/** The name of a part of the university, or the heading of a column. */
export function isHeading(text: string): boolean {
  if (unit.test(text)) return true;
  const field = findHeadingField(text);
  return field !== undefined && field !== "id" && field !== "degree";
}

const sum = new RegExp(
  `^\\s*(?:(?:${sums.join("|")}|продовження таблиці)(?!\\p{L})|(?:стор(?:інка|\\.)?|аркуш|лист|page)\\s*№?\\s*\\d)`,
  "iu",
);

/** The beginning of a row of sums, or of what stands at the end of a page: `стор. 1 з 5`. */
export function isSum(text: string): boolean {
  return sum.test(text);
}

const words = lazy(() => new Set([...placeholders, ...units, ...sums, ...headingsOfNames]));

/** A quick answer for a single Ukrainian word: whether it is one of the words above. */
export function isKnownWord(word: string): boolean {
  return words().has(word.toLowerCase());
}

const offices = [
  "(?:начальник|проректор|ректор|директор|декан|завідувач|керівник|головн\\p{L}+ бухгалтер)а?",
  "заступни(?:к|ця)",
  "завідувачка",
  "зав\\.",
  "бухгалтер",
  "інспектор",
  "фахівець",
  "провідн\\p{L}+ (?:фахівець|спеціаліст)",
  "методист",
  "секретар",
  "відповідальн(?:ий|а)",
  "виконавець",
  "(?:викона|скла|підготува|перевіри)(?:в|ла)",
  "підпис",
  "погоджено",
  "затвердж(?:ую|ено)",
  "примітк[аи]",
].join("|");

const office = new RegExp(`^\\s*(?:т?\\.?\\s?в\\.\\s?о\\.\\s*)?(?:${offices})(?!\\p{L})`, "iu");

/** The beginning of what stands before a signature: who signs, or what for. */
export function isOffice(text: string): boolean {
  return office.test(text);
}
