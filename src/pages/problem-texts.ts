/** The texts of problems on the pages, in Ukrainian and English. */
import type { Lang, Translations } from "../domain/lang.ts";

/** A heading and advice. */
type ProblemText = readonly [heading: string, advice: string];

const problemTexts = {
  400: {
    uk: ["Помилка в адресі", "Щось у цій адресі вказано неправильно."],
    en: ["There’s a problem with this link", "Something in the address is not valid."],
  },
  404: {
    uk: ["Сторінку не знайдено", "Перевірте адресу або скористайтеся пошуком."],
    en: ["Page not found", "Check the address or use search."],
  },
  405: {
    uk: ["Метод не підтримується", "Довідник доступний лише для читання."],
    en: ["Method not allowed", "The directory is read-only."],
  },
  406: {
    uk: ["Формат недоступний", "Сервер не має даних у цьому форматі."],
    en: ["Format not available", "The data is not available in the requested format."],
  },
  408: {
    uk: ["Запит надходив надто довго", "Спробуйте ще раз."],
    en: ["The request took too long to arrive", "Try again."],
  },
  413: {
    uk: ["Забагато даних", "Розділіть запит на кілька менших."],
    en: ["Too much data", "Split the request into smaller ones."],
  },
  414: {
    uk: ["Задовга адреса", "Скоротіть запит і спробуйте ще раз."],
    en: ["The address is too long", "Shorten the request and try again."],
  },
  415: {
    uk: ["Формат запиту не підтримується", "Надішліть імена як текст або JSON."],
    en: ["The format of the request is not supported", "Send the names as text or as JSON."],
  },
  500: {
    uk: ["Щось пішло не так", "Це помилка сервера, ми її зафіксували. Спробуйте ще раз за хвилину."],
    en: ["Something went wrong", "This is a server error. It has been logged. Try again in a minute."],
  },
  503: {
    uk: ["Довідник тимчасово недоступний", "Спробуйте ще раз за хвилину."],
    en: ["The directory is temporarily unavailable", "Try again in a minute."],
  },
} as const satisfies Record<number, Translations<ProblemText>>;

/** The statuses of problems; the server's must be among them, otherwise it does not compile. */
export type PageStatus = keyof typeof problemTexts;

/** Replaces the text of 404 on the path of a teacher. */
const teacherNotFound: Translations<ProblemText> = {
  uk: [
    "Викладача не знайдено",
    "Викладача з таким номером немає. Можливо, дані оновилися. Спробуйте знайти його за прізвищем.",
  ],
  en: ["Teacher not found", "No teacher has this ID. The data may have changed. Try searching by last name."],
};

export function problemText(lang: Lang, status: PageStatus, path: string): ProblemText {
  const isTeacher = status === 404 && /^\/teachers\/[^/]+\/?$/.test(path);
  return isTeacher ? teacherNotFound[lang] : problemTexts[status][lang];
}

/** What is wrong with a parameter. */
export const issueTexts = {
  not_an_integer: { uk: "Потрібне ціле число.", en: "Enter a whole number." },
  control_character: { uk: "Значення містить керувальний символ.", en: "The value has a control character." },
  bad_encoding: { uk: "Значення неправильно закодоване.", en: "The value is not encoded correctly." },
  too_long: {
    uk: "У значенні забагато символів, слів або номерів.",
    en: "The value has too many characters, words or IDs.",
  },
  unknown_value: { uk: "Недопустиме значення.", en: "This value is not accepted." },
  repeated: {
    uk: "Параметр указано кілька разів із різними значеннями.",
    en: "The parameter is given more than once, with different values.",
  },
  not_a_page: { uk: "Нумерація сторінок починається з 1.", en: "Page numbers start at 1." },
  unknown_parameter: { uk: "Такого параметра немає.", en: "There is no such parameter." },
  missing: { uk: "Бракує обов’язкового параметра.", en: "The parameter is required." },
  conflict: { uk: "Параметр суперечить іншому.", en: "The parameter conflicts with another one." },
} as const satisfies Record<string, Translations>;

export type IssueCode = keyof typeof issueTexts;
