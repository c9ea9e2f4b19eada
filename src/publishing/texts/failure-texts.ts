/** The texts of failures of the database. */
import { DatabaseBusyError, DatabaseFullError, DatabaseMissingError, OutdatedTablesError } from "../../store/engine.ts";
import { ErasedIdError } from "../../store/history/past-ids.ts";
import { DamagedVersionError } from "../../store/history/roster-reader.ts";
import { inLanguages, listNames } from "./language.ts";

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

/** The message of an error in the chosen language, or in English if there is no translation. */
export function describeFailure(error: Error): string {
  return error instanceof ErasedIdError ? failureTexts.erasedIds(error.ids) : translateFailure(error);
}

const translateFailure = inLanguages((error: Error) => {
  const en = error.message;
  if (error instanceof DamagedVersionError) {
    return {
      uk: `Версію ${error.version} у базі даних пошкоджено: вона відрізняється від опублікованої. Якщо це найновіша версія, імпортуйте її файл ще раз або поверніть попередню версію (rollback); інакше відновіть резервну копію`,
      en: `Version ${error.version} in the database is damaged: it differs from what was published. If it is the newest version, import its file again or roll back to a sound one; otherwise restore a backup`,
    };
  }
  if (error instanceof DatabaseMissingError) {
    const { databaseName, missing } = error;
    return {
      uk: missing === "file" ? `Бази ${databaseName} немає` : `У ${databaseName} ще нічого не опубліковано`,
      en,
    };
  }
  if (error instanceof OutdatedTablesError) {
    const uk = `Таблиці бази ${error.databaseName} створено давнішою версією програми; виконайте \`teachers migrate\` від імені того, хто імпортує`;
    return { uk, en };
  }
  if (error instanceof DatabaseBusyError) {
    const uk = `База ${error.databaseName} понад ${error.lockWaitMs / 1000} с зайнята іншим імпортом; спробуйте ще раз, коли він завершиться`;
    return { uk, en };
  }
  if (error instanceof DatabaseFullError) {
    return { uk: `${error.databaseName}: на диску немає місця; звільніть місце й виконайте команду ще раз`, en };
  }
  return { uk: en, en };
});
