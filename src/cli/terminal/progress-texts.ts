/** The texts of progress. */
import { formatNumber, inLanguages, pluralUk } from "../../publishing/texts/language.ts";

const teachers = inLanguages<[count: number]>({
  en: (count) => `${formatNumber(count)} teachers`,
  uk: (count) => `${formatNumber(count)} ${pluralUk(count, "викладач", "викладачі", "викладачів")}`,
});
const names = inLanguages<[count: number]>({
  en: (count) => `${formatNumber(count)} names`,
  uk: (count) => `${formatNumber(count)} ${pluralUk(count, "ім’я", "імені", "імен")}`,
});

const versions = inLanguages<[count: number]>({
  en: (count) => `${formatNumber(count)} versions`,
  uk: (count) => `${formatNumber(count)} ${pluralUk(count, "версія", "версії", "версій")}`,
});
const rows = inLanguages<[count: number]>({
  en: (count) => `${formatNumber(count)} rows`,
  uk: (count) => `${formatNumber(count)} ${pluralUk(count, "рядок", "рядки", "рядків")}`,
});
const kilobytes = inLanguages<[count: number]>({
  en: (count) => `${formatNumber(count)} KB`,
  uk: (count) => `${formatNumber(count)} КБ`,
});

export interface Phase {
  readonly label: () => string;
  /** What is counted, with its number; null for work that tells no progress. */
  readonly counted: ((count: number) => string) | null;
}

/** What long work does. */
export const phases = {
  erasing: { label: inLanguages({ en: "Erasing", uk: "Видалення" }), counted: versions },
  pruning: { label: inLanguages({ en: "Deleting versions", uk: "Прибирання версій" }), counted: null },
  clearing: { label: inLanguages({ en: "Clearing the files", uk: "Очищення файлів" }), counted: null },
  backingUp: { label: inLanguages({ en: "Backing up", uk: "Резервне копіювання" }), counted: rows },
  restoring: { label: inLanguages({ en: "Restoring", uk: "Відновлення" }), counted: kilobytes },
  reading: { label: inLanguages({ en: "Reading", uk: "Читання" }), counted: teachers },
  writing: { label: inLanguages({ en: "Writing", uk: "Запис" }), counted: teachers },
  building: { label: inLanguages({ en: "Building", uk: "Побудова" }), counted: teachers },
  image: { label: inLanguages({ en: "Building an image:", uk: "Побудова образу:" }), counted: teachers },
  matching: { label: inLanguages({ en: "Matching", uk: "Пошук" }), counted: names },
} as const satisfies Readonly<Record<string, Phase>>;

export type PhaseName = keyof typeof phases;

export const progressTexts = {
  /** Has the placeholders of the bar. */
  rate: inLanguages({ en: "{rate} a second", uk: "{rate} за секунду" }),
  left: inLanguages({ en: ", {left} left", uk: ", лишилося {left}" }),
  duration: inLanguages<[seconds: number]>({
    en: (seconds) => renderDuration(seconds, "m", "s"),
    uk: (seconds) => renderDuration(seconds, " хв", " с"),
  }),
} as const;

function renderDuration(seconds: number, minuteUnit: string, secondUnit: string): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${Math.round(seconds % 60)}${secondUnit}`;
  return minutes === 0 ? rest : `${minutes}${minuteUnit} ${rest}`;
}
