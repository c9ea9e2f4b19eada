/** What people are told about a problem, in Ukrainian and English; a problem or fault without words does not compile. */
import { integerDigitsMax, type Lang } from "../contract/parameters.ts";
import type { FaultCode, ProblemName } from "../contract/problems.ts";

/** What is said of a problem where people see it: a heading, and what to do. */
const problemTexts = {
  badParameters: {
    uk: ["Запит із помилкою", "Адреса цієї сторінки має параметри, яких сервер не розуміє."],
    en: ["A faulty request", "The address of this page has parameters that the server does not understand."],
  },
  badHost: {
    uk: ["Невідома назва сервера", "За цією назвою чи адресою довідник не працює."],
    en: ["An unknown host name", "The directory is not served under this name or address."],
  },
  notFound: {
    uk: ["Тут нічого немає", "Перевірте адресу або знайдіть потрібну людину пошуком."],
    en: ["There is nothing here", "Check the address, or look for the person you need."],
  },
  methodNotAllowed: {
    uk: ["Так не можна", "Довідник можна лише читати."],
    en: ["Not allowed", "The directory can only be read."],
  },
  notAcceptable: {
    uk: ["Немає такого формату", "Дані не надаються в тому вигляді, якого вимагає запит."],
    en: ["No such format", "The data is not available in the form that the request demands."],
  },
  uriTooLong: {
    uk: ["Задовга адреса", "Адреса цієї сторінки задовга. Спробуйте коротший запит."],
    en: ["The address is too long", "Try a shorter request."],
  },
  internal: {
    uk: ["Щось пішло не так", "Помилка на нашому боці, і її вже записано. Спробуйте ще раз за хвилину."],
    en: ["Something went wrong", "The fault is ours, and it has been logged. Try again in a minute."],
  },
  notReady: {
    uk: ["Довідник зараз недоступний", "Показати поки що нічого. Спробуйте трохи згодом."],
    en: ["The directory is not available right now", "There is nothing to show so far. Try again a little later."],
  },
  busy: {
    uk: ["Зараз забагато запитів", "Пошук перевантажений. Спробуйте ще раз за мить."],
    en: ["Too many requests right now", "The search is overloaded. Try again in a moment."],
  },
} as const satisfies Record<ProblemName, Readonly<Record<Lang, readonly [heading: string, advice: string]>>>;

/** Instead of the words of `notFound`, where the path would be a teacher's. */
const noSuchTeacher = {
  uk: [
    "Такого викладача немає",
    "У довіднику немає нікого з цим номером. Можливо, дані оновилися; знайдіть людину пошуком.",
  ],
  en: [
    "There is no such teacher",
    "Nobody in the directory has this id. Perhaps the data has changed; look for the person.",
  ],
} as const;

/** Heading and advice for a problem at a path. */
export function problemWords(
  lang: Lang,
  problem: ProblemName,
  path: string,
): readonly [heading: string, advice: string] {
  const isTeacher = problem === "notFound" && /^\/teachers\/[^/]+\/?$/.test(path);
  return isTeacher ? noSuchTeacher[lang] : problemTexts[problem][lang];
}

/** What is wrong with a parameter, in Ukrainian; the table of the codes has it in English. */
export const faultWordsUk: Readonly<Record<FaultCode, string>> = {
  not_an_integer: `\`limit\` або \`offset\` має бути числом від 1 до ${integerDigitsMax} цифр.`,
  control_character: "Значення містить керівний символ, як-от табуляцію чи новий рядок.",
  bad_encoding: "Значення не є текстом UTF-8 у відсотковому кодуванні.",
  too_long: "У значенні більше символів або слів, ніж приймає параметр.",
  unknown_value: "Параметр не приймає такого значення.",
  repeated: "Параметр указано кілька разів із різними значеннями.",
  unknown_parameter: "Такого параметра немає, але є інший зі схожою назвою.",
};
