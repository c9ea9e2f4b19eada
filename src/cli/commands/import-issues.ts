/** Prints what reading a file found out, with the flags that answer its questions. */

import { inLanguages } from "../../domain/lang.ts";
import { quoteFlag, quoteText } from "../../domain/quoting.ts";
import { versionTexts } from "../../publish/version-texts.ts";
import type { Severity } from "../../read/codes.ts";
import { noColumn } from "../../read/header.ts";
import { fieldLabel, nameColumn } from "../../read/headings.ts";
import { type Issue, isOpenQuestion, renderIssue } from "../../read/issue.ts";
import { describeColumns, renderPlace } from "../../read/places.ts";
import type { ReadFile } from "../../read/read.ts";

/** At most this many issues of a code are printed. */
const shownMax = 20;
const flagsMax = 10;

/** Questions whose preset is taken unless somebody answers. A repeated name is a danger of the plan instead. */
export const isPresetQuestion = (issue: Issue): boolean =>
  issue.severity === "question" && issue.code !== "onePerson" && !isOpenQuestion(issue);

/** The worst last. */
const severities: Readonly<Record<Severity, () => string>> = {
  note: inLanguages({ uk: "примітка", en: "note" }),
  warning: inLanguages({ uk: "попередження", en: "warning" }),
  question: inLanguages({ uk: "запитання", en: "question" }),
  error: inLanguages({ uk: "помилка", en: "error" }),
};
const order = Object.keys(severities);

const advice = {
  choose: inLanguages((flags: string) => ({ uk: `Виберіть: ${flags}`, en: `Choose with ${flags}` })),
  header: inLanguages({
    uk: "якщо заголовок в іншому рядку, назвіть його: --header N",
    en: "if the header is in another line, name it: --header N",
  }),
  readAs: inLanguages((column: string, field: string) => ({
    uk: `Стовпець ${column} прочитано як ${field}`,
    en: `Column ${column} is read as ${field}`,
  })),
  other: inLanguages((flags: string) => ({ uk: `інший: ${flags}`, en: `for another one: ${flags}` })),
  capitals: inLanguages({
    uk: "Їх буде записано, як пишуть імена (--case names); --case file лишить, як у файлі",
    en: "They are rewritten, as --case names says; --case file keeps them as they are",
  }),
  ids: inLanguages({
    uk: "Хто вже є в довіднику, збереже номер; хто повернувся, отримає свій; решта — новий",
    en: "Whoever is listed already keeps the id; people who returned get theirs back, and others a new one",
  }),
} as const;

/** The lines, the worst last, and the number of errors. */
export function renderIssues(read: ReadFile): { readonly errors: number; readonly lines: readonly string[] } {
  const byCode = Map.groupBy(read.issues, ({ code, severity }) => `${severity} ${code}`);
  const groups = [...byCode.values()].sort((a, b) => order.indexOf(a[0]!.severity) - order.indexOf(b[0]!.severity));
  const lines = groups.flatMap((issues) => renderGroup(issues, read));
  const errors = read.issues.filter(({ severity }) => severity === "error").length;
  return { errors, lines: [...renderReading(read), ...lines] };
}

/** How the columns were read, unless all headings are plain names of fields. */
function renderReading({ headers }: ReadFile): string[] {
  const unusual = headers.filter(({ columns }) => columns.some(({ field, heading }) => field !== heading));
  return unusual.map((header) => {
    const sheet = header.sheet === null ? "" : `${quoteText(header.sheet)}: `;
    return `${sheet}${describeColumns(header).join("; ")}`;
  });
}

function renderGroup(issues: readonly Issue[], read: ReadFile): string[] {
  const { severity, code } = issues[0]!;
  if (code === "readAs") return [];
  const count = read.counts.get(code) ?? issues.length;
  const lines = issues.slice(0, shownMax).map((issue) => renderLine(issue, read));
  const more = count > lines.length ? [`  ${versionTexts.more(count - lines.length)}`] : [];
  const advised = ["question", "error"].includes(severity) || code === "noHeader" ? renderAdvice(issues[0]!, read) : [];
  return [...lines, ...more, ...advised.map((line) => `  ${line}`)];
}

/** `error: B14 "Посада": …` */
function renderLine(issue: Issue, { headers }: ReadFile): string {
  const text = renderIssue(issue);
  const value = issue.value === "" || text.includes(quoteText(issue.value)) ? "" : quoteText(issue.value);
  return `${severities[issue.severity]()}: ${[renderPlace(issue, headers), value, text].filter((part) => part !== "").join(": ")}`;
}

/** What to do instead. Each flag works as it is printed. */
function renderAdvice({ code, data, column, sheet }: Issue, { headers }: ReadFile): string[] {
  if (code === "capitals") return [advice.capitals()];
  if (code === "missingIds") return [advice.ids()];
  if (code === "noHeader") return [advice.header()];
  if (code === "whichSheet" || code === "noSheet") {
    const named = data.sheets.filter((name) => name !== "");
    const flags = named.map((name) => `--sheet ${quoteFlag(name)}`).slice(0, flagsMax);
    const all = flags.length > 1 ? ["--all-sheets"] : [];
    return flags.length === 0 ? [] : [advice.choose([...flags, ...all].join(" | "))];
  }
  if (code !== "whichColumn") return [];
  const { field } = data;
  const columns = headers.find((one) => one.sheet === sheet)?.columns ?? [];
  const unread = columns.filter((one) => one.field === null).map(({ index }) => index);
  const candidates = data.candidates.filter((index) => index !== column);
  const named = (candidates.length > 0 ? candidates : unread).slice(0, flagsMax).map(nameColumn);
  const all = field === "degree" && column === null ? [...named, noColumn] : named;
  const flags = all.map((name) => `--map ${field}=${name}`).join(" | ");
  if (column === null) return flags === "" ? [] : [`${advice.choose(flags)}; ${advice.header()}`];
  const readAs = advice.readAs(nameColumn(column), fieldLabel(field));
  return [flags === "" ? readAs : `${readAs}; ${advice.other(flags)}`];
}
