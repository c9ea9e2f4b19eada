/** The texts of failures of the database, for officers. */

import { chosenLanguage, inLanguages, listNames } from "../read/language.ts";
import { type FailureCode, StoreError } from "../store/failure.ts";
import { ErasedIdError } from "../store/history/ids.ts";

export const failureTexts = {
  /** Takes ids, or ids with their places in the file. */
  erasedIds: inLanguages((ids: readonly (number | string)[]) => {
    const list = listNames(ids, 20);
    const isOne = ids.length === 1;
    return {
      uk: isOne
        ? `Викладача з номером ${list} видалено назавжди, тож цей номер не можна використати знову. Приберіть рядок, а якщо це інша людина, дайте їй інший номер`
        : `Викладачів із номерами ${list} видалено назавжди, тож ці номери не можна використати знову. Приберіть ці рядки, а якщо це інші люди, дайте їм інші номери`,
      en: `${isOne ? `The id ${list} was` : `The ids ${list} were`} erased, and an erased id is never given again; take the teacher out of the file, or use another id for another teacher`,
    };
  }),
} as const;

const checkSettings = "адміністратор має перевірити налаштування";

/** What an officer says to the administrator. */
const causesUk: Readonly<Record<FailureCode, string>> = {
  missing: `Файлу бази даних немає; ${checkSettings} або відновити резервну копію`,
  notAFile: `Файлу бази даних немає; ${checkSettings}`,
  empty: "У базі даних ще нічого не опубліковано",
  damaged: "Базу даних пошкоджено; адміністратор має відновити найновішу резервну копію",
  otherContent:
    "Версію в базі даних пошкоджено: вона відрізняється від опублікованої. Якщо це найновіша, завантажте її файл ще раз або поверніть попередню; інакше адміністратор має відновити резервну копію",
  unreadable: "Диск не читається; адміністратор має перевірити його",
  denied: "Програма не має прав на файл бази даних; адміністратор має їх надати",
  notGranted: "База даних не дає програмі потрібних прав; адміністратор має їх надати",
  readOnly: "База даних зараз лише для читання; спробуйте пізніше або скажіть адміністраторові",
  outdated: "Таблиці бази даних створено давнішою версією програми; адміністратор має виконати teachers migrate",
  foreign: "Базу даних створено дуже давньою версією програми; адміністратор має її перенести",
  newer: "Базу даних змінила новіша версія програми; адміністратор має встановити її",
  full: "На диску немає місця, тож нічого не змінено; адміністратор має його звільнити",
  busy: "Триває інший імпорт; спробуйте ще раз, коли він завершиться",
  login: "База даних не приймає пароль програми; адміністратор має його виправити",
  noDatabase: `Бази даних із такою назвою немає; ${checkSettings}`,
  unreachable: "База даних не відповідає; спробуйте за хвилину, а якщо не допоможе, скажіть адміністраторові",
  noAnswer: "База даних не відповідає; спробуйте за хвилину, а якщо не допоможе, скажіть адміністраторові",
  crowded: "До бази даних забагато звернень; спробуйте за хвилину",
  replaced: "Файл бази даних замінили; спробуйте ще раз",
};

/** What has failed, in the language of an officer. */
export function describeFailure(error: Error): string {
  if (error instanceof ErasedIdError) return failureTexts.erasedIds(error.ids);
  return error instanceof StoreError && chosenLanguage() === "uk" ? `${causesUk[error.code]}.` : error.message;
}
