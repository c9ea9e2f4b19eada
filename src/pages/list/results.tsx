/** The rows of matching teachers, under the letters of the alphabet, or with the best match first. */
import type { JSX, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { formatNumberIn } from "../../domain/lang.ts";
import { letterOf } from "../../domain/names/alphabet.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { type PageContext, teacherHref } from "../hrefs.ts";
import { DataText, HighlightedText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import { isStartPage, type ListProps, type ListView } from "./list-view.ts";

/** Teachers that follow each other in the list. */
interface Group {
  /** The heading that they share; empty for none. */
  readonly heading: string;
  readonly teachers: readonly Teacher[];
}

/** The rows of teachers as markup: a group per letter, and in it a list per shared last name. */
export function renderTeacherRows(context: PageContext, view: ListView): string {
  const isAlphabetical = view.ordering.endsWith("last_name");
  const texts = textsIn(context.lang);
  const byInitials = view.hasInitialsOnly ? texts.byInitialsOnly : texts.byInitials;
  const headingOf = ({ id, last_name }: Teacher): string => {
    if (isAlphabetical) return letterOf(last_name);
    return view.ordering === "relevance" && view.highlights.get(id)?.isByInitials ? byInitials : "";
  };
  // One level below the heading of the list, see `ResultsHead`.
  const level = isStartPage(view) ? 3 : 2;
  let markup = "";
  for (const group of groupBy(view.teachers, headingOf)) {
    const kind = isAlphabetical
      ? { class: "letter", lang: context.lang === "uk" ? undefined : "uk" }
      : { class: "by-initials" };
    const groupHeading = <Heading level={level} {...kind} children={group.heading} />;
    markup += `<div class="group">${group.heading === "" ? "" : renderToString(groupHeading)}`;
    const headwordLevel = isAlphabetical || group.heading !== "" ? level + 1 : level;
    for (const { heading, teachers } of groupByLastName(group.teachers, view)) {
      const headword = <Headword context={context} view={view} level={headwordLevel} teacher={teachers[0]!} />;
      markup += heading === "" ? "<ol>" : `<section>${renderToString(headword)}<ol>`;
      for (const teacher of teachers) {
        markup += renderToString(<Row context={context} view={view} teacher={teacher} headword={heading} />);
      }
      markup += heading === "" ? "</ol>" : "</ol></section>";
    }
    markup += "</div>";
  }
  return markup;
}

function groupBy(teachers: readonly Teacher[], headingOf: (teacher: Teacher, index: number) => string): Group[] {
  const groups: { heading: string; teachers: Teacher[] }[] = [];
  for (const [index, teacher] of teachers.entries()) {
    const heading = headingOf(teacher, index);
    const last = groups.at(-1);
    if (last?.heading === heading) last.teachers.push(teacher);
    else groups.push({ heading, teachers: [teacher] });
  }
  return groups;
}

/**
 * Groups adjacent teachers with the same last name, which becomes their heading. In the order of ids there is one
 * group, because such teachers are adjacent only by chance.
 */
function groupByLastName(teachers: readonly Teacher[], { ordering }: ListView): Group[] {
  if (ordering.endsWith("id")) return [{ heading: "", teachers }];
  const nameAt = (index: number): string | undefined => teachers[index]?.last_name;
  return groupBy(teachers, ({ last_name }, index) =>
    last_name === nameAt(index - 1) || last_name === nameAt(index + 1) ? last_name : "",
  );
}

/** A heading of a level, from 1. */
function Heading({ level, ...props }: JSX.IntrinsicElements["h2"] & { readonly level: number }): VNode {
  const Tag = `h${level}` as "h2";
  return <Tag {...props} />;
}

interface TeacherProps extends ListProps {
  readonly teacher: Teacher;
}

/**
 * The heading of teachers with the same last name: this name and the number of matches with it. It stays visible while
 * their rows scroll.
 */
function Headword({ context, view, level, teacher }: TeacherProps & { readonly level: number }): VNode {
  const { id, last_name } = teacher;
  const count = view.lastNameCounts.get(last_name);
  return (
    <Heading level={level} class="headword">
      <DataText lang={context.lang} text={last_name} ranges={view.highlights.get(id)?.name} />{" "}
      {count !== undefined && <span class="count">{formatNumberIn(context.lang, count)}</span>}
    </Heading>
  );
}

interface RowProps extends TeacherProps {
  /** The last name above the row, which does not show it again; empty if there is none. */
  readonly headword: string;
}

/** The whole row is the link. Its text is the full name, then the position. */
function Row(props: RowProps): VNode {
  const { context, view, teacher } = props;
  const { id, degree } = teacher;
  return (
    <li>
      {view.ordering.endsWith("id") && (
        <span class="number" aria-hidden="true">
          {id}
        </span>
      )}
      <a href={teacherHref(context, id)}>
        <Name {...props} />
        {degree !== "" && (
          <>
            {" "}
            <DataText class="degree" lang={context.lang} text={degree} ranges={view.highlights.get(id)?.degree} />
          </>
        )}
      </a>
    </li>
  );
}

/**
 * The name with the last name in bold, because readers scan for it. Under a headword only the other names are visible.
 */
function Name({ context: { lang }, view, teacher, headword }: RowProps): VNode {
  const { id, name, last_name } = teacher;
  const texts = textsIn(lang);
  if (name === "") return <span class="name">{texts.unnamed(id)}</span>;
  const others = name.slice(last_name.length);
  const ranges = view.highlights.get(id)?.name ?? [];
  return (
    <bdi class="name" lang={lang === "uk" ? undefined : "uk"}>
      {headword !== "" ? (
        <span class="visually-hidden">{last_name}</span>
      ) : (
        last_name !== "" && (
          <b>
            <HighlightedText text={last_name} ranges={ranges} />
          </b>
        )
      )}
      {others === "" && headword !== "" ? (
        <i lang={lang}> {texts.noGivenName}</i>
      ) : (
        <HighlightedText text={others} ranges={ranges} start={last_name.length} />
      )}
    </bdi>
  );
}
