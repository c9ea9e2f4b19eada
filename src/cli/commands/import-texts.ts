/** The texts of commands that publish: the database, limits and questions. */
import { inLanguages, quoteText } from "../../publishing/texts/language.ts";

export const importTexts = {
  askToPublish: inLanguages({ en: "Publish it?", uk: "Опублікувати?" }),
  nothingPublished: inLanguages({ en: "Nothing was published", uk: "Нічого не опубліковано" }),
  wroteFaults: inLanguages((file: string) => ({
    en: `Wrote what to correct to ${quoteText(file)}`,
    uk: `Таблицю з поясненнями записано у файл ${quoteText(file)}`,
  })),
  refused: inLanguages((what: string, flags: string) => ({
    en: `Nothing was published. ${what} If this is right, repeat with ${flags}`,
    uk: `Нічого не опубліковано. ${what} Якщо так і треба, додайте ${flags}`,
  })),
  wouldBeRefused: inLanguages((what: string, flags: string) => ({
    en: `An import would be refused. ${what} If this is right, use ${flags}`,
    uk: `Імпорт буде відхилено. ${what} Якщо так і треба, додайте ${flags}`,
  })),
  inDatabase: inLanguages((name: string) => ({ en: `(database ${name})`, uk: `(база ${name})` })),
  database: inLanguages((name: string) => ({ en: `Database: ${name}`, uk: `База даних: ${name}` })),
  raisedLimit: inLanguages((variable: string, flag: string, percent: number, usual: string) => ({
    en: `${variable} raises the limit of ${flag} to ${percent}%; the default is ${usual}`,
    uk: `${variable} підвищує межу ${flag} до ${percent}%; за замовчуванням ${usual}`,
  })),
  askToCreate: inLanguages((name: string) => ({
    en: `${name} does not exist yet, so no server reads it. Create it?`,
    uk: `Бази ${name} ще немає, тож жоден сервер її не читає. Створити її?`,
  })),
  newDatabase: inLanguages((name: string) => ({
    en: `--database: ${name} does not exist yet, so no server reads it; name the database of the directory with --database, or create this one with --yes`,
    uk: `--database: бази ${name} ще немає, тож жоден сервер її не читає; вкажіть базу довідника параметром --database або створіть цю, додавши --yes`,
  })),
  missingDatabase: inLanguages((name: string) => ({
    en: `${name}, which does not exist yet`,
    uk: `${name}, якої ще немає`,
  })),
  afterPublishFailed: inLanguages((failure: string) => ({
    en: `the command of --after-publish failed: ${failure}`,
    uk: `команда --after-publish завершилася з помилкою: ${failure}`,
  })),
  publishedButFailed: inLanguages((failure: string) => ({
    en: `The version is published, but ${failure}`,
    uk: `Версію опубліковано, але ${failure}`,
  })),
} as const;
