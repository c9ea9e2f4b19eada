/** The rows of teachers: a heading for each last name that several share, and whole rows as links. */
import type { VNode } from "preact";
import { formatNumberIn, type Lang } from "../../domain/lang.ts";
import { sortText } from "../../domain/names/ordering.ts";
import { type PageContext, teacherHref } from "../hrefs.ts";
import { DataText, HighlightedText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import type { ListProps, ListRow, ListView } from "./list-view.ts";

export function Rows({ context, view }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const groups = groupRows(view);
  const countOf = (headword: string, at: number): number | null =>
    groups.findIndex((group) => group.headword === headword) < at ? null : view.headwords.get(headword)!;
  const firstByInitials = groups.findIndex(({ isByInitials }) => isByInitials);
  return (
    <div class="rows">
      {groups.map(({ headword, rows }, index) => (
        <>
          {index === firstByInitials && (
            <h2 class="part">{view.hasInitialsOnly ? texts.byInitialsOnly : texts.byInitials}</h2>
          )}
          {headword !== null && <Headword lang={context.lang} row={rows[0]!} count={countOf(headword, index)} />}
          <ol>
            {rows.map((row) => (
              <Row key={row.teacher.id} context={context} row={row} isUnderHeadword={headword !== null} />
            ))}
          </ol>
        </>
      ))}
    </div>
  );
}

interface RowGroup {
  /** What the last names of the rows have in common; null for rows that share none. */
  readonly headword: string | null;
  readonly isByInitials: boolean;
  readonly rows: ListRow[];
}

/** Last names are one whatever apostrophe they are written with. In the order of ids, equal ones meet only by chance. */
function groupRows({ rows, query }: ListView): RowGroup[] {
  const groups: RowGroup[] = [];
  const keys = rows.map(({ teacher }) => (query.ordering.endsWith("id") ? "" : sortText(teacher.last_name)));
  for (const [index, row] of rows.entries()) {
    const key = keys[index]!;
    const isShared = key !== "" && (key === keys[index - 1] || key === keys[index + 1]);
    const headword = isShared ? key : null;
    const isByInitials = row.highlights?.isByInitials === true;
    const last = groups.at(-1);
    if (last?.headword === headword && last.isByInitials === isByInitials) last.rows.push(row);
    else groups.push({ headword, isByInitials, rows: [row] });
  }
  return groups;
}

interface HeadwordProps {
  readonly lang: Lang;
  readonly row: ListRow;
  /** How many matches have the last name; null where the page has said so above. */
  readonly count: number | null;
}

/** The last name that the rows below share. It stays visible while they scroll. */
function Headword({ lang, row: { teacher, highlights }, count }: HeadwordProps): VNode {
  return (
    <h2 class="headword">
      <DataText lang={lang} text={teacher.last_name} ranges={highlights?.name} />{" "}
      {count !== null && <span class="n">{formatNumberIn(lang, count)}</span>}
    </h2>
  );
}

interface RowProps {
  readonly context: PageContext;
  readonly row: ListRow;
  /** The row does not show its last name again. */
  readonly isUnderHeadword: boolean;
}

function Row({ context, row, isUnderHeadword }: RowProps): VNode {
  const { teacher, highlights } = row;
  const { id, name, degree } = teacher;
  return (
    <li>
      <a href={teacherHref(context, id)}>
        {name === "" ? (
          <span>{textsIn(context.lang).unnamed(id)}</span>
        ) : (
          <Name context={context} row={row} isUnderHeadword={isUnderHeadword} />
        )}
        {degree !== "" && (
          <>
            {" "}
            <DataText lang={context.lang} text={degree} ranges={highlights?.degree} />
          </>
        )}
      </a>
    </li>
  );
}

/** The last name is bold, because readers look for it. Under a headword only screen readers get it. */
function Name({ context: { lang }, row: { teacher, highlights }, isUnderHeadword }: RowProps): VNode {
  const { name, last_name } = teacher;
  const ranges = highlights?.name ?? [];
  const others = name.slice(last_name.length);
  return (
    <bdi lang={lang === "uk" ? undefined : "uk"}>
      {isUnderHeadword ? (
        <span class="hide">{last_name}</span>
      ) : (
        <b>
          <HighlightedText text={last_name} ranges={ranges} />
        </b>
      )}
      {isUnderHeadword && others === "" ? (
        <i lang={lang}> {textsIn(lang).noGivenName}</i>
      ) : (
        <HighlightedText text={others} ranges={ranges} start={last_name.length} />
      )}
    </bdi>
  );
}
