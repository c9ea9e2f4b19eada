/** The texts of failures of the database. */
import { DatabaseBusyError, DatabaseFullError, DatabaseMissingError, OutdatedTablesError } from "../../store/engine.ts";
import { ErasedIdError } from "../../store/history/past-ids.ts";
import { DamagedVersionError } from "../../store/history/roster-reader.ts";
import { inLanguages, listNames } from "./language.ts";

export const failureTexts = {
  /** An id with its place in the file. */
  idAt: inLanguages((id: number, place: string) => ({ en: `${id} (row ${place})`, uk: `${id} (рядок ${place})` })),
  /** Takes ids, or ids with their places in the file. */
  erasedIds: inLanguages((ids: readonly (number | string)[]) => {
    const list = listNames(ids, 20);
    const isOne = ids.length === 1;
    return {
      en: `${isOne ? `The id ${list} was` : `The ids ${list} were`} erased, and an erased id is never given again; take the teacher out of the file, or use another id for another teacher`,
      uk: isOne
        ? `Викладача з номером ${list} видалено назавжди, тож цей номер не можна використати знову. Приберіть рядок, а якщо це інша людина, дайте їй інший номер`
        : `Викладачів із номерами ${list} видалено назавжди, тож ці номери не можна використати знову. Приберіть ці рядки, а якщо це інші люди, дайте їм інші номери`,
    };
  }),
  damagedVersion: inLanguages((version: number) => ({
    en: `Version ${version} in the database is damaged: it differs from what was published. If it is the newest version, import its file again or roll back to a sound one; otherwise restore a backup`,
    uk: `Версію ${version} у базі даних пошкоджено: вона відрізняється від опублікованої. Якщо це найновіша версія, імпортуйте її файл ще раз або поверніть попередню версію (rollback); інакше відновіть резервну копію`,
  })),
  databaseMissing: inLanguages(({ message, databaseName, missing }: DatabaseMissingError) => ({
    en: message,
    uk: missing === "file" ? `Бази ${databaseName} немає` : `У ${databaseName} ще нічого не опубліковано`,
  })),
  outdatedTables: inLanguages(({ message, databaseName }: OutdatedTablesError) => ({
    en: message,
    uk: `Таблиці бази ${databaseName} створено давнішою версією програми; виконайте \`teachers migrate\` від імені того, хто імпортує`,
  })),
  databaseBusy: inLanguages(({ message, databaseName, lockWaitMs }: DatabaseBusyError) => ({
    en: message,
    uk: `База ${databaseName} понад ${lockWaitMs / 1000} с зайнята іншим імпортом; спробуйте ще раз, коли він завершиться`,
  })),
  databaseFull: inLanguages(({ message, databaseName }: DatabaseFullError) => ({
    en: message,
    uk: `${databaseName}: на диску немає місця; звільніть місце й виконайте команду ще раз`,
  })),
} as const;

/** The message of an error in the chosen language. Errors of the database engines are for operators, and stay in English. */
export function describeFailure(error: Error): string {
  if (error instanceof ErasedIdError) return failureTexts.erasedIds(error.ids);
  if (error instanceof DamagedVersionError) return failureTexts.damagedVersion(error.version);
  if (error instanceof DatabaseMissingError) return failureTexts.databaseMissing(error);
  if (error instanceof OutdatedTablesError) return failureTexts.outdatedTables(error);
  if (error instanceof DatabaseFullError) return failureTexts.databaseFull(error);
  if (error instanceof DatabaseBusyError) return failureTexts.databaseBusy(error);
  return error.message;
}
