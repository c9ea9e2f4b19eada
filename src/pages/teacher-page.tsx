/** The page of one teacher: the forms of the name with buttons to copy them, and the neighbours in the alphabet. */
import type { VNode } from "preact";
import { formatNumberIn } from "../domain/lang.ts";
import { romanise } from "../domain/names/romanisation.ts";
import type { Teacher } from "../domain/teacher.ts";
import { hrefOf, listHref, type PageContext, teacherHref } from "./hrefs.ts";
import { DataText, isolate } from "./inline-text.tsx";
import { renderPage } from "./page-layout.tsx";
import { textsIn } from "./texts.ts";

/** What the page of a teacher shows, as plain data. */
export interface TeacherView {
  readonly teacher: Teacher;
  /** The number of teachers with the same last name, including this one. */
  readonly sameLastNameCount: number;
  /** The neighbours in the alphabet; null at its ends. */
  readonly previous: Teacher | null;
  readonly next: Teacher | null;
  /** The offset of the page of the list that shows the teacher. */
  readonly listOffset: number;
}

interface TeacherProps {
  readonly context: PageContext;
  readonly view: TeacherView;
}

export function renderTeacherPage(context: PageContext, view: TeacherView): string {
  const { teacher } = view;
  const { id, name, degree, full_name, short_name } = teacher;
  const texts = textsIn(context.lang);
  const joinTexts = (parts: readonly string[], separator: string): string =>
    parts
      .filter((part) => part !== "")
      .map(isolate)
      .join(separator);
  return renderPage(context, {
    title: joinTexts([name === "" ? texts.unnamed(id) : name, degree], ", "),
    description: joinTexts([full_name, short_name, romanise(name) ?? ""], " · "),
    script: "teacher.js",
    footer: (
      <>
        <a href={hrefOf(context, `/teachers/${id}/`, [["format", "json"]])}>{texts.asJson}</a>{" "}
        <span>{texts.idOf(id)}</span>
      </>
    ),
    children: (
      <>
        <p class="wider">
          {/* The script links back to the list as it was; without a script this links to the place in the alphabet. */}
          <a id="back" href={listHref(context, view.listOffset === 0 ? [] : [["offset", String(view.listOffset)]])}>
            {texts.backToList}
          </a>
        </p>
        <div class="person">
          <Card context={context} view={view} />
          <Neighbours context={context} view={view} />
        </div>
      </>
    ),
  });
}

function Card({ context: { lang }, view: { teacher } }: TeacherProps): VNode {
  const { id, name, degree } = teacher;
  const texts = textsIn(lang);
  return (
    <article class="card">
      <h1>{name === "" ? texts.unnamed(id) : <DataText lang={lang} text={name} />}</h1>
      {degree !== "" && (
        <p>
          <DataText lang={lang} text={degree} />
        </p>
      )}
      <dl class="forms">
        {listForms(teacher).map(([label, text, isLatin]) => (
          <div key={label}>
            <dt>{texts[label]}</dt>
            <dd>
              <bdi lang={isLatin ? "uk-Latn" : lang === "uk" ? undefined : "uk"}>{text}</bdi>
            </dd>
            {/* The script shows the button, because copying needs one. */}
            <dd>
              <button type="button" aria-label={`${texts.copy}: ${isolate(text)}`}>
                {texts.copy}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <p id="copied" class="hide" role="status" data-copied={texts.copied} />
    </article>
  );
}

/** The forms of the name, each once: without a position or with initials only, some are equal. */
function listForms({ name, full_name, short_name, short_name_with_degree }: Teacher) {
  const all = [
    ["name", name, false],
    ["fullName", full_name, false],
    ["shortName", short_name, false],
    ["shortNameWithDegree", short_name_with_degree, false],
    ["romanised", romanise(name) ?? "", true],
    ["romanisedShort", romanise(short_name) ?? "", true],
  ] as const;
  const texts = all.map(([, text]) => text);
  return all.filter(([, text], index) => text !== "" && texts.indexOf(text) === index);
}

function Neighbours({ context, view }: TeacherProps): VNode {
  const { lang } = context;
  const { teacher, sameLastNameCount, previous, next } = view;
  const texts = textsIn(lang);
  const neighbours = [
    ["prev", texts.previousTeacher, previous],
    ["next", texts.nextTeacher, next],
  ] as const;
  return (
    <nav class="near" aria-label={texts.neighbours}>
      {neighbours.map(
        ([rel, label, other]) =>
          other !== null && (
            <a key={rel} rel={rel} href={teacherHref(context, other.id)}>
              <small>{label}</small>{" "}
              {other.name === "" ? <span>{texts.unnamed(other.id)}</span> : <DataText lang={lang} text={other.name} />}
            </a>
          ),
      )}
      {teacher.last_name !== "" && sameLastNameCount > 1 && (
        <p class="wider">
          <a href={listHref(context, [["last_name", teacher.last_name]])}>
            {texts.sameLastName} <DataText lang={lang} text={teacher.last_name} /> (
            {formatNumberIn(lang, sameLastNameCount)})
          </a>
        </p>
      )}
    </nav>
  );
}
