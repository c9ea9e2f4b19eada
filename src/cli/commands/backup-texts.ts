/** The texts of backup and restore. */

import { countEn, countUk } from "../../domain/lang.ts";
import { inLanguages, listNames, listVersions, type MessageTexts } from "../../publishing/texts/language.ts";
import type { BackupFault } from "../../store/backup/backup-format.ts";
import { describeFileError } from "../terminal/output.ts";

const versionsEn = (versions: readonly number[]): string =>
  `${versions.length === 1 ? "version" : "versions"} ${listVersions(versions)}`;

/** In the genitive. */
const versionsUk = (versions: readonly number[]): string =>
  `${versions.length === 1 ? "версії" : "версій"} ${listVersions(versions)}`;

/** Each text completes `"…" can't be restored:`. */
export const backupFaultTexts: MessageTexts<BackupFault> = {
  foreign: { en: "it is not a backup of this program", uk: "це не резервна копія цієї програми" },
  truncated: { en: "it is truncated", uk: "файл обірвано" },
  notGzip: {
    en: "it is not a backup of this program, or is damaged",
    uk: "це не резервна копія цієї програми, або її пошкоджено",
  },
  damaged: { en: "it is damaged", uk: "копію пошкоджено" },
  newer: {
    en: "a newer release wrote it; use that release",
    uk: "копію створено новішою версією програми; скористайтеся тією версією",
  },
  noVersions: { en: "it has no versions", uk: "у копії немає версій" },
  otherFields: {
    en: "its fields differ from those of this release",
    uk: "у копії інші поля, ніж у цій версії програми",
  },
  wrongDigest: {
    en: "its content does not match its digest, so it was changed or damaged",
    uk: "вміст копії не відповідає контрольній сумі, тобто його змінено або пошкоджено",
  },
  damagedLine: ({ line }) => ({ en: `line ${line} is damaged`, uk: `рядок ${line} пошкоджено` }),
  longLine: ({ line }) => ({ en: `line ${line} is too long`, uk: `рядок ${line} задовгий` }),
  lineAfterEnd: ({ line }) => ({
    en: `line ${line} comes after the end of the backup`,
    uk: `рядок ${line} стоїть після кінця копії`,
  }),
  otherContent: ({ versions }) => ({
    en: `its ${versionsEn(versions)} ${versions.length === 1 ? "differs" : "differ"} from what was published`,
    uk: `вміст ${versionsUk(versions)} відрізняється від опублікованого`,
  }),
  unreadable: ({ error }) => ({ en: describeFileError(error), uk: describeFileError(error) }),
};

const lostEn = (versions: readonly number[]): string =>
  versions.length === 1 ? `version ${versions[0]}` : `${versions.length} versions`;

export const backupTexts = {
  nothingToBackUp: inLanguages((database: string) => ({
    en: `Nothing is published yet in ${database}, so there is nothing to back up`,
    uk: `У ${database} ще нічого не опубліковано, тож немає чого копіювати`,
  })),
  damaged: inLanguages((database: string, damaged: readonly number[], sound: readonly number[]) => ({
    en: `No backup was written: in ${database}, ${versionsEn(damaged)} ${damaged.length === 1 ? "differs" : "differ"} from what was published. ${sound.length === 0 ? "No version is sound" : `Sound: ${versionsEn(sound)}, which \`teachers export --at VERSION\` still writes`}. Restore an earlier backup, or delete the damaged versions with \`teachers prune\``,
    uk: `Резервну копію не створено: у ${database} пошкоджено вміст ${versionsUk(damaged)}. ${sound.length === 0 ? "Неушкоджених версій немає" : `Вміст ${versionsUk(sound)} не пошкоджено, його можна зберегти у файл командою \`teachers export --at VERSION\``}. Відновіть давнішу резервну копію або приберіть пошкоджені версії командою \`teachers prune\``,
  })),
  written: inLanguages((version: number, file: string) => ({
    en: `Wrote the history, at least up to version ${version}, to "${file}"`,
    uk: `Історію щонайменше до версії ${version} записано у файл «${file}»`,
  })),
  restored: inLanguages((versions: number, file: string, published: number) => ({
    en: `Restored ${countEn(versions, "version", "versions")} from "${file}"; version ${published} is published`,
    uk: `Відновлено ${countUk(versions, "версію", "версії", "версій")} з файлу «${file}»; опубліковано версію ${published}`,
  })),
  stayErased: inLanguages((ids: readonly number[]) => ({
    en: `Teachers that were erased since the backup stay erased: ${ids.join(", ")}`,
    uk: `Не відновлено викладачів, яких видалено вже після створення копії: ${ids.join(", ")}`,
  })),
  refused: inLanguages((file: string, fault: string) => ({
    en: `"${file}" can't be restored: ${fault}; nothing was changed`,
    uk: `Не вдалося відновити «${file}»: ${fault}; нічого не змінено`,
  })),
  wouldLose: inLanguages((database: string, versions: readonly number[]) => ({
    en: `A restore would delete ${lostEn(versions)} from ${database}: the backup does not have ${versions.length === 1 ? "it" : "them"}`,
    uk: `У ${database} є версії, яких немає в резервній копії і які буде втрачено: ${listNames(versions, 10)}`,
  })),
  repeatWithYes: inLanguages((loss: string) => ({
    en: `${loss}; nothing was changed. If this is right, repeat with --yes`,
    uk: `${loss}; нічого не змінено. Якщо так і треба, повторіть із --yes`,
  })),
  askToRestore: inLanguages((loss: string) => ({ en: `${loss}. Restore the backup?`, uk: `${loss}. Відновити?` })),
  nothingChanged: inLanguages({ en: "Nothing was changed", uk: "Нічого не змінено" }),
  spaceNotGivenBack: inLanguages((failure: string) => ({
    en: `The backup is restored, but the disk space of the old rows was not freed: ${failure}`,
    uk: `Резервну копію відновлено, але місце на диску, яке займали старі рядки, не звільнено: ${failure}`,
  })),
} as const;
