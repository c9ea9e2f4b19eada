/** The page of one teacher: every display form ready to copy, and the parts that they are made from. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";
import { type Teacher, textFieldNames } from "../domain/teacher.ts";
import { DataText } from "./data-text.tsx";
import { narrowedListHref, teacherHref, wholeListHref } from "./hrefs.ts";
import { isolate } from "./isolate.ts";
import type { PageContext } from "./page-context.ts";
import { renderPage } from "./page-layout.tsx";
import { type Words, wordsIn } from "./texts.ts";

interface TeacherPageProps {
  readonly context: PageContext;
  readonly teacher: Teacher;
}

const forms = [
  ["full_name", "fullName"],
  ["name", "name"],
  ["short_name_with_degree", "shortNameWithDegree"],
  ["short_name", "shortName"],
] as const satisfies readonly (readonly [field: keyof Teacher, label: keyof Words])[];

export function renderTeacherPage(context: PageContext, teacher: Teacher): string {
  return renderPage(context, {
    title: isolate(nameOf(context, teacher)),
    part: "teachers",
    script: "copy.js",
    links: <link rel="alternate" type="application/json" href={jsonHref(context, teacher)} />,
    children: <TeacherPageBody context={context} teacher={teacher} />,
  });
}

function TeacherPageBody({ context, teacher }: TeacherPageProps): VNode {
  const words = wordsIn(context.lang);
  return (
    <article class="teacher">
      <p class="back">
        <a href={wholeListHref(context)}>{words.allTeachers}</a>
      </p>
      <header>
        {teacher.degree !== "" && (
          <p class="degree">
            <DataText lang={context.lang} text={teacher.degree} />
          </p>
        )}
        <h1>{teacher.name === "" ? nameOf(context, teacher) : <DataText lang={context.lang} text={teacher.name} />}</h1>
      </header>
      <section aria-labelledby="forms">
        <h2 id="forms">{words.forms}</h2>
        <dl class="forms">
          {forms.map(([field, label]) => (
            <Form key={field} lang={context.lang} label={words[label]} value={teacher[field]} />
          ))}
        </dl>
        <p class="hint">{words.formsHint}</p>
        <p id="copied" class="unseen" role="status" />
      </section>
      <section aria-labelledby="record">
        <h2 id="record">{words.record}</h2>
        <dl class="record">
          {textFieldNames.map((part) => (
            <div key={part}>
              <dt>{words.parts[part]}</dt>
              <dd>
                {teacher[part] === "" ? <i>{words.missing}</i> : <DataText lang={context.lang} text={teacher[part]} />}
              </dd>
            </div>
          ))}
          <div>
            <dt>{words.id}</dt>
            <dd>{teacher.id}</dd>
          </div>
        </dl>
        <p class="actions">
          {teacher.last_name !== "" && (
            <a href={narrowedListHref(context, "last_name", teacher.last_name)}>{words.namesakes}</a>
          )}
          <a href={jsonHref(context, teacher)}>{words.asJson}</a>
        </p>
      </section>
    </article>
  );
}

interface FormProps {
  readonly lang: Lang;
  readonly label: string;
  readonly value: string;
}

/** A display form; the button is for the script to show, since without one there is nothing that copies. */
function Form({ lang, label, value }: FormProps): VNode {
  const words = wordsIn(lang);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === "" ? (
          <i>{words.missing}</i>
        ) : (
          <>
            <DataText class="copyable" lang={lang} text={value} />
            <button type="button" class="copy" data-copied={words.copied} hidden>
              <span>{words.copy}</span>
              <span class="unseen">: {label}</span>
            </button>
          </>
        )}
      </dd>
    </div>
  );
}

function jsonHref(context: PageContext, { id }: Teacher): string {
  const [path] = teacherHref(context, id).split("?");
  return `${path}?format=json`;
}

function nameOf({ lang }: PageContext, { id, name }: Teacher): string {
  return name === "" ? wordsIn(lang).unnamed(id) : name;
}
