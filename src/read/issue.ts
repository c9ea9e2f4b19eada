/** What reading a file finds out, as data: errors, questions, warnings and notes. */
import { chosenLanguage } from "../domain/lang.ts";
import { type Code, codes, type Placed, type Severity, type Text } from "./codes.ts";
import type { ForeignKind } from "./formats/foreign.ts";

export type ReadIssueCode = keyof typeof codes;

type DataOf<Of extends ReadIssueCode> = (typeof codes)[Of] extends Code<infer Data> ? Data : never;

/** `data` has the values of the text. */
export type Issue = { [Of in ReadIssueCode]: Placed & { readonly code: Of; readonly data: DataOf<Of> } }[ReadIssueCode];
export type IssueOf<Of extends ReadIssueCode> = Extract<Issue, { readonly code: Of }>;

/** The rest of an issue; what is left out is null or empty. */
type Rest<Of extends ReadIssueCode> = Partial<Placed> & (unknown extends DataOf<Of> ? unknown : { data: DataOf<Of> });

const unplaced = { sheet: null, line: null, column: null, value: "", related: null, data: {} };

const createIssue = <Of extends ReadIssueCode>(code: Of, rest: Rest<Of>): Issue =>
  ({ severity: codes[code].severity, code, ...unplaced, ...rest }) as Issue;

/** The text of an issue in the chosen language. */
export function renderIssue(issue: Issue): string {
  const text = codes[issue.code].text as Text<Issue["data"]>;
  return (typeof text === "function" ? text(issue.data, issue) : text)[chosenLanguage()];
}

/** Whether the file can't be read before somebody answers. The other questions have a preset. */
export const isOpenQuestion = (issue: Issue): boolean =>
  issue.code === "whichSheet" || (issue.code === "whichColumn" && issue.data.preset === -1);

/** An issue about many lines has at most this many, and counts the others. */
export const linesMax = 20;
/** At most this many issues of a code are kept; the others are counted. */
const keptMax = 10_000;

export function createIssues() {
  const list: Issue[] = [];
  const counts = new Map<ReadIssueCode, number>();
  function push(issue: Issue): void {
    const count = (counts.get(issue.code) ?? 0) + 1;
    counts.set(issue.code, count);
    if (count <= keptMax) list.push(issue);
  }
  return {
    list: list as readonly Issue[],
    counts: counts as ReadonlyMap<ReadIssueCode, number>,
    push,
    add: <Of extends ReadIssueCode>(code: Of, rest: Rest<Of>): void => push(createIssue(code, rest)),
    has: (severity: Severity): boolean => list.some((issue) => issue.severity === severity),
  };
}

export type Issues = ReturnType<typeof createIssues>;

/** The file can't be read any further. */
export class ReadError<Of extends ReadIssueCode> extends Error {
  readonly issue: Issue;

  constructor(code: Of, rest: Rest<Of>) {
    super(code);
    this.issue = createIssue(code, rest);
  }
}

/** The error about a file of another kind. */
export const refuseKind = (kind: ForeignKind): ReadError<"foreign"> => new ReadError("foreign", { data: { kind } });
