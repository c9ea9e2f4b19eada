/** The texts of the office command. */
import { inLanguages } from "../../publishing/texts/language.ts";

export const officeCommandTexts = {
  mayNotPublish: inLanguages<[database: string]>({
    en: (database) =>
      `${database} can't be written by this user or role; the officer's pages need the one that imports`,
    uk: (database) =>
      `Цей користувач або роль не може писати в ${database}; сторінкам кадровика потрібен той, хто імпортує`,
  }),
  listening: inLanguages<[url: string]>({
    en: (url) => `The officer's pages: ${url}`,
    uk: (url) => `Сторінки кадровика: ${url}`,
  }),
  opened: inLanguages<[url: string, enter: string, key: string]>({
    en: (url, enter, key) =>
      `Opening ${url} in the browser. If nothing opens, open ${enter} and enter the key ${key}, which works once, for ten minutes. Ctrl-C ends the program.`,
    uk: (url, enter, key) =>
      `Відкриваю ${url} у браузері. Якщо нічого не відкрилося, відкрийте ${enter} і введіть ключ ${key}. Він діє один раз і десять хвилин. Ctrl-C завершує програму.`,
  }),
  link: inLanguages<[enter: string, key: string]>({
    en: (enter, key) =>
      `Open ${enter} and enter the key ${key}, which works once, for ten minutes. Ctrl-C ends the program.`,
    uk: (enter, key) =>
      `Відкрийте ${enter} і введіть ключ ${key}. Він діє один раз і десять хвилин. Ctrl-C завершує програму.`,
  }),
} as const;
