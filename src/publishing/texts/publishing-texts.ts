/** The texts of a publication: its preview, the limits that it would exceed, and its result. */
import type { DoubtKind } from "../../domain/changes/change-doubts.ts";
import type { Breach, BreachKind, ChangeCounts, ChangeLimits } from "../../domain/changes/roster-changes.ts";
import { countEn, countUk, type Translations } from "../../domain/lang.ts";
import type { VersionSource } from "../../domain/publication.ts";
import { formatNumber, inLanguages } from "../../read/language.ts";
import type { Doubt, Outcome } from "../publish-reviewed.ts";

/** A sentence about a limit that the changes would exceed: their effect, and the probable cause. */
const renderBreach = inLanguages(({ kind, count, of }: Breach) => {
  const percent = percentOf(count, of);
  const share = `${formatNumber(count)} of ${formatNumber(of)} teachers (${percent}%)`;
  // The Ukrainian text is in the genitive, which also serves as the accusative.
  const shareUk = `${formatNumber(count)} із ${countUk(of, "викладача", "викладачів", "викладачів")} (${percent}%)`;
  const isOneUk = count % 10 === 1 && count % 100 !== 11;
  const breaches: Readonly<Record<BreachKind, Translations>> = {
    emptied: {
      uk: `Довідник стане порожнім: буде вилучено ${shareUk}.`,
      en: `It would empty the directory: ${share} would be removed.`,
    },
    removed: {
      uk: `Буде вилучено ${shareUk}. Перевірте, чи файл повний.`,
      en: `It would remove ${share}. Check that the file is complete.`,
    },
    renamed: {
      uk: `${shareUk} ${isOneUk ? "отримає" : "отримають"} інше ім’я під тим самим номером (id). Можливо, у таблиці відсортовано не всі стовпці.`,
      en: `It would assign the ids of ${share} to other names. Perhaps only some columns were sorted.`,
    },
    moved: {
      uk: `Зміниться номер (id) у ${shareUk}. Можливо, рядки пронумеровано наново.`,
      en: `It would change the ids of ${share}. Perhaps the rows were renumbered.`,
    },
    together: {
      uk: `Загалом зміни зачеплять ${shareUk}: їх буде вилучено, або вони отримають інше ім’я чи номер (id).`,
      en: `In all, it would remove, rename or renumber ${share}.`,
    },
    changed: {
      uk: `Зміниться посада у ${shareUk}. Можливо, у таблиці відсортовано не всі стовпці або взято не той стовпець.`,
      en: `It would change the degrees of ${share}. Perhaps only some columns were sorted, or another column was used.`,
    },
    added: {
      uk: `Буде додано ${countUk(count, "викладача", "викладачів", "викладачів")}, а зараз їх ${formatNumber(of)} (${percent}%). Можливо, когось у файлі записано двічі.`,
      en: `It would add ${formatNumber(count)} to ${formatNumber(of)} teachers (${percent}%). Perhaps the file lists somebody twice.`,
    },
  };
  return breaches[kind];
});

