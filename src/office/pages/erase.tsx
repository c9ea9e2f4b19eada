/** Erases a person: the search in all versions, the confirmation, and the list of places where data may remain. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { composeTeacher, nameFieldNames, parseId, type StoredTeacher } from "../../domain/teacher.ts";
import { textsIn } from "../../pages/texts.ts";
import { clearErased, erasureTexts, findLastNames } from "../../publish/erasure.ts";
import { removeOlderCopy } from "../../server/copy.ts";
import type { VersionRange } from "../../store/history/erase.ts";
import type { Store } from "../../store/store.ts";
import type { OfficeRequest } from "../request.ts";
import type { OfficeSession } from "../sessions.ts";
import { OfficeError, say } from "../texts.ts";
import { redirectTo, show } from "./layout.tsx";
import { Field, Form, List, Part } from "./parts.tsx";

type Person = Awaited<ReturnType<typeof findPerson>>;

const shownMax = 50;
const nameOf = (teacher: StoredTeacher): string => composeTeacher(teacher).name;
const wordsOf = (text: string): string[] => splitWords(text).map(spellingKey);

/** Each word of the search must be the beginning of a word of the name, in any version. */
export async function searchPeople(request: OfficeRequest): Promise<Response> {
  const { store, session, form } = request;
  const words = wordsOf(form.get("name")?.slice(0, 200) ?? "");
  const found = new Set<number>();
  for await (const batch of words.length === 0 ? [] : store.readRows(session.ended.signal)) {
    for (const row of batch) {
      const own = nameFieldNames.flatMap((field) => wordsOf(row[field]));
      if (words.every((word) => own.some((part) => part.startsWith(word)))) found.add(row.id);
    }
    if (found.size > shownMax) break;
  }
  const people = [...found].slice(0, shownMax + 1).map((id) => findPerson(store, id));
  return showFound(request, await Promise.all(people));
}

/** `3`, `1–5`, or `2 and later`. */
function describeRanges(ranges: readonly VersionRange[]): string {
  const [first, last] = [ranges[0]!.first_version, ranges.at(-1)!.last_version];
  return last === null ? erasureTexts.andLater(first) : [...new Set([first, last])].join("–");
}

/** Shows who was found; null before a search. */
export function showFound(request: OfficeRequest, found: readonly Person[] | null, hasFailed = false): Response {
  const searched = hasFailed ? "" : (request.form.get("name") ?? "");
  const body = (
    <>
      <p class="lead">{say("eraseLead")}</p>
      <Form action="/erase" class="stack">
        <Field name="name" text={say("name")} value={searched} required />
        <button type="submit">{textsIn(request.lang).searchButton}</button>
      </Form>
      {hasFailed && <p class="alarm" role="alert" children={say("wrongName")} />}
      {found?.length === 0 && <p role="status">{say("nobody")}</p>}
      {found?.slice(0, shownMax).map(({ teacher, ranges }) => (
        <details key={teacher.id} open={found.length === 1} class="found">
          <summary>
            <bdi>{[nameOf(teacher), teacher.degree].filter(Boolean).join(", ")}</bdi>{" "}
            <small>{`${say("idOf", teacher.id)}, ${say("inVersions", describeRanges(ranges))}`}</small>
          </summary>
          <Form action={`/erase/${teacher.id}`} class="stack">
            <Field name="name" text={say("confirmName", nameOf(teacher))} required />
            <p class="hint">{say("cannotUndo")}</p>
            <button type="submit" class="danger" children={say("erase")} />
          </Form>
        </details>
      ))}
      {found !== null && found.length > shownMax && <p class="hint">{say("tooMany")}</p>}
    </>
  );
  return show({ ...request, path: "/erase" }, say("erase"), body, hasFailed ? 409 : 200);
}

/** The newest data of a person, and the versions that have the person. */
async function findPerson(store: Store, id: number) {
  const { ranges } = await store.findTraces([id]);
  const teacher = await store.findTeacher(id, ranges.at(-1)?.first_version ?? 0);
  if (teacher === null) throw new OfficeError("notFound", 404);
  return { teacher, ranges };
}

export async function erasePerson(request: OfficeRequest): Promise<Response> {
  const { options, previews, session, store, id, form } = request;
  const person = await findPerson(store, parseId(id) ?? 0);
  const isNamed = wordsOf(form.get("name") ?? "").join(" ") === wordsOf(nameOf(person.teacher)).join(" ");
  if (!isNamed) return showFound(request, [person], true);
  if ((await store.findCurrent())?.source.kind === "sample") throw new OfficeError("onlySample", 409);
  const names = await findLastNames(store, person.ranges);
  const note = { message: "", publishedBy: session.user };
  const { published, versions } = await store.erase([person.teacher.id], note);
  // Meanwhile nobody could publish one: it was compared with an earlier version.
  previews.dropAll();
  const { number, count, publishedAt } = published;
  if (options.copyPath !== null) removeOlderCopy(options.copyPath, publishedAt);
  options.log("office.published", { user: session.user, version: number, teachers: count, erased: 1 });
  const { failure, places } = await clearErased(store, names);
  const remaining = failure === null ? places : [erasureTexts.stillInFiles(failure.message), ...places];
  erasures.set(session, { versions: versions.length, number, hasFailed: failure !== null, remaining });
  return redirectTo("/erased");
}

/** The last erasure of each session: where data may remain can't be found out again. */
const erasures = new WeakMap<
  OfficeSession,
  Readonly<{ versions: number; number: number; hasFailed: boolean; remaining: readonly string[] }>
>();

/** What to do after an erasure. */
export function showErased(request: OfficeRequest): Response {
  const erasure = erasures.get(request.session);
  if (erasure === undefined) return redirectTo("/erase");
  const body = (
    <>
      <p class="summary" role="status" children={erasureTexts.erased(1, erasure.versions, erasure.number)} />
      <p>{say("uploadsDropped")}</p>
      <Part id="remains" title={say("afterErasure")}>
        <List class="bullets" items={[say("deleteTables"), say("tellAdministrator"), say("searchEngines")]} />
        <details class="remarks" open={erasure.hasFailed}>
          <summary>{say("forAdministrator")}</summary>
          <p>{erasureTexts.namesMayRemain()}</p>
          <List class="bullets" items={erasure.remaining} />
        </details>
      </Part>
      <a class="primary" href="/" children={say("home")} />
    </>
  );
  return show(request, say("erase"), body);
}
