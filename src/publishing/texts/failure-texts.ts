/** The texts of failures: files that can't be read or written, and databases that refuse the work. */
import { describeSystemError } from "../../server/system-error.ts";
import { DatabaseBusyError, DatabaseFullError, DatabaseMissingError, OutdatedTablesError } from "../../store/engine.ts";
import { ErasedIdError } from "../../store/history/past-ids.ts";
import { DamagedVersionError } from "../../store/history/roster-reader.ts";
import { inLanguages, listNames } from "./language.ts";

/** The usual errors of the operating system; the others stay in its own words. */
const systemErrorsUk: Readonly<Record<string, string>> = {
  EACCES: "немає прав доступу",
  EEXIST: "файл уже є",
  EFBIG: "файл завеликий",
  EISDIR: "це папка, а не файл",
  ENAMETOOLONG: "задовга назва",
  ENOENT: "немає такого файлу чи папки",
  ENOSPC: "на диску немає місця",
  ENOTDIR: "на шляху до файлу є не папка",
  EPERM: "дію заборонено",
  EROFS: "диск лише для читання",
};

/** Why a file can't be read or written, without its name. */
export const describeFileError = inLanguages<[error: Error & { readonly code?: string }]>({
  en: describeSystemError,
  uk: (error) => systemErrorsUk[error.code ?? ""] ?? describeSystemError(error),
});

export const failureTexts = {
  unreadable: inLanguages<[file: string, reason: string]>({
    en: (file, reason) => `"${file}" can't be read: ${reason}`,
    uk: (file, reason) => `Не вдалося прочитати "${file}": ${reason}`,
  }),
  unwritable: inLanguages<[file: string, reason: string]>({
    en: (file, reason) => `"${file}" can't be written: ${reason}`,
    uk: (file, reason) => `не вдалося записати "${file}": ${reason}`,
  }),
  outputUnwritable: inLanguages<[reason: string]>({
    en: (reason) => `Standard output can't be written: ${reason}`,
    uk: (reason) => `Не вдалося записати у стандартне виведення: ${reason}`,
  }),
  notAFile: inLanguages({ en: "it is not a file", uk: "це не файл" }),
  erasedIds: inLanguages<[ids: readonly number[]]>({
    en: (ids) => {
      const [noun, verb] = ids.length === 1 ? ["The id", "was"] : ["The ids", "were"];
      return `${noun} ${listNames(ids, 20)} ${verb} erased, and an erased id is never given again; take the teacher out of the file, or use another id for another teacher`;
    },
    uk: (ids) =>
      `id ${listNames(ids, 20)} видалено, а видалений id ніколи не надають знову; приберіть цього викладача з файлу, а якщо це інша людина, дайте їй інший id`,
  }),
  damagedVersion: inLanguages<[version: number]>({
    en: (version) =>
      `Version ${version} in the database is damaged: it differs from what was published. If it is the newest version, import its file again or roll back to a sound one; otherwise restore a backup`,
    uk: (version) =>
      `Версію ${version} у базі даних пошкоджено: вона відрізняється від опублікованої. Якщо це найновіша версія, імпортуйте її файл ще раз або поверніть попередню версію (rollback); інакше відновіть резервну копію`,
  }),
  databaseMissing: inLanguages<[error: DatabaseMissingError]>({
    en: ({ message }) => message,
    uk: ({ databaseName, missing }) =>
      missing === "file" ? `Бази ${databaseName} немає` : `У ${databaseName} ще нічого не опубліковано`,
  }),
  outdatedTables: inLanguages<[error: OutdatedTablesError]>({
    en: ({ message }) => message,
    uk: ({ databaseName }) =>
      `Таблиці бази ${databaseName} створено попередньою версією програми; виконайте \`teachers migrate\` від імені того, хто імпортує`,
  }),
  databaseBusy: inLanguages<[error: DatabaseBusyError]>({
    en: ({ message }) => message,
    uk: ({ databaseName, lockWaitMs }) =>
      `База ${databaseName} понад ${lockWaitMs / 1000} с зайнята іншим імпортом; спробуйте ще раз, коли він завершиться`,
  }),
  databaseFull: inLanguages<[error: DatabaseFullError]>({
    en: ({ message }) => message,
    uk: ({ databaseName }) => `${databaseName}: на диску немає місця; звільніть місце й виконайте команду ще раз`,
  }),
  interrupted: {
    published: inLanguages({ en: "Interrupted: nothing was published", uk: "Перервано: нічого не опубліковано" }),
    erased: inLanguages({ en: "Interrupted: nothing was erased", uk: "Перервано: нікого не видалено" }),
    changed: inLanguages({ en: "Interrupted: nothing was changed", uk: "Перервано: нічого не змінено" }),
  },
  interruptedFile: inLanguages<[file: string]>({
    en: (file) => `Interrupted: "${file}" was not written`,
    uk: (file) => `Перервано: файл "${file}" не записано`,
  }),
  finishing: inLanguages({
    en: "The last step can't be interrupted; it ends by itself",
    uk: "Останній крок перервати не можна; він завершиться сам",
  }),
  interruptedLate: inLanguages({
    en: "Interrupted; run `teachers status` to see whether the last step was committed",
    uk: "Перервано; команда `teachers status` покаже, чи завершено останній крок",
  }),
} as const;

/** The message of an error that a command ends with. Those of the database engines are for operators, and in English. */
export function describeFailure(error: Error): string {
  if (error instanceof ErasedIdError) return failureTexts.erasedIds(error.ids);
  if (error instanceof DamagedVersionError) return failureTexts.damagedVersion(error.version);
  if (error instanceof DatabaseMissingError) return failureTexts.databaseMissing(error);
  if (error instanceof OutdatedTablesError) return failureTexts.outdatedTables(error);
  if (error instanceof DatabaseFullError) return failureTexts.databaseFull(error);
  if (error instanceof DatabaseBusyError) return failureTexts.databaseBusy(error);
  return error.message;
}
