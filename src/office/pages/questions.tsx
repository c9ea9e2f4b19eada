/** The questions that a file leaves open: its columns, sheet, ids, namesakes, and rows that might not be teachers. */
import type { VNode } from "preact";
import type { Fault } from "../../import/fault.ts";
import { type Answers, listQuestions } from "../../publishing/answers.ts";
import { renderMessage } from "../../publishing/file-lines.ts";
import { type FileReading, type FileRow, listColumns, nameCell, placeText } from "../../publishing/reading/reading.ts";
import type { Upload } from "../../publishing/upload.ts";
import { fieldLabel } from "../../read/field-labels.ts";
import { columnFields } from "../../read/headings.ts";
import { clipText } from "../../read/language.ts";
import { say } from "../texts.ts";
import { allSheetsValue } from "../uploads.ts";
import { Alarm, Button, Form, Question, Tick } from "./form.tsx";
import { DataTable, List, Part, type TableColumn } from "./parts.tsx";

interface QuestionsProps {
  readonly action: string;
  readonly upload: Upload;
  readonly reading: FileReading;
  readonly known: ReadonlyMap<string, string>;
}

export function Questions({ action, upload, reading, known }: QuestionsProps): VNode | null {
  const { asked, sheets, namesakes, rows } = listQuestions(reading);
  const isAsking = asked.size + namesakes.length + rows.length > 0;
  const isAnswered = upload.usesAnswers;
  if (!isAsking && !isAnswered) return null;
  const describe = (row: Fault) => `${nameCell({ ...row, column: null }, reading)}: ${renderMessage(row.message)}`;
  const ticks = rows.map((row) => [placeText(row.line!, row.sheet), describe(row)] as const);
  return (
    <Part id="questions" title={say(isAsking ? (isAnswered ? "otherQuestions" : "questions") : "answered")}>
      <Form action={action} class="stack">
        {asked.has("sheet") && (
          <Question title={say("sheetQuestion")}>
            {sheets.map((name) => (
              <Tick key={name} type="radio" name="sheet" value={name} text={name} required />
            ))}
            <Tick type="radio" name="sheet" value={allSheetsValue} text={say("allSheets")} />
          </Question>
        )}
        {asked.has("ids") && (
          <Question title={say("idQuestion")}>
            <p class="hint">{say("idHint")}</p>
            <Tick name="ids" text={say("idYes")} />
          </Question>
        )}
        {asked.has("columns") && <ColumnQuestion answers={upload.answers} reading={reading} />}
        {namesakes.length > 0 && (
          <Question title={say("namesakeQuestion")}>
            <p class="hint">{say("namesakeHint")}</p>
            <List items={namesakes.map(describe)} />
            <Tick name="namesakes" text={say("namesakesYes")} />
          </Question>
        )}
        {rows.length > 0 && (
          <Question title={say("rowQuestion")}>
            <p class="hint">{say("rowHint")}</p>
            {ticks.map(([place, text]) => (
              <Tick key={place} name="left-out" value={place} text={text + (known.get(place) ?? "")} />
            ))}
          </Question>
        )}
        <p class="actions">
          {isAsking && <Button>{say("answer")}</Button>}
          {isAnswered && <Button class="quiet" name="forget" formNoValidate children={say("forget")} />}
        </p>
      </Form>
    </Part>
  );
}

/** A select for each column, above the first rows of the table. */
function ColumnQuestion({ answers, reading }: { readonly answers: Answers; readonly reading: FileReading }): VNode {
  const { columns, rows } = listColumns(reading, answers);
  const shown = columns.map(
    (column, i): TableColumn<FileRow> => [
      <ColumnSelect key={i} {...column} />,
      ({ cells }) => <bdi>{clipText(cells[i] ?? "")}</bdi>,
    ],
  );
  return (
    <Question title={say("columnQuestion")}>
      <p class="hint">{say("columnHint")}</p>
      {listQuestions(reading).secrets.map((heading) => (
        <Alarm key={heading}>{say("secretColumn", heading)}</Alarm>
      ))}
      <input type="hidden" name="columns" value="yes" />
      <div class="scroll">
        <DataTable class="columns-of-file" columns={shown} rows={rows} />
      </div>
    </Question>
  );
}

/** `name` is the letter of the column, such as `A`. A column without a heading can't be chosen: none would find it again. */
function ColumnSelect({ name, heading, field: usual }: ReturnType<typeof listColumns>["columns"][number]): VNode {
  if (heading.trim() === "") {
    return (
      <small>
        {name} {say("noHeading")}
      </small>
    );
  }
  return (
    <>
      <small>{name}</small> <bdi>{clipText(heading)}</bdi>
      <input type="hidden" name="heading" value={heading} />
      <select name="field" aria-label={say("columnLabel", clipText(heading))}>
        <option value="">{say("ignored")}</option>
        {columnFields.map((field) => (
          <option key={field} value={field} selected={usual === field}>
            {field === "id" ? say("id").toLowerCase() : fieldLabel(field)}
          </option>
        ))}
      </select>
    </>
  );
}
