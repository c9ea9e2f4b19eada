/** The questions that a file leaves open: its sheet, columns, capitals, repeated names, and rows of several people. */
import type { ComponentChildren, VNode } from "preact";
import { clipText } from "../../domain/quoting.ts";
import { describePlace } from "../../publish/texts.ts";
import type { Header } from "../../read/header.ts";
import { columnFields, fieldLabel, nameColumn } from "../../read/headings.ts";
import { type Issue, type IssueOf, type ReadIssueCode, renderIssue } from "../../read/issue.ts";
import { reasonOf } from "../../read/places.ts";
import { rowKey } from "../../read/posts.ts";
import { isBlocking, type Upload } from "../previews.ts";
import { say, sentenceOf } from "../texts.ts";
import { allSheetsValue } from "../upload.ts";
import { Checkbox, DataTable, List, Part, reviewForm } from "./parts.tsx";

/** A list is answered row by row, so a longer one is better corrected in the file. */
const listedMax = 100;

/** The questions of a file, and the rows that are not published; null if there are none. */
export function Questions({ upload }: Readonly<{ upload: Upload }>): VNode | null {
  const { issues, headers } = upload.reading;
  const of = <Code extends ReadIssueCode>(code: Code): IssueOf<Code>[] =>
    issues.filter((issue): issue is IssueOf<Code> => issue.code === code);
  const columns = findColumnIssues(upload);
  const unlike = of("notAPerson");
  const questions = [
    ask(of("whichSheet"), {}, ({ data }) =>
      [...data.sheets, allSheetsValue].map((name) => {
        const text = name === allSheetsValue ? say("allSheets") : name;
        return <Checkbox key={name} name="sheet" value={name} text={text} checked={data.known.includes(name)} />;
      }),
    ),
    columns.length > 0 && <ColumnQuestions key="columns" headers={headers} issues={columns} />,
    ask(of("capitals").slice(0, 1), {}, () => [
      <Checkbox key="names" type="radio" name="case" value="names" text={say("capitalsNames")} checked />,
      <Checkbox key="file" type="radio" name="case" value="file" text={say("capitalsFile")} />,
    ]),
    ask(of("onePerson"), { title: say("pairQuestion"), hint: say("pairHint") }, (issue, row) => (
      <p key={row}>
        <bdi>{`${describePlace(placeOf(issue))}: ${renderIssue(issue)}`}</bdi>
        <input type="hidden" name="pair" value={row} form={reviewForm} />
        <Checkbox
          name="different"
          value={row}
          text={say("pairDifferent")}
          checked={issue.data.preset === "different"}
        />
      </p>
    )),
    ask(
      unlike.filter(({ column }) => column !== null),
      { title: say("rowQuestion"), hint: say("rowHint") },
      (issue, row) => <Checkbox key={row} name="left-out" value={row} text={describeRow(issue)} />,
    ),
  ].filter((question) => question);
  // Without a column, the whole row was skipped.
  const skipped = unlike.filter(({ column }) => column === null);
  return (
    <>
      {questions.length > 0 && (
        <Part id="questions" title={say("questions")} class="stack">
          {questions}
          <SaveAnswers />
        </Part>
      )}
      {skipped.length > 0 && (
        <Part id="left-out" title={say("leftOut", skipped.length)}>
          <p class="hint">{say("leftOutHint")}</p>
          <List class="bullets" items={skipped.slice(0, listedMax).map(describeRow)} />
        </Part>
      )}
    </>
  );
}

/** What is wrong with the columns, or to be confirmed. */
const findColumnIssues = ({ reading }: Upload): Issue[] =>
  reading.issues.filter(
    ({ code, severity }) => severity !== "note" && ["whichColumn", "badColumn", "mixedColumn"].includes(code),
  );

/** The columns of a file about which nothing is asked, to be changed nevertheless. */
export function ReadColumns({ upload }: Readonly<{ upload: Upload }>): VNode | null {
  if (findColumnIssues(upload).length > 0 || upload.reading.headers.length === 0) return null;
  return (
    <>
      <ColumnQuestions headers={upload.reading.headers} issues={[]} />
      <SaveAnswers />
    </>
  );
}

const SaveAnswers = (): VNode => (
  <button type="submit" class="quiet" form={reviewForm} name="save" formNoValidate children={say("answer")} />
);

const describeRow = (issue: Issue): string =>
  `${describePlace(placeOf(issue))}: ${clipText(issue.value)} — ${renderIssue(issue)}`;

const placeOf = ({ sheet, line }: Issue) => ({ sheet, line: line! });

/** A question about these issues; null if there are none. Without a title, the first issue is the question. */
function ask<Asked extends Issue>(
  issues: readonly Asked[],
  { title, hint }: { readonly title?: string; readonly hint?: string },
  render: (issue: Asked, row: string) => ComponentChildren,
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

/** For each table, a row for each column: its letter, heading and samples, the field that it is read as, and why. */
const ColumnQuestions = ({ headers, issues }: { headers: readonly Header[]; issues: readonly Issue[] }): VNode => (
  <>
    {headers.map(({ sheet, columns }, i) => (
      <fieldset key={i}>
        <legend>{sheet === null ? say("columnQuestion") : `${sheet}: ${say("columnQuestion")}`}</legend>
        <p class="hint">{say("columnHint")}</p>
        {issues
          .filter((issue) => issue.sheet === sheet)
          .map((issue) => (
            // A question with a preset is no alarm.
            <p key={issue.code} {...(isBlocking(issue) && { class: "alarm", role: "alert" })}>
              {sentenceOf(renderIssue(issue))}
            </p>
          ))}
        <DataTable
          head={[say("column"), say("samples"), say("content")]}
          rows={columns.map(({ index, heading, samples, field, reason }) => {
            const label = `${nameColumn(index)} ${clipText(heading)}`;
            return [
              <bdi key="column">{label}</bdi>,
              <bdi key="samples">{samples.map(clipText).join(" · ")}</bdi>,
              <>
                <select name={`column-${i}`} form={reviewForm} aria-label={`${say("column")} ${label}`}>
                  <option value="">{say("ignored")}</option>
                  {(reason === "secret" ? [] : columnFields).map((one) => (
                    <option key={one} value={one} selected={one === field}>
                      {one === "id" ? say("staffId") : fieldLabel(one)}
                    </option>
                  ))}
                </select>{" "}
                <small>{reasonOf(reason)}</small>
              </>,
            ];
          })}
        />
      </fieldset>
    ))}
  </>
);
