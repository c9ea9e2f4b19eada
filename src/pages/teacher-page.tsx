/** The page of one teacher: the forms of the name with buttons to copy them, and the neighbours in the alphabet. */
import type { VNode } from "preact";
import { htmlLimitDefault } from "../contract/parameters.ts";
import type { LetterOffset } from "../domain/names/alphabet.ts";
import { romanise } from "../domain/names/romanisation.ts";
import type { Teacher } from "../domain/teacher.ts";
import { AlphabetStrip } from "./alphabet-strip.tsx";
import { newListHref, type PageContext, teacherHref } from "./hrefs.ts";
import { DataText, isolate } from "./inline-text.tsx";
import { NameForms, NameHeading } from "./name-forms.tsx";
import { renderPage } from "./page-layout.tsx";
import { textsIn } from "./texts.ts";

interface TeacherPageProps {
  readonly context: PageContext;
  readonly teacher: Teacher;
  /** The number of teachers with the same last name, including this one. */
  readonly sameLastNameCount: number;
  /** The number of teachers before this one in the alphabet. */
  readonly rank: number;
  /** The neighbours in the alphabet; null at its ends. */
  readonly previous: Teacher | null;
  readonly next: Teacher | null;
  /** The letters of all teachers. */
  readonly letters: readonly LetterOffset[];
}

export function renderTeacherPage(props: TeacherPageProps): string {
  const { context, teacher, letters, rank } = props;
  const links = letters.map((letter) => ({
    letter: letter.letter,
    href: newListHref(context, { offset: String(letter.offset) }),
    isCurrent: isUnder(letter, rank),
  }));
  return renderPage(context, {
    title: [nameOf(context, teacher), teacher.degree]
      .filter((part) => part !== "")
      .map(isolate)
      .join(", "),
    description: [teacher.full_name, teacher.short_name, romanise(teacher.name) ?? ""]
      .filter((part) => part !== "")
      .map(isolate)
      .join(" · "),
    part: "teachers",
    script: "teacher.js",
    strip: <AlphabetStrip lang={context.lang} label={textsIn(context.lang).alphabet} links={links} />,
    links: <link rel="alternate" type="application/json" href={jsonHref(context, teacher)} />,
    children: <TeacherPageBody {...props} />,
  });
}

function TeacherPageBody(props: TeacherPageProps): VNode {
  const { context, teacher } = props;
  const texts = textsIn(context.lang);
  return (
    <article class="teacher">
      <p class="back">
        {/* The script links back to the previous list; without a script this links to the place in the alphabet. */}
        <a href={newListHref(context, { offset: String(pageOffset(props)) })} data-back={texts.backToList}>
          {texts.allTeachers}
        </a>
      </p>
      <NameHeading lang={context.lang} teacher={teacher} />
      <NameForms lang={context.lang} teacher={teacher} />
      <p id="copied" class="visually-hidden" role="status" data-copied={texts.copied} />
      <Related {...props} />
      <NeighbourLinks {...props} />
    </article>
  );
}

function isUnder({ offset, count }: LetterOffset, rank: number): boolean {
  return rank >= offset && rank < offset + count;
}

/** The offset of the page with the teacher. A large letter has pages of its own. */
function pageOffset({ letters, rank }: TeacherPageProps): number {
  const letter = letters.find((other) => other.count > htmlLimitDefault && isUnder(other, rank));
  return rank - ((rank - (letter?.offset ?? 0)) % htmlLimitDefault);
}

function Related({ context, teacher, sameLastNameCount }: TeacherPageProps): VNode {
  const texts = textsIn(context.lang);
  return (
    <p class="actions">
      {teacher.last_name !== "" && sameLastNameCount > 1 && (
        <a href={newListHref(context, { last_name: teacher.last_name })}>
          {texts.sameLastName(sameLastNameCount)} <DataText lang={context.lang} text={teacher.last_name} />
        </a>
      )}
      <a href={jsonHref(context, teacher)}>{texts.asJson}</a>
      <span class="hint">{texts.idOf(teacher.id)}</span>
    </p>
  );
}

function NeighbourLinks({ context, previous, next }: TeacherPageProps): VNode | null {
  if (previous === null && next === null) return null;
  const texts = textsIn(context.lang);
  const neighbours = [
    ["prev", texts.previousTeacher, previous],
    ["next", texts.nextTeacher, next],
  ] as const;
  return (
    <nav class="neighbours" aria-label={texts.neighbours}>
      {neighbours.map(
        ([rel, label, teacher]) =>
          teacher !== null && (
            <a key={rel} rel={rel} href={teacherHref(context, teacher.id)}>
              <small>{label}</small>{" "}
              {teacher.name === "" ? (
                nameOf(context, teacher)
              ) : (
                <DataText class="name" lang={context.lang} text={teacher.name} />
              )}
            </a>
          ),
      )}
    </nav>
  );
}

function jsonHref(context: PageContext, { id }: Teacher): string {
  return teacherHref(context, id, [["format", "json"]]);
}

function nameOf({ lang }: PageContext, { id, name }: Teacher): string {
  return name === "" ? textsIn(lang).unnamed(id) : name;
}
