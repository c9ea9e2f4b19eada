/** The questions that a file leaves open: its sheet, columns, ids, repeated names, and rows that might not be teachers. */
import type { ComponentChildren, VNode } from "preact";
import { describePlace } from "../../publish/texts.ts";
import type { Header } from "../../read/header.ts";
import { columnFields, fieldLabel, nameColumn } from "../../read/headings.ts";
import type { Issue, ReadIssueCode } from "../../read/issue.ts";
import { clipText } from "../../read/language.ts";
import { rowKey } from "../../read/posts.ts";
import { reasonOf, renderIssue } from "../../read/texts.ts";
import type { Upload } from "../sessions.ts";
import { say, sentenceOf } from "../texts.ts";
import { allSheetsValue } from "../upload.ts";
import { DataTable, Form, Part, Tick } from "./parts.tsx";

/** A list is answered row by row, so a longer one is better corrected in the file. */
const listedMax = 100;

export function Questions({ action, upload }: { readonly action: string; readonly upload: Upload }): VNode | null {
  const { issues, headers } = upload.reading;
  const of = (...codes: readonly ReadIssueCode[]): Issue[] =>
    issues.filter(({ code, severity }) => codes.includes(code) && severity !== "note");
  const columns = of("whichColumn", "badColumn", "mixedColumn");
  const capitals = of("capitals").filter(({ severity }) => severity === "question");
  const questions = [
    ask(of("whichSheet"), {}, ({ data }) =>
      [...(data.sheets as readonly string[]), allSheetsValue].map((name) => {
        const text = name === allSheetsValue ? say("allSheets") : name;
        return <Tick key={name} type="radio" name="sheet" value={name} text={text} required />;
      }),
    ),
    ...(columns.length === 0 ? [] : headers).map((header, i) => (
      <ColumnQuestion key={i} name={`column-${i}`} {...header} issues={columns} />
    )),
    ask(of("missingIds").slice(0, 1), { title: say("idQuestion"), hint: say("idHint") }, () => (
      <Tick key="ids" name="ids" text={say("idYes")} checked />
    )),
    ask(capitals.slice(0, 1), {}, () => [
      <Tick key="names" type="radio" name="case" value="names" text={say("capitalsNames")} checked />,
      <Tick key="file" type="radio" name="case" value="file" text={say("capitalsFile")} />,
    ]),
    ask(of("onePerson"), { title: say("pairQuestion"), hint: say("pairHint") }, (issue, row) => (
      <p key={row}>
        <bdi>{`${describePlace(placeOf(issue))}: ${renderIssue(issue)}`}</bdi>
        <input type="hidden" name="pair" value={row} />
        <Tick name="different" value={row} text={say("pairDifferent")} checked={issue.data.preset === "different"} />
      </p>
    )),
    // Warnings of rows that often are headings or vacancies.
    ask(of("notAPerson", "severalPeople"), { title: say("rowQuestion"), hint: say("rowHint") }, (issue, row) => {
      const text = `${describePlace(placeOf(issue))}: ${clipText(issue.value)} — ${renderIssue(issue)}`;
      return <Tick key={row} name="left-out" value={row} text={text} />;
    }),
  ].filter((question) => question !== null);
  if (questions.length === 0) return null;
  return (
    <Part id="questions" title={say("questions")}>
      <Form action={action} class="stack">
        {questions}
        <button type="submit">{say("answer")}</button>
      </Form>
    </Part>
  );
}

const placeOf = ({ sheet, line }: Issue) => ({ sheet, line: line! });

/** A question about these issues; null if there are none. Without a title, the first issue is the question. */
function ask(
  issues: readonly Issue[],
  { title, hint }: { readonly title?: string; readonly hint?: string },
  render: (issue: Issue, row: string) => ComponentChildren,
): VNode | null {
  if (issues.length === 0) return null;
  return (
    <fieldset key={issues[0]!.code}>
      <legend>{title ?? sentenceOf(renderIssue(issues[0]!))}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {issues.slice(0, listedMax).map((issue) => render(issue, rowKey(placeOf(issue))))}
    </fieldset>
  );
}

type ColumnQuestionProps = Header & { readonly name: string; readonly issues: readonly Issue[] };

/** A row for each column: its letter, heading and samples, the field that it is read as, and why. */
function ColumnQuestion({ name, sheet, columns, issues }: ColumnQuestionProps): VNode {
  const own = issues.filter((issue) => issue.sheet === sheet);
  return (
    <fieldset>
      <legend>{sheet === null ? say("columnQuestion") : `${sheet}: ${say("columnQuestion")}`}</legend>
      <p class="hint">{say("columnHint")}</p>
      {own.map((issue) => (
        <p key={issue.code} class="alarm" role="alert" children={sentenceOf(renderIssue(issue))} />
      ))}
      <DataTable
        head={[say("column"), say("samples"), say("content")]}
        rows={columns.map(({ index, heading, samples, field, reason }) => {
          const label = `${nameColumn(index)} ${clipText(heading)}`;
          return [
            <bdi key="column">{label}</bdi>,
            <bdi key="samples">{samples.map(clipText).join(" · ")}</bdi>,
            <>
              <select name={name} aria-label={`${say("column")} ${label}`}>
                <option value="">{say("ignored")}</option>
                {(reason === "secret" ? [] : columnFields).map((one) => (
                  <option key={one} value={one} selected={one === field}>
                    {one === "id" ? say("id") : fieldLabel(one)}
                  </option>
                ))}
              </select>{" "}
              <small>{reasonOf(reason)}</small>
            </>,
          ];
        })}
      />
    </fieldset>
  );
}
