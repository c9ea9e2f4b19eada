/** The texts about versions: their source, time and changes. */
import { countEn, countUk, formatNumber, inLanguages, type Translations } from "../domain/lang.ts";
import type { VersionSource } from "../domain/version.ts";
import type { ChangeCounts } from "./compare.ts";

/** Teachers and versions, in the cases that several texts need. */
export const countPeople = (count: number): Translations => ({
  uk: countUk(count, "викладача", "викладачів", "викладачів"),
  en: countEn(count, "teacher", "teachers"),
});
export const countVersions = (count: number): Translations => ({
  uk: countUk(count, "версії", "версій", "версій"),
  en: countEn(count, "version", "versions"),
});

/** The source of a version: a file name, or the translation of another source. */
export const describeSource = inLanguages((source: VersionSource): Translations => {
  switch (source.kind) {
    case "file":
      return { uk: source.name, en: source.name };
    case "input":
      return { uk: "стандартне введення", en: "standard input" };
    case "sample":
      return { uk: "зразок", en: "the sample" };
    case "rollback":
      return { uk: `повернення до версії ${source.version}`, en: `a return to version ${source.version}` };
    case "erasure": {
      const [teachers, versions] = [countPeople(source.teachers), countVersions(source.versions)];
      return {
        uk: `видалення назавжди: ${teachers.uk} із ${versions.uk}`,
        en: `an erasure of ${teachers.en} from ${versions.en}`,
      };
    }
    case "restore": {
      const { version, erased } = source;
      return {
        uk: `резервна копія, версія ${version}${erased === 0 ? "" : `, без видалених назавжди (${erased})`}`,
        en: `a backup, version ${version}${erased === 0 ? "" : `, without ${countPeople(erased).en} erased since`}`,
      };
    }
  }
});

/** Local time with its zone: `2026-11-22 07:37 EET`, or in Ukrainian `22.11.2026 07:37 (GMT+2)`. */
export const formatTime = inLanguages((isoTime: string) => {
  const uk = localParts("uk", isoTime);
  const en = localParts("en-GB", isoTime);
  return {
    uk: `${uk.day}.${uk.month}.${uk.year} ${uk.hour}:${uk.minute} (${uk.timeZoneName})`,
    en: `${en.year}-${en.month}-${en.day} ${en.hour}:${en.minute} ${en.timeZoneName}`,
  };
});

/** The time in Kyiv, for officers: `22.11.2026 07:37`, or in English `2026-11-22 07:37`. The first ten characters are the day. */
export const formatKyivTime = inLanguages((isoTime: string) => {
  const { year, month, day, hour, minute } = localParts("uk", isoTime, "Europe/Kyiv");
  return { uk: `${day}.${month}.${year} ${hour}:${minute}`, en: `${year}-${month}-${day} ${hour}:${minute}` };
});

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

function localParts(locale: string, isoTime: string, timeZone?: string): Parts {
  const format = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    timeZone,
  });
  return Object.fromEntries(format.formatToParts(new Date(isoTime)).map(({ type, value }) => [type, value]));
}

export const versionTexts = {
  counts: inLanguages(({ added, changed, removed, unchanged }: ChangeCounts) => ({
    uk: `додано ${formatNumber(added)}, змінено ${formatNumber(changed)}, вилучено ${formatNumber(removed)}, без змін ${formatNumber(unchanged)}`,
    en: `${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed, ${formatNumber(unchanged)} unchanged`,
  })),
  /** Only the counts that are not 0. */
  changeCounts: inLanguages(({ added, removed, changed }: Omit<ChangeCounts, "unchanged">) => {
    const some = [
      { count: added, uk: "додано", en: "added" },
      { count: removed, uk: "вилучено", en: "removed" },
      { count: changed, uk: "змінено", en: "changed" },
    ].filter(({ count }) => count > 0);
    return {
      uk: some.map(({ count, uk }) => `${uk} ${formatNumber(count)}`).join(", ") || "без змін",
      en: some.map(({ count, en }) => `${formatNumber(count)} ${en}`).join(", ") || "unchanged",
    };
  }),
  added: inLanguages({ uk: "Додано", en: "Added" }),
  removed: inLanguages({ uk: "Вилучено", en: "Removed" }),
  changed: inLanguages({ uk: "Змінено", en: "Changed" }),
  /** `lister` is the command or flag that lists all. */
  more: inLanguages((count: number, lister = "") => ({
    uk: `… і ще ${formatNumber(count)}${lister === "" ? "" : `; усі покаже ${lister}`}`,
    en: `… and ${formatNumber(count)} more${lister === "" ? "" : `; ${lister} lists all`}`,
  })),
  replacesSample: inLanguages((count: number) => ({
    uk: `Замінює зразок: ${countUk(count, "вигаданий викладач", "вигадані викладачі", "вигаданих викладачів")}`,
    en: `Replaces the sample of ${formatNumber(count)} invented teachers`,
  })),
} as const;
