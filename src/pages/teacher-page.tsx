/** The page of one teacher: every display form with a button to copy it, and the stored fields. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";
import { type Teacher, textFieldNames } from "../domain/teacher.ts";
import { DataText, isolate } from "./data-text.tsx";
import { filteredListHref, teacherHref, unfilteredListHref } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";
import { renderPage } from "./page-layout.tsx";
import { formatNumber, type Texts, textsIn } from "./texts.ts";

interface TeacherPageProps {
  readonly context: PageContext;
  readonly teacher: Teacher;
  /** How many teachers have the same last name, this one included. */
  readonly sameLastNameCount: number;
}

const forms = [
  ["full_name", "fullName"],
  ["name", "name"],
  ["short_name_with_degree", "shortNameWithDegree"],
  ["short_name", "shortName"],
] as const satisfies readonly (readonly [field: keyof Teacher, label: keyof Texts])[];

export function renderTeacherPage(props: TeacherPageProps): string {
  const { context, teacher } = props;
  return renderPage(context, {
    title: isolate(nameOf(context, teacher)),
    part: "teachers",
    script: "copy.js",
    links: <link rel="alternate" type="application/json" href={jsonHref(context, teacher)} />,
    children: <TeacherPageBody {...props} />,
  });
}

function TeacherPageBody({ context, teacher, sameLastNameCount }: TeacherPageProps): VNode {
  const texts = textsIn(context.lang);
  return (
    <article class="teacher">
      <p class="back">
        <a href={unfilteredListHref(context)}>{texts.allTeachers}</a>
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
        <h2 id="forms">{texts.nameForms}</h2>
        <dl class="forms">
          {forms.map(([field, label]) => (
            <Form key={field} lang={context.lang} label={texts[label]} value={teacher[field]} />
          ))}
        </dl>
        <p class="hint">{texts.nameFormsHint}</p>
        <p id="copied" class="visually-hidden" role="status" />
      </section>
      <section aria-labelledby="record">
        <h2 id="record">{texts.record}</h2>
        <dl class="record">
          {textFieldNames.map((name) => (
            <div key={name}>
              <dt>{texts.fields[name]}</dt>
              <dd>
                {teacher[name] === "" ? <i>{texts.missing}</i> : <DataText lang={context.lang} text={teacher[name]} />}
              </dd>
            </div>
          ))}
          <div>
            <dt>{texts.fields.id}</dt>
            <dd>{teacher.id}</dd>
          </div>
        </dl>
        <p class="actions">
          {teacher.last_name !== "" && (
            <a href={filteredListHref(context, "last_name", teacher.last_name)}>
              {texts.sameLastName} <DataText lang={context.lang} text={teacher.last_name} /> (
              {formatNumber(context.lang, sameLastNameCount)})
            </a>
          )}
          <a href={jsonHref(context, teacher)}>{texts.asJson}</a>
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

/** A display form. The script shows the button, since copying needs JavaScript. */
function Form({ lang, label, value }: FormProps): VNode {
  const texts = textsIn(lang);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === "" ? (
          <i>{texts.missing}</i>
        ) : (
          <>
            <DataText class="copyable" lang={lang} text={value} />
            <button type="button" class="copy" data-copied={texts.copied} hidden>
              <span>{texts.copy}</span>
              <span class="visually-hidden">: {label}</span>
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
  return name === "" ? textsIn(lang).unnamed(id) : name;
}
