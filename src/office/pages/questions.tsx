/** What a file leaves open: its columns, its sheet, its ids, its namesakes, and rows that are perhaps not teachers. */
import { isDeepStrictEqual } from "node:util";
import type { VNode } from "preact";
import { columnFields, findHeadingField, headingKey } from "../../import/table/headings.ts";
import { noAnswers } from "../../publishing/answers.ts";
import { renderMessage } from "../../publishing/file-lines.ts";
import { nameColumn } from "../../publishing/texts/field-labels.ts";
import type { OfficeSession } from "../entry/sessions.ts";
import { fieldLabels, officeTexts as texts } from "../texts.ts";
import { type FileRow, locationOf, type UploadReading } from "../upload/reading.ts";
import { findQuestions } from "../upload/review.ts";
import type { WaitingUpload } from "../upload/waiting-list.ts";
import { Alarm, Button, Form, Hidden, List, PagePart, Question, Tick } from "./parts.tsx";

interface QuestionsProps {
  readonly session: OfficeSession;
  readonly upload: WaitingUpload;
  readonly reading: UploadReading;
}

/** What a form sends for all sheets: Excel allows no sheet of this name. */
export const allSheetsValue = "*";

/** Rows with these are often headings and vacancies. */
const rowCodes: readonly string[] = ["placeholder", "heading", "severalPeople", "digit"];

export function Questions({ session, upload, reading }: QuestionsProps): VNode {
  const asked = new Set(reading.faults.listed.flatMap(findQuestions));
  const namesakes = reading.warnings.flatMap(([code, { listed }]) => (code === "duplicate" ? listed : []));
  const rows = reading.warnings
    .flatMap(([code, { listed }]) => (rowCodes.includes(code) ? listed : []))
    .filter(({ line }) => line !== null);
  const isAsking = asked.size + namesakes.length + rows.length > 0;
  const isAnswered =
    upload.leftOut.length > 0 || upload.acceptsNamesakes || !isDeepStrictEqual(upload.answers, noAnswers);
  const columns = <ColumnQuestion upload={upload} reading={reading} />;
  const action = `/preview/${upload.id}/answers`;
  return (
    <>
      {(isAsking || isAnswered) && (
        <PagePart id="questions" title={texts.questions()}>
          <Form session={session} action={action} class="stack">
            {asked.has("sheet") && (
              <Question title={texts.sheetQuestion()}>
                {upload.sheets.map((name) => (
                  <Tick key={name} type="radio" name="sheet" value={name} text={name} required />
                ))}
                <Tick type="radio" name="sheet" value={allSheetsValue} text={texts.allSheets()} />
              </Question>
            )}
            {asked.has("columns") && columns}
            {asked.has("ids") && (
              <Question title={texts.idQuestion()} hint={texts.idHint()}>
                <Tick name="ids" value="yes" text={texts.idYes()} />
              </Question>
            )}
            {namesakes.length > 0 && (
              <Question title={texts.namesakeQuestion()} hint={texts.namesakeHint()}>
                <List items={namesakes.map(({ message }) => renderMessage(message))} />
                <Tick name="namesakes" value="yes" text={texts.namesakesYes()} />
              </Question>
            )}
            {rows.length > 0 && (
              <Question title={texts.rowQuestion()} hint={texts.rowHint()}>
                {rows.map(({ line, sheet, message }) => {
                  const location = locationOf(line!, sheet);
                  const text = `${texts.rowOf(location)}: ${renderMessage(message)}`;
                  return <Tick key={location} name="left-out" value={location} text={text} />;
                })}
              </Question>
            )}
            <p class="actions">
              {isAsking && <Button text={texts.answer()} />}
              {isAnswered && <Button text={texts.forget()} class="quiet" name="forget" />}
            </p>
          </Form>
        </PagePart>
      )}
      {!asked.has("columns") && reading.start.length > 0 && (
        <details class="correction">
          <summary>{texts.correctColumns()}</summary>
          <Form session={session} action={action} class="stack">
            {columns}
            <Button text={texts.answer()} class="quiet" />
          </Form>
        </details>
      )}
    </>
  );
}

/** Selects over the first rows of the table. */
function ColumnQuestion({ upload, reading }: Pick<QuestionsProps, "upload" | "reading">): VNode {
  const header = findHeader(reading);
  const { columnMap } = upload.answers;
  const fieldOf = (heading: string) => {
    const key = headingKey(heading);
    return columnFields.find((field) => headingKey(columnMap[field] ?? "") === key) ?? findHeadingField(heading);
  };
  return (
    <Question title={texts.columnQuestion()} hint={texts.columnHint()}>
      <Hidden name="columns" value="yes" />
      {reading.faults.listed.map(
        ({ message }) => message.code === "secretColumn" && <Alarm>{texts.secretColumn(message.wanted)}</Alarm>,
      )}
      <div class="scroll">
        <table class="columns-of-file">
          <thead>
            <tr>
              {header.cells.map((heading, i) => (
                <th key={i} scope="col">
                  <small>{nameColumn(i)}</small> <bdi>{heading}</bdi>
                  {heading.trim() !== "" && <ColumnSelect heading={heading} selected={fieldOf(heading)} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reading.start
              .filter(({ line }) => line > header.line)
              .map(({ line, cells }) => (
                <tr key={line}>
                  {header.cells.map((_, i) => (
                    <td key={i}>
                      <bdi>{cells[i] ?? ""}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Question>
  );
}

function ColumnSelect({
  heading,
  selected,
}: {
  readonly heading: string;
  readonly selected: string | undefined;
}): VNode {
  return (
    <>
      <Hidden name="heading" value={heading} />
      <select name="field" aria-label={texts.columnLabel(heading)}>
        <option value="">{texts.ignored()}</option>
        {columnFields.map((field) => (
          <option key={field} value={field} selected={selected === field}>
            {fieldLabels[field]()}
          </option>
        ))}
      </select>
    </>
  );
}

/** The first row that is as full as the one that was taken for the header: where headings are unknown, that may be a later one. */
function findHeader({ start, faults }: UploadReading): FileRow {
  const line = faults.listed.find((fault) => findQuestions(fault).length > 0)?.line ?? null;
  const count = ({ cells }: FileRow): number => cells.filter((cell) => cell.trim() !== "").length;
  const guess = start.find((row) => row.line === line) ?? start[0] ?? { line: 0, sheet: null, cells: [] };
  return start.find((row) => count(row) >= count(guess)) ?? guess;
}
