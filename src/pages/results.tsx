/** The matching teachers, with their first letters in the margin, or advice if there are none. */
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Teacher } from "../domain/teacher.ts";
import { DataText } from "./data-text.tsx";
import { findActive, withoutFiltersHref } from "./filters.tsx";
import { listHref, teacherHref } from "./hrefs.ts";
import type { ListProps, ListView } from "./list-view.ts";
import type { PageContext } from "./page-context.ts";
import { numberPages, offsetOf } from "./page-numbers.ts";
import { textsIn } from "./texts.ts";

/** How many rows are rendered between two yields: a few hundred microseconds. */
const rowsBetweenYields = 10;

/** The teachers found as items of a list. */
export function* renderRows(context: PageContext, view: ListView): Generator<undefined, string> {
  let rows = "";
  for (let start = 0; start < view.teachers.length; start += rowsBetweenYields) {
    if (start > 0) yield;
    rows += renderToString(<Rows context={context} view={view} start={start} />);
  }
  return rows;
}

function Rows({ context, view, start }: ListProps & { readonly start: number }): VNode {
  const { teachers, ordering } = view;
  const isAlphabetical = ordering.endsWith("last_name");
  const markOf = ({ id, last_name }: Teacher): string => (isAlphabetical ? letterOf(last_name) : String(id));
  let markBefore = start === 0 ? "" : markOf(teachers[start - 1]!);
  return (
    <>
      {teachers.slice(start, start + rowsBetweenYields).map((teacher) => {
        const mark = markOf(teacher);
        const isNew = mark !== markBefore;
        markBefore = mark;
        return (
          <li key={teacher.id}>
            <span class={isAlphabetical ? "letter" : "number"} aria-hidden="true">
              {isNew && mark}
            </span>
            <TeacherLink context={context} teacher={teacher} />
            <DataText class="short" lang={context.lang} text={teacher.short_name} />
          </li>
        );
      })}
    </>
  );
}

/** The list around the rows, which renderToString has already escaped. */
export function Results({ rows }: { readonly rows: string }): VNode {
  return <ol class="results" dangerouslySetInnerHTML={{ __html: rows }} />;
}

/** The text reads like the full name, degree first; the style sheet puts the name first. */
function TeacherLink({ context, teacher }: { readonly context: PageContext; readonly teacher: Teacher }): VNode {
  const { id, name, degree } = teacher;
  return (
    <a href={teacherHref(context, id)}>
      {degree !== "" && (
        <>
          <DataText class="degree" lang={context.lang} text={degree} />{" "}
        </>
      )}
      {name === "" ? (
        <span class="name">{textsIn(context.lang).unnamed(id)}</span>
      ) : (
        <DataText class="name" lang={context.lang} text={name} />
      )}
    </a>
  );
}

// Not a modifier letter, since the apostrophe U+02BC is one.
const firstLetter = /[\p{L}--\p{Lm}]/v;

/** The letter under which a printed directory would list the name; empty without a letter. */
function letterOf(lastName: string): string {
  return firstLetter.exec(lastName)?.[0].toLocaleUpperCase("uk") ?? "";
}

/** For no match, a page past the end, or an empty directory. */
export function NoResults({ context, view }: ListProps): VNode {
  const { query, count, total } = view;
  const texts = textsIn(context.lang);
  if (total === 0) {
    return (
      <div class="no-results">
        <h2>{texts.emptyDirectory}</h2>
        <p>{texts.emptyDirectoryMore}</p>
      </div>
    );
  }
  if (count > 0) {
    const { last } = numberPages(query.limit, query.offset, count);
    const lastOffset = offsetOf(last, query.limit);
    return (
      <div class="no-results">
        <h2>{texts.pastEnd}</h2>
        <p>{texts.pastEndMore(count)}</p>
        <p class="actions">
          <a href={listHref(context, query)}>{texts.firstPage}</a>
          {last > 1 && <a href={listHref(context, query, { offset: String(lastOffset) })}>{texts.lastPage}</a>}
        </p>
      </div>
    );
  }
  return (
    <div class="no-results">
      <h2>{texts.noResults}</h2>
      <p>{texts.suggestions}</p>
      <Advice context={context} view={view} />
    </div>
  );
}

function Advice({ context, view: { query } }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const active = findActive(query);
  return (
    <ul>
      {query.search !== "" && (
        <>
          <li>{texts.tryLastName}</li>
          <li>{texts.trySpelling}</li>
          <li>{texts.tryInitials}</li>
          <li>{texts.tryDegree}</li>
        </>
      )}
      {active.length > 1 && (
        <li>
          {texts.removeFilter}{" "}
          {active.map(([name, value], index) => (
            <>
              {index > 0 && ", "}
              <a key={name} href={listHref(context, query, { [name]: null })}>
                {texts.fields[name]}: <DataText lang={context.lang} text={value} />
              </a>
            </>
          ))}
          ;
        </li>
      )}
      <li>
        <a href={withoutFiltersHref(context, query)}>{texts.viewAll}</a>.
      </li>
    </ul>
  );
}
