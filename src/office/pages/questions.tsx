/** The questions that a file leaves open: its sheet, columns, ids, repeated names, and rows that might not be teachers. */
import type { VNode } from "preact";
import { fieldLabel, nameColumn } from "../../read/field-labels.ts";
import type { Column } from "../../read/header.ts";
import { columnFields } from "../../read/headings.ts";
import type { Issue, ReadIssueCode } from "../../read/issue.ts";
import { clipText } from "../../read/language.ts";
import { rowKey } from "../../read/posts.ts";
import type { ReadFile, SheetHeader } from "../../read/read.ts";
import { renderIssue } from "../../read/texts.ts";
import { say, sentenceOf } from "../texts.ts";
import type { Upload } from "../upload.ts";
import { allSheetsValue } from "../uploads.ts";
import { Alarm, Button, Form, Question, Tick } from "./form.tsx";
import { DataTable, Part, type TableColumn } from "./parts.tsx";

interface QuestionsProps {
  readonly action: string;
  readonly upload: Upload;
  readonly reading: ReadFile;
}

/** A list is answered row by row, so a longer one is better corrected in the file. */
const listedMax = 100;
const columnCodes: readonly ReadIssueCode[] = ["whichColumn", "badColumn", "mixedColumn"];
/** Warnings of rows that often are headings or vacancies. */
const rowCodes: readonly ReadIssueCode[] = ["notAPerson", "severalPeople"];

export function Questions({ action, upload, reading }: QuestionsProps): VNode | null {
  const of = (...codes: readonly ReadIssueCode[]): Issue[] =>
    reading.issues.filter(({ code, severity }) => codes.includes(code) && severity !== "note");
  const [columns, sheets, pairs] = [of(...columnCodes), of("whichSheet"), of("onePerson")];
  const [ids, capitals, rows] = [of("missingIds"), of("capitals").filter(isQuestion), of(...rowCodes)];
  const asked = [columns, sheets, pairs, ids, capitals, rows, of("nameOrder")].flat();
  const isAnswered = Object.keys(upload.answers).length > 0;
  if (asked.length === 0 && !isAnswered) return null;
  return (
    <Part id="questions" title={say(asked.length > 0 ? (isAnswered ? "otherQuestions" : "questions") : "answered")}>
      <Form action={action} class="stack">
        {sheets.length > 0 && (
          <Question title={say("sheetQuestion")}>
            {(sheets[0]!.data.sheets as readonly string[]).map((name) => (
              <Tick key={name} type="radio" name="sheet" value={name} text={name} required />
            ))}
            <Tick type="radio" name="sheet" value={allSheetsValue} text={say("allSheets")} />
          </Question>
        )}
        {columns.length > 0 &&
          reading.headers.map((header, i) => (
            <ColumnQuestion key={header.sheet} {...{ header, i }} issues={columns.filter(isOn(header))} />
          ))}
        {ids.length > 0 && (
          <Question title={say("idQuestion")}>
            <p class="hint">{say("idHint")}</p>
            <Tick name="ids" text={say("idYes")} checked />
          </Question>
        )}
        {capitals.length > 0 && <CapitalsQuestion issues={capitals} />}
        {of("nameOrder").map((issue) => (
          <Question key={issue.sheet} title={say("orderQuestion")}>
            <p class="hint">{sentenceOf(renderIssue(issue))}</p>
          </Question>
        ))}
        {pairs.length > 0 && (
          <Question title={say("pairQuestion")}>
            <p class="hint">{say("pairHint")}</p>
            {pairs.slice(0, listedMax).map((issue) => (
              <Pair key={rowOf(issue)} issue={issue} />
            ))}
          </Question>
        )}
        {rows.length > 0 && (
          <Question title={say("rowQuestion")}>
            <p class="hint">{say("rowHint")}</p>
            {rows.slice(0, listedMax).map((issue) => (
              <Tick key={rowOf(issue)} name="left-out" value={rowOf(issue)} text={describeRow(issue)} />
            ))}
          </Question>
        )}
        <p class="actions">
          {asked.length > 0 && <Button>{say("answer")}</Button>}
          {isAnswered && <Button class="quiet" name="forget" formNoValidate children={say("forget")} />}
        </p>
      </Form>
    </Part>
  );
}

const isQuestion = ({ severity }: Issue): boolean => severity === "question";
const isOn =
  (header: SheetHeader) =>
  ({ sheet }: Issue): boolean =>
    sheet === header.sheet;
const rowOf = ({ sheet, line }: Issue): string => rowKey({ sheet, line: line! });
const describeRow = (issue: Issue): string =>
  `${say("rowOf", issue.line!, issue.sheet)}: ${clipText(issue.value)} — ${renderIssue(issue)}`;

/** A row for each column: its letter, heading and samples, why it was chosen, and the field that it is read as. */
function ColumnQuestion({ header, i, issues }: Readonly<{ header: SheetHeader; i: number; issues: Issue[] }>): VNode {
  const title = header.sheet === null ? say("columnQuestion") : say("columnQuestionOn", header.sheet);
  const shown: TableColumn<Column>[] = [
    [say("column"), ({ index, heading }) => <bdi>{`${nameColumn(index)} ${clipText(heading)}`}</bdi>],
    [say("samples"), ({ samples }) => <bdi>{samples.map(clipText).join(" · ")}</bdi>],
    [say("content"), (column) => <ColumnSelect {...column} name={`column-${i}`} />],
  ];
  return (
    <Question title={title}>
      <p class="hint">{say("columnHint")}</p>
      {issues.map((issue, at) => (
        <Alarm key={at}>{sentenceOf(renderIssue(issue))}</Alarm>
      ))}
      <DataTable columns={shown} rows={header.columns} />
    </Question>
  );
}

function ColumnSelect({ name, index, heading, field, reason }: Column & { readonly name: string }): VNode {
  const why = reason === "values" || reason === "severalHeadings" || reason === "secret" ? say(`why_${reason}`) : "";
  return (
    <>
      <select name={name} aria-label={say("columnLabel", `${nameColumn(index)} ${clipText(heading)}`)}>
        <option value="">{say("ignored")}</option>
        {reason !== "secret" &&
          columnFields.map((one) => (
            <option key={one} value={one} selected={one === field}>
              {one === "id" ? say("id").toLowerCase() : fieldLabel(one)}
            </option>
          ))}
      </select>{" "}
      <small>{why}</small>
    </>
  );
}

function CapitalsQuestion({ issues }: { readonly issues: readonly Issue[] }): VNode {
  const { value, data } = issues[0]!;
  return (
    <Question title={say("capitalsQuestion")}>
      <Tick type="radio" name="case" value="names" text={say("capitalsNames", value, String(data.written))} checked />
      <Tick type="radio" name="case" value="file" text={say("capitalsFile")} />
    </Question>
  );
}

/** Two rows of one name: one person with two positions, or two people. */
function Pair({ issue }: { readonly issue: Issue }): VNode {
  const row = rowOf(issue);
  return (
    <p>
      <bdi>{`${say("rowOf", issue.line!, issue.sheet)}: ${renderIssue(issue)}`}</bdi>
      <input type="hidden" name="pair" value={row} />
      <Tick name="different" value={row} text={say("pairDifferent")} checked={issue.data.preset === "different"} />
    </p>
  );
}
