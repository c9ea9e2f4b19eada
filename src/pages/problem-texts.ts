/** The texts of problems on the pages, in Ukrainian and English. A problem or fault without a text does not compile. */
import { findCloseName } from "../contract/near-miss.ts";
import { listParameters } from "../contract/parameters.ts";
import { type FaultCode, faultCodes, integerMax, type ParameterFault, type ProblemName } from "../contract/problems.ts";
import { formatNumberIn, type Lang, type Translations } from "../domain/lang.ts";

type ProblemText = readonly [heading: string, advice: string];

const problemTexts = {
  badParameters: {
    uk: ["Помилка в адресі", "Деякі параметри в адресі вказано неправильно."],
    en: ["There's a problem with this link", "Some parameters in the address are not valid."],
  },
  badHost: {
    uk: ["Невідома адреса сервера", "Довідника за цією адресою немає. Перевірте, чи правильно її введено."],
    en: ["Unknown host name", "The directory is not available at this address. Check the address."],
  },
  workbookTooLarge: {
    uk: ["Список завеликий для Excel", "Завантажте його у форматі CSV."],
    en: ["The list is too large for Excel", "Download it as CSV."],
  },
  notFound: {
    uk: ["Сторінку не знайдено", "Перевірте адресу або скористайтеся пошуком."],
    en: ["Page not found", "Check the address or use search."],
  },
  methodNotAllowed: {
    uk: ["Метод не підтримується", "Довідник доступний лише для читання."],
    en: ["Method not allowed", "The directory is read-only."],
  },
  notAcceptable: {
    uk: ["Формат недоступний", "Сервер не має даних у цьому форматі."],
    en: ["Format not available", "The data is not available in the requested format."],
  },
  requestTimeout: {
    uk: ["Запит надходив надто довго", "Спробуйте ще раз."],
    en: ["The request took too long to arrive", "Try again."],
  },
  contentTooLarge: {
    uk: ["Забагато імен", "Розділіть імена на кілька запитів."],
    en: ["Too many names", "Split the names into several requests."],
  },
  unsupportedMediaType: {
    uk: ["Формат запиту не підтримується", "Надішліть імена як текст або JSON."],
    en: ["The format of the request is not supported", "Send the names as text or as JSON."],
  },
  uriTooLong: {
    uk: ["Задовга адреса", "Скоротіть запит і спробуйте ще раз."],
    en: ["The address is too long", "Shorten the request and try again."],
  },
  internal: {
    uk: ["Щось пішло не так", "Це помилка сервера, ми її зафіксували. Спробуйте ще раз за хвилину."],
    en: ["Something went wrong", "This is a server error. It has been logged. Try again in a minute."],
  },
  notReady: {
    uk: ["Довідник тимчасово недоступний", "Дані ще не готові. Спробуйте за кілька хвилин."],
    en: ["The directory is temporarily unavailable", "Data is not ready yet. Try again in a few minutes."],
  },
  busy: {
    uk: ["Зараз забагато пошуків", "Спробуйте ще раз за хвилину."],
    en: ["Too many requests right now", "Try again in a minute."],
  },
} as const satisfies Record<ProblemName, Translations<ProblemText>>;

/** Replaces the text of `notFound` on the path of a teacher. */
const teacherNotFound: Translations<ProblemText> = {
  uk: [
    "Викладача не знайдено",
    "Викладача з таким номером немає. Можливо, дані оновилися. Спробуйте знайти його за прізвищем.",
  ],
  en: ["Teacher not found", "No teacher has this ID. The data may have changed. Try searching by last name."],
};

/** Heading and advice for a problem at a path. */
export function problemText(lang: Lang, problem: ProblemName, path: string): ProblemText {
  const isTeacher = problem === "notFound" && /^\/teachers\/[^/]+\/?$/.test(path);
  return isTeacher ? teacherNotFound[lang] : problemTexts[problem][lang];
}

const faultTexts: Translations<Readonly<Record<FaultCode, string>>> = {
  uk: {
    not_an_integer: `Потрібне ціле число від 0 до ${formatNumberIn("uk", integerMax)}.`,
    control_character: "Значення містить керувальний символ, наприклад табуляцію чи новий рядок.",
    bad_encoding: "Значення неправильно закодоване: потрібен UTF-8 у відсотковому кодуванні.",
    too_long: "У значенні забагато символів, слів або номерів.",
    unknown_value: "Недопустиме значення параметра.",
    repeated: "Параметр указано кілька разів із різними значеннями.",
    not_a_page: "Нумерація сторінок починається з 1.",
    unknown_parameter: "Такого параметра немає.",
    missing: "Бракує обов’язкового параметра.",
    conflict: "Параметр не можна поєднати з іншим параметром запиту.",
  },
  en: { ...faultCodes, not_an_integer: `Enter a whole number from 0 to ${formatNumberIn("en", integerMax)}.` },
};

/** Replaces the text of `not_an_integer` for `id`. */
const idsText: Translations = { uk: "Потрібні номери через кому.", en: "Enter ids separated by commas." };

/** Replaces the text of `unknown_parameter` if a known name was probably meant. */
const meantTexts: Translations<(name: string) => string> = {
  uk: (name) => `Такого параметра немає. Можливо, ви мали на увазі \`${name}\`.`,
  en: (name) => `Unknown parameter. Did you mean \`${name}\`?`,
};

/** The message about a faulty parameter, with the name that was probably meant. Code is in backticks. */
export function faultText(lang: Lang, { code, parameter }: ParameterFault): string {
  if (code === "not_an_integer" && parameter === "id") return idsText[lang];
  const names = listParameters.map(({ name }) => name);
  const meant = code === "unknown_parameter" ? findCloseName(parameter, names) : null;
  return meant === null ? faultTexts[lang][code] : meantTexts[lang](meant);
}