const counts = inLanguages(({ added, changed, removed, unchanged }: ChangeCounts) => ({
  uk: `додано ${formatNumber(added)}, змінено ${formatNumber(changed)}, вилучено ${formatNumber(removed)}, без змін ${formatNumber(unchanged)}`,
  en: `${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed, ${formatNumber(unchanged)} unchanged`,
}));

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
    case "erasure":
      return {
        uk: `видалення назавжди: ${countUk(source.teachers, "викладач", "викладачі", "викладачів")} із ${countUk(source.versions, "версії", "версій", "версій")}`,
        en: `an erasure of ${countEn(source.teachers, "teacher", "teachers")} from ${countEn(source.versions, "version", "versions")}`,
      };
    case "restore": {
      const { version, erased } = source;
      const without = erased === 0 ? null : countEn(erased, "teacher", "teachers");
      return {
        uk: `резервна копія, версія ${version}${without === null ? "" : `, без видалених назавжди (${erased})`}`,
        en: `a backup, version ${version}${without === null ? "" : `, without ${without} erased since`}`,
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

function localParts(locale: string, isoTime: string): Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> {
  const format = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return Object.fromEntries(format.formatToParts(new Date(isoTime)).map(({ type, value }) => [type, value]));
}

export const publishingTexts = {
  added: inLanguages({ uk: "Додано", en: "Added" }),
  removed: inLanguages({ uk: "Вилучено", en: "Removed" }),
  changed: inLanguages({ uk: "Змінено", en: "Changed" }),
  renamed: inLanguages({ uk: "Змінилося ім’я", en: "Renamed" }),
  repositioned: inLanguages({ uk: "Змінилася посада", en: "New position" }),
  /** `lister` is the command or flag that lists all. */
  more: inLanguages((count: number, lister = "") => ({
    uk: `… і ще ${formatNumber(count)}${lister === "" ? "" : `; усі покаже ${lister}`}`,
    en: `… and ${formatNumber(count)} more${lister === "" ? "" : `; ${lister} lists all`}`,
  })),
  hadId: inLanguages((id: number) => ({ uk: `(раніше номер ${id})`, en: `(had the id ${id})` })),
  hasId: inLanguages((id: number) => ({ uk: `(тепер номер ${id})`, en: `(now has the id ${id})` })),
  returned: inLanguages((id: number, version: number) => ({
    uk: `(номер ${id}, вилучено у версії ${version})`,
    en: `(id ${id}, removed in version ${version})`,
  })),
  replacesSample: inLanguages((count: number) => ({
    uk: `Замінює зразок: ${countUk(count, "вигаданий викладач", "вигадані викладачі", "вигаданих викладачів")}`,
    en: `Replaces the sample of ${formatNumber(count)} invented teachers`,
  })),
  couldBeErased: inLanguages((count: number) => ({
    uk: `Із цього довідника видалено назавжди ${countUk(count, "викладача", "викладачів", "викладачів")}, а імена видалених не зберігаються. Перевірте, чи немає видалених серед тих, хто отримує новий номер (id):`,
    en: `${countEn(count, "teacher was", "teachers were")} erased from this directory, and it keeps no names of them. Check that nobody with a new id is one of them:`,
  })),
  underId: inLanguages((name: string) => ({
    uk: `; під цим номером у довіднику: ${name}`,
    en: `; the directory has ${name} under this id`,
  })),
  /** The doubts about a change of one teacher. */
  doubts: {
    lost: inLanguages({ uk: "зникла частина ПІБ або посада", en: "part of the name or the position is gone" }),
    rearranged: inLanguages({ uk: "частини ПІБ не у своїх стовпцях", en: "names are in each other's columns" }),
    added: inLanguages({ uk: "у ПІБ зайве слово", en: "the name has a further word" }),
    gender: inLanguages({
      uk: "чоловіче по батькові при жіночому імені або навпаки",
      en: "a middle name of the other gender",
    }),
    another: inLanguages({ uk: "схоже, це інша людина", en: "this seems to be another person" }),
    incomplete: inLanguages({ uk: "немає прізвища або імені", en: "no last name or no first name" }),
  } satisfies Readonly<Record<DoubtKind | "incomplete", () => string>>,
  lookWrong: inLanguages((count: number) => ({
    uk: countUk(count, "запис схожий на помилку", "записи схожі на помилки", "записів схожі на помилки"),
    en: `Entries that look like mistakes: ${formatNumber(count)}`,
  })),
  areRight: inLanguages((count: number) => ({
    uk:
      count === 1
        ? "Запис, схожий на помилку, правильний."
        : `Записи, схожі на помилки (${formatNumber(count)}), правильні.`,
    en: `The entries that look like mistakes (${formatNumber(count)}) are right.`,
  })),
  perhaps: inLanguages((other: string) => ({ uk: `можливо, це ${other}`, en: `perhaps ${other}` })),
  perhapsAdvice: inLanguages({
    uk: "«Можливо, це …» означає, що людина, схоже, змінила прізвище. Щоб вона зберегла номер, впишіть його в її рядку файлу, у стовпці з номерами. Якщо такого стовпця немає, додайте стовпець «ID».",
    en: '"Perhaps" marks people who may be the same person with a new last name. To keep the number, enter it in the row of the file, in a column "ID"; add the column if there is none.',
  }),
  signedCounts: inLanguages(({ added, removed, changed }: Omit<ChangeCounts, "unchanged">) => ({
    uk: `+${formatNumber(added)} −${formatNumber(removed)}, змінено ${formatNumber(changed)}`,
    en: `+${formatNumber(added)} −${formatNumber(removed)}, ${formatNumber(changed)} changed`,
  })),
  noneErased: inLanguages({
    uk: "Серед тих, хто отримує новий номер, немає видалених назавжди.",
    en: "Nobody who was erased is among those with a new id.",
  }),
  empty: inLanguages({ uk: "(порожньо)", en: "(empty)" }),
  counts,
  isEarlier: inLanguages((version: number, time: string, source: string) => ({
    uk: `Увага: це знову версія ${version} від ${time} (${source}), без пізніших змін; перевірте, чи це найновіший файл`,
    en: `Warning: this is version ${version} again, of ${time} (${source}), without the changes since; check that the file is the newest`,
  })),
} as const;

/** A sentence for each limit that the changes would exceed. */
export function renderBreaches(breaches: readonly Breach[]): string {
  return breaches.map((breach) => renderBreach(breach)).join(" ");
}

/**
 * The doubts that need a confirmation, with a sentence for each. `doubtful` are the lines about entries that look like
 * mistakes.
 */
export function listDoubts(
  { breaches, review }: Outcome,
  doubtful: readonly string[],
): (readonly [doubt: Doubt, text: string])[] {
  const doubts: [Doubt, string][] = breaches.map((breach) => [breach.kind, renderBreaches([breach])]);
  if (review?.earlier) {
    const { version, publishedAt, source } = review.earlier;
    doubts.push(["earlier", publishingTexts.isEarlier(version, formatTime(publishedAt), describeSource(source))]);
  }
  if (review !== null && review.newcomers.length > 0) doubts.push(["newcomers", publishingTexts.noneErased()]);
  if (doubtful.length > 0) doubts.push(["doubtful", publishingTexts.areRight(doubtful.length)]);
  return doubts;
}

/** The limits that would let the changes through, in percent. */
export function findAllowance(breaches: readonly Breach[]): ReadonlyMap<keyof ChangeLimits, number> {
  const percents = new Map<keyof ChangeLimits, number>();
  for (const { limit, count, of } of breaches) {
    percents.set(limit, Math.max(percents.get(limit) ?? 0, percentOf(count, of)));
  }
  return percents;
}

/** Rounded up, so that a limit of this percentage allows the changes. */
function percentOf(count: number, of: number): number {
  return Math.ceil((100 * count) / of - 1e-9);
}
