/** The texts of files that can't be read or written, and of interruptions. */
import { inLanguages, quoteText } from "../../publishing/texts/language.ts";
import { describeSystemError } from "../../server/log/log.ts";

/** The common errors of the operating system; others keep its own message. */
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

export const systemTexts = {
  unreadable: inLanguages<[file: string, reason: string]>({
    en: (file, reason) => `${quoteText(file)} can't be read: ${reason}`,
    uk: (file, reason) => `Не вдалося прочитати ${quoteText(file)}: ${reason}`,
  }),
  unwritable: inLanguages<[file: string, reason: string]>({
    en: (file, reason) => `${quoteText(file)} can't be written: ${reason}`,
    uk: (file, reason) => `не вдалося записати ${quoteText(file)}: ${reason}`,
  }),
  outputUnwritable: inLanguages<[reason: string]>({
    en: (reason) => `Standard output can't be written: ${reason}`,
    uk: (reason) => `Не вдалося записати у стандартне виведення: ${reason}`,
  }),
  notAFile: inLanguages({ en: "it is not a file", uk: "це не файл" }),
  interruptedFile: inLanguages<[file: string]>({
    en: (file) => `Interrupted: ${quoteText(file)} was not written`,
    uk: (file) => `Перервано: файл ${quoteText(file)} не записано`,
  }),
  interrupted: {
    published: inLanguages({ en: "Interrupted: nothing was published", uk: "Перервано: нічого не опубліковано" }),
    erased: inLanguages({ en: "Interrupted: nothing was erased", uk: "Перервано: нікого не видалено" }),
    changed: inLanguages({ en: "Interrupted: nothing was changed", uk: "Перервано: нічого не змінено" }),
  },
  interruptedLate: inLanguages({
    en: "Interrupted; run `teachers status` to see whether the last step was committed",
    uk: "Перервано; команда `teachers status` покаже, чи завершено останній крок",
  }),
  finishing: inLanguages({
    en: "The last step can't be interrupted; it ends by itself",
    uk: "Останній крок перервати не можна; він завершиться сам",
  }),
} as const;
