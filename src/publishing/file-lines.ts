/** Renders the faults and findings of an import as lines for a terminal. */
import { countEn, countUk } from "../domain/lang.ts";
import {
  type Fault,
  type FindingGroup,
  type Findings,
  faultsCountMax,
  faultsListedMax,
  type ImportFaults,
} from "../import/fault.ts";
import type { ImportMessage, WarningCode } from "../import/message.ts";
import {
  chosenLanguage,
  formatNumber,
  inLanguages,
  type MessageTexts,
  quoteText,
  translateMessage,
} from "../read/language.ts";
import { fileTexts } from "./texts/file-texts.ts";
import { findingTexts, warningKinds } from "./texts/finding-texts.ts";
import { tableTexts } from "./texts/table-texts.ts";

const texts: MessageTexts<ImportMessage> = { ...findingTexts, ...fileTexts, ...tableTexts };

export function renderMessage(message: ImportMessage): string {
  return translateMessage(texts, message);
}

export const locations = {
  sheet: inLanguages((name: string) => ({ uk: `аркуш ${name}`, en: `sheet ${name}` })),
  line: inLanguages((line: number) => ({ uk: `рядок ${line}`, en: `line ${line}` })),
  record: inLanguages((record: number) => ({ uk: `запис ${record}`, en: `record ${record}` })),
  column: inLanguages((name: string) => ({ uk: `стовпець ${name}`, en: `column ${name}` })),
  field: inLanguages((name: string) => ({ uk: `поле ${name}`, en: `field ${name}` })),
};

/** `line 3, column "Посада": …` */
export function renderFault({ sheet, line, record, column, message }: Fault): string {
  const location: string[] = [];
  if (sheet !== null) location.push(locations.sheet(quoteText(sheet)));
  if (line !== null) location.push(locations.line(line));
  if (record !== null) location.push(locations.record(record));
  if (column !== null) {
    const name = /^[a-z0-9_]+$/.test(column) ? column : quoteText(column);
    location.push(locations[record === null ? "column" : "field"](name));
  }
  const text = renderMessage(message);
  return location.length === 0 ? text : `${location.join(", ")}: ${text}`;
}

const more = inLanguages((count: number, atLeast: boolean) => ({
  uk: `… і ще ${atLeast ? "щонайменше " : ""}${formatNumber(count)}`,
  en: `… and ${atLeast ? "at least " : ""}${formatNumber(count)} more`,
}));

const faultSummary = inLanguages((count: number, isRead: boolean) => {
  const [faults, faultsUk] = [countEn(count, "fault", "faults"), countUk(count, "помилка", "помилки", "помилок")];
  if (!isRead) return { uk: `${faultsUk}: файл не прочитано`, en: `${faults}: the file was not read` };
  if (isCapped(count)) {
    return {
      uk: `${formatNumber(count)} помилок або більше, далі файл не прочитано: нічого не опубліковано`,
      en: `${formatNumber(count)} faults or more, and reading stopped there: nothing was published`,
    };
  }
  const isCut = count > faultsListedMax;
  return {
    uk: `${faultsUk}: нічого не опубліковано${isCut ? "; щоб побачити всі у своїй таблиці, додайте --faults помилки.xlsx" : ""}`,
    en: `${faults}: nothing was published${isCut ? "; --faults FILE.xlsx lists all beside their cells" : ""}`,
  };
});

const namesakeAdvice = inLanguages({
  uk: "Якщо це різні люди, додайте --accept-namesakes",
  en: "If they are different people, add --accept-namesakes",
});

/**
 * The findings and then the faults. The last line counts the faults, and says that nothing was published, or that the
 * file was not read.
 */
export function renderFaults({ faults, count, findings }: ImportFaults): string[] {
  const lines = findings === null ? [] : renderFindings(findings);
  lines.push(...renderGroup({ listed: faults, count }, ""));
  if (faults.some(({ message }) => message.code === "duplicate")) lines.push(namesakeAdvice());
  return [...lines, faultSummary(count, findings !== null)];
}

type ListedFindings = Omit<Findings, "warnings"> & {
  readonly warnings: Iterable<readonly [WarningCode, FindingGroup]>;
};

const prefixes = {
  skipped: inLanguages((line: string) => ({ uk: `Пропущено: ${line}`, en: `Skipped ${line}` })),
  repaired: inLanguages((line: string) => ({ uk: `Виправлено: ${line}`, en: `Repaired ${line}` })),
  warning: inLanguages((line: string) => ({ uk: `Увага: ${line}`, en: `Warning: ${line}` })),
};

const warningSummary = inLanguages((count: number, atLeast: boolean) => ({
  uk: `${atLeast ? "Щонайменше " : ""}${countUk(count, "попередження", "попередження", "попереджень")}`,
  en: `${atLeast ? "At least " : ""}${countEn(count, "warning", "warnings")}`,
}));

/** The notes, skipped rows, repairs and warnings of an import. */
export function listFindings({ notes, skipped, repairs, warnings }: ListedFindings): string[] {
  return [
    ...notes.map(renderMessage),
    ...renderGroup(skipped, "").map(prefixes.skipped),
    ...renderGroup(repairs, "").map(prefixes.repaired),
    ...[...warnings]
      .flatMap(([code, group]) => renderGroup(group, ` (${warningKinds[code][chosenLanguage()]})`))
      .map(prefixes.warning),
  ];
}

/** Like {@link listFindings}, with the flags for dealing with the warnings. */
export function renderFindings(findings: Findings): string[] {
  const { warnings } = findings;
  const groups = [...warnings.values()];
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const atLeast = groups.some((group) => isCapped(group.count));
  return [
    ...listFindings(findings),
    ...(warnings.has("duplicate") ? [namesakeAdvice()] : []),
    ...(count === 0 ? [] : [warningSummary(count, atLeast)]),
  ];
}

function renderGroup({ listed, count }: FindingGroup, kind: string): string[] {
  const lines = listed.slice(0, faultsListedMax).map(renderFault);
  if (count > lines.length) lines.push(more(count - lines.length, isCapped(count)) + kind);
  return lines;
}

/** Whether counting stopped at the largest count. */
function isCapped(count: number): boolean {
  return count === faultsCountMax;
}
