/** The matching teachers: in groups under the letters of the alphabet, with their numbers, or the best match first. */
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Range } from "../../domain/marks.ts";
import { letterOf } from "../../domain/names/alphabet.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { teacherHref } from "../hrefs.ts";
import { DataText, MarkedText } from "../inline-text.tsx";
import type { PageContext } from "../page-context.ts";
import { textsIn } from "../texts.ts";
import type { ListView } from "./list-view.ts";

/** How many rows are rendered between two yields: a few hundred microseconds. */
const rowsBetweenYields = 10;

interface Group {
  /** Empty if the list has no letters or the names have none. */
  readonly letter: string;
  readonly teachers: readonly Teacher[];
}

/** The teachers found, as one list per letter. */
export function* renderTeacherRows(context: PageContext, view: ListView): Generator<undefined, string> {
  const isAlphabetical = view.ordering.endsWith("last_name");
  let markup = "";
  for (const { letter, teachers } of groupByLetter(view.teachers, isAlphabetical)) {
    markup += `<div class="group">${renderToString(<GroupLetter context={context} letter={letter} />)}<ol>`;
    for (let start = 0; start < teachers.length; start += rowsBetweenYields) {
      if (markup !== "") yield;
      const some = teachers.slice(start, start + rowsBetweenYields);
      markup += renderToString(
        <Rows context={context} teachers={some} marks={view.marks} hasNumbers={view.ordering.endsWith("id")} />,
      );
    }
    markup += "</ol></div>";
  }
  return markup;
}

function groupByLetter(teachers: readonly Teacher[], isAlphabetical: boolean): Group[] {
  if (!isAlphabetical) return [{ letter: "", teachers }];
  const groups: { letter: string; teachers: Teacher[] }[] = [];
  for (const teacher of teachers) {
    const letter = letterOf(teacher.last_name);
    const last = groups.at(-1);
    if (last?.letter === letter) last.teachers.push(teacher);
    else groups.push({ letter, teachers: [teacher] });
  }
  return groups;
}

/** The letter in the margin, which stays while its names scroll by. */
function GroupLetter({ context, letter }: { readonly context: PageContext; readonly letter: string }): VNode | null {
  if (letter === "") return null;
  return (
    <h3 class="letter" lang={context.lang === "uk" ? undefined : "uk"}>
      {letter}
    </h3>
  );
}

interface RowsProps extends Pick<ListView, "teachers" | "marks"> {
  readonly context: PageContext;
  readonly hasNumbers: boolean;
}

/** The whole row is the link. Its text reads like the full name, degree first; the style sheet puts the name first. */
function Rows({ context, teachers, marks, hasNumbers }: RowsProps): VNode {
  return (
    <>
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          {hasNumbers && (
            <span class="number" aria-hidden="true">
              {teacher.id}
            </span>
          )}
          <a href={teacherHref(context, teacher.id)}>
            {teacher.degree !== "" && (
              <>
                <DataText
                  class="degree"
                  lang={context.lang}
                  text={teacher.degree}
                  ranges={marks.get(teacher.id)?.degree ?? []}
                />{" "}
              </>
            )}
            <Name context={context} teacher={teacher} ranges={marks.get(teacher.id)?.name ?? []} />
          </a>
        </li>
      ))}
    </>
  );
}

interface NameProps {
  readonly context: PageContext;
  readonly teacher: Teacher;
  /** What the search has matched. */
  readonly ranges: readonly Range[];
}

/** The name with its last name apart, since lists are read by that. */
function Name({ context: { lang }, teacher, ranges }: NameProps): VNode {
  const { id, name, last_name } = teacher;
  if (name === "") return <span class="name">{textsIn(lang).unnamed(id)}</span>;
  return (
    <bdi class="name" lang={lang === "uk" ? undefined : "uk"}>
      {last_name !== "" && (
        <b>
          <MarkedText text={last_name} ranges={ranges} />
        </b>
      )}
      <MarkedText text={name.slice(last_name.length)} ranges={ranges} start={last_name.length} />
    </bdi>
  );
}

/** The list around the rows, which {@link renderTeacherRows} has already escaped. */
export function Results({ rows }: { readonly rows: string }): VNode {
  return <div class="results" dangerouslySetInnerHTML={{ __html: rows }} />;
}
