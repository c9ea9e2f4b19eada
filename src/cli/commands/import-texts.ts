/** The texts of commands that publish: the database, limits and questions. */
import { inLanguages, quoteText } from "../../publishing/texts/language.ts";

export const importTexts = {
  askToPublish: inLanguages({ uk: "Опублікувати?", en: "Publish it?" }),
  nothingPublished: inLanguages({ uk: "Нічого не опубліковано", en: "Nothing was published" }),
  wroteFaults: inLanguages((file: string) => ({
    uk: `Таблицю з поясненнями записано у файл ${quoteText(file)}`,
    en: `Wrote what to correct to ${quoteText(file)}`,
  })),
  refused: inLanguages((what: string, flags: string) => ({
    uk: `Нічого не опубліковано. ${what} Якщо так і треба, додайте ${flags}`,
    en: `Nothing was published. ${what} If this is right, repeat with ${flags}`,
  })),
  wouldBeRefused: inLanguages((what: string, flags: string) => ({
    uk: `Імпорт буде відхилено. ${what} Якщо так і треба, додайте ${flags}`,
    en: `An import would be refused. ${what} If this is right, use ${flags}`,
  })),
  inDatabase: inLanguages((name: string) => ({ uk: `(база ${name})`, en: `(database ${name})` })),
  database: inLanguages((name: string) => ({ uk: `База даних: ${name}`, en: `Database: ${name}` })),
  raisedLimit: inLanguages((variable: string, flag: string, percent: number, usual: string) => ({
    uk: `${variable} підвищує межу ${flag} до ${percent}%; за замовчуванням ${usual}`,
    en: `${variable} raises the limit of ${flag} to ${percent}%; the default is ${usual}`,
  })),
  askToCreate: inLanguages((name: string) => ({
    uk: `Бази ${name} ще немає, тож жоден сервер її не читає. Створити її?`,
    en: `${name} does not exist yet, so no server reads it. Create it?`,
  })),
  newDatabase: inLanguages((name: string) => ({
    uk: `--database: бази ${name} ще немає, тож жоден сервер її не читає; вкажіть базу довідника параметром --database або створіть цю, додавши --yes`,
    en: `--database: ${name} does not exist yet, so no server reads it; name the database of the directory with --database, or create this one with --yes`,
  })),
  missingDatabase: inLanguages((name: string) => ({
    uk: `${name}, якої ще немає`,
    en: `${name}, which does not exist yet`,
  })),
  publishedButFailed: inLanguages((failure: string) => ({
    uk: `Версію опубліковано, але ${failure}`,
    en: `The version is published, but ${failure}`,
  })),
} as const;
