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
  foreign: { uk: "це не резервна копія цієї програми", en: "it is not a backup of this program" },
  truncated: { uk: "файл обірвано", en: "it is truncated" },
  notGzip: {
    uk: "це не резервна копія цієї програми, або її пошкоджено",
    en: "it is not a backup of this program, or is damaged",
  },
  damaged: { uk: "копію пошкоджено", en: "it is damaged" },
  newer: {
    uk: "копію створено новішою версією програми; скористайтеся тією версією",
    en: "a newer release wrote it; use that release",
  },
  noVersions: { uk: "у копії немає версій", en: "it has no versions" },
  otherFields: {
    uk: "у копії інші поля, ніж у цій версії програми",
    en: "its fields differ from those of this release",
  },
  wrongDigest: {
    uk: "вміст копії не відповідає контрольній сумі, тобто його змінено або пошкоджено",
    en: "its content does not match its digest, so it was changed or damaged",
  },
  damagedLine: ({ line }) => ({ uk: `рядок ${line} пошкоджено`, en: `line ${line} is damaged` }),
  longLine: ({ line }) => ({ uk: `рядок ${line} задовгий`, en: `line ${line} is too long` }),
  lineAfterEnd: ({ line }) => ({
    uk: `рядок ${line} стоїть після кінця копії`,
    en: `line ${line} comes after the end of the backup`,
  }),
  otherContent: ({ versions }) => ({
    uk: `вміст ${versionsUk(versions)} відрізняється від опублікованого`,
    en: `its ${versionsEn(versions)} ${versions.length === 1 ? "differs" : "differ"} from what was published`,
  }),
  unreadable: ({ error }) => ({ uk: describeFileError(error), en: describeFileError(error) }),
};

const lostEn = (versions: readonly number[]): string =>
  versions.length === 1 ? `version ${versions[0]}` : `${versions.length} versions`;

export const backupTexts = {
  nothingToBackUp: inLanguages((database: string) => ({
    uk: `У ${database} ще нічого не опубліковано, тож немає чого копіювати`,
    en: `Nothing is published yet in ${database}, so there is nothing to back up`,
  })),
  damaged: inLanguages((database: string, damaged: readonly number[], sound: readonly number[]) => ({
    uk: `Резервну копію не створено: у ${database} пошкоджено вміст ${versionsUk(damaged)}. ${sound.length === 0 ? "Неушкоджених версій немає" : `Вміст ${versionsUk(sound)} не пошкоджено, його можна зберегти у файл командою \`teachers export --at VERSION\``}. Відновіть давнішу резервну копію або приберіть пошкоджені версії командою \`teachers prune\``,
    en: `No backup was written: in ${database}, ${versionsEn(damaged)} ${damaged.length === 1 ? "differs" : "differ"} from what was published. ${sound.length === 0 ? "No version is sound" : `Sound: ${versionsEn(sound)}, which \`teachers export --at VERSION\` still writes`}. Restore an earlier backup, or delete the damaged versions with \`teachers prune\``,
  })),
  written: inLanguages((version: number, file: string) => ({
    uk: `Історію щонайменше до версії ${version} записано у файл «${file}»`,
    en: `Wrote the history, at least up to version ${version}, to "${file}"`,
  })),
  restored: inLanguages((versions: number, file: string, published: number) => ({
    uk: `Відновлено ${countUk(versions, "версію", "версії", "версій")} з файлу «${file}»; опубліковано версію ${published}`,
    en: `Restored ${countEn(versions, "version", "versions")} from "${file}"; version ${published} is published`,
  })),
  stayErased: inLanguages((ids: readonly number[]) => ({
    uk: `Не відновлено викладачів, яких видалено вже після створення копії: ${ids.join(", ")}`,
    en: `Teachers that were erased since the backup stay erased: ${ids.join(", ")}`,
  })),
  refused: inLanguages((file: string, fault: string) => ({
    uk: `Не вдалося відновити «${file}»: ${fault}; нічого не змінено`,
    en: `"${file}" can't be restored: ${fault}; nothing was changed`,
  })),
  wouldLose: inLanguages((database: string, versions: readonly number[]) => ({
    uk: `У ${database} є версії, яких немає в резервній копії і які буде втрачено: ${listNames(versions, 10)}`,
    en: `A restore would delete ${lostEn(versions)} from ${database}: the backup does not have ${versions.length === 1 ? "it" : "them"}`,
  })),
  repeatWithYes: inLanguages((loss: string) => ({
    uk: `${loss}; нічого не змінено. Якщо так і треба, повторіть із --yes`,
    en: `${loss}; nothing was changed. If this is right, repeat with --yes`,
  })),
  askToRestore: inLanguages((loss: string) => ({ uk: `${loss}. Відновити?`, en: `${loss}. Restore the backup?` })),
  nothingChanged: inLanguages({ uk: "Нічого не змінено", en: "Nothing was changed" }),
  spaceNotGivenBack: inLanguages((failure: string) => ({
    uk: `Резервну копію відновлено, але місце на диску, яке займали старі рядки, не звільнено: ${failure}`,
    en: `The backup is restored, but the disk space of the old rows was not freed: ${failure}`,
  })),
} as const;
