/** Erases a person: the search, the confirmation, and the list of places where data may remain. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { clearErased, findLastNames } from "../../publish/erasure.ts";
import { removalTexts } from "../../publish/removal-texts.ts";
import { showTeacher } from "../../publish/texts.ts";
import { removeOlderCopy } from "../../server/copy.ts";
import { describeFailure } from "../failure-texts.ts";
import { textOf } from "../form.ts";
import { type FoundPerson, findPeople, findPerson } from "../people.ts";
import { OfficeError, type OfficeRequest, withOfficeStore } from "../request.ts";
import { say } from "../texts.ts";
import { Alarm, Button, Field, Form, Summary } from "./form.tsx";
import { show } from "./layout.tsx";
import { List, NextLink, Part } from "./parts.tsx";

const shownMax = 50;
const nameKey = (text: string): string => splitWords(text).map(spellingKey).join(" ");

export async function searchPeople(request: OfficeRequest): Promise<Response> {
  const name = textOf(request.form, "name").slice(0, 200);
  return showFound(request, await withOfficeStore(request.options, (store) => findPeople(store, name, shownMax)));
}

/** Shows who was found; null before a search. */
export function showFound({ form, frame }: OfficeRequest, found: FoundPerson[] | null, hasFailed = false): Response {
  const body = (
    <>
      <p class="lead">{say("eraseLead")}</p>
      <Form action="/erase" class="stack">
        <Field name="name" text={say("name")} value={hasFailed ? "" : textOf(form, "name")} required />
        <Button>{say("find")}</Button>
      </Form>
      {hasFailed && <Alarm>{say("wrongName")}</Alarm>}
      {found?.length === 0 && <p role="status">{say("nobody")}</p>}
      {found?.slice(0, shownMax).map(({ teacher, versions, nameToConfirm }) => (
        <details key={teacher.id} open={found.length === 1} class="person">
          <summary>
            <bdi>{showTeacher(teacher)}</bdi> <small>{say("inVersions", teacher.id, versions)}</small>
          </summary>
          <Form action={`/erase/${teacher.id}`} class="stack">
            <Field name="name" text={say("confirmName", nameToConfirm)} required />
            <p class="hint">{say("cannotUndo")}</p>
            <Button class="danger">{say("eraseButton")}</Button>
          </Form>
        </details>
      ))}
      {found !== null && found.length > shownMax && <p class="hint">{say("tooMany")}</p>}
    </>
  );
  return show(frame, say("erase"), body, hasFailed ? 409 : 200);
}

/** Erases a person, if the officer has typed the name that confirms it. */
export async function erasePerson(request: OfficeRequest): Promise<Response> {
  const { options, sessions, session, id, form, frame } = request;
  return withOfficeStore(options, async (store): Promise<Response> => {
    const person = await findPerson(store, Number(id));
    if (person === null) throw new OfficeError("notFound", 404);
    if (nameKey(textOf(form, "name")) !== nameKey(person.nameToConfirm)) {
      return showFound(request, [person], true);
    }
    // Uploads are dropped before the erasure, so nobody publishes the person meanwhile. They are dropped again after
    // it, because others may have arrived.
    sessions.dropAll();
    const ids = [person.teacher.id];
    const names = await findLastNames(store, (await store.findTraces(ids)).ranges);
    const { publication, versions } = await store.erase(ids, { message: "", publishedBy: session.user });
    sessions.dropAll();
    const { version } = publication;
    if (options.copyPath !== null) removeOlderCopy(options.copyPath, publication.publishedAt);
    options.log("office.published", { user: session.user, version, teachers: publication.count, erased: ids.length });
    const { failure, places } = await clearErased(store, names);
    const body = (
      <>
        <Summary>{removalTexts.erased(1, versions.length, version)}</Summary>
        <p>{say("uploadsDropped")}</p>
        <Part id="remains" title={say("afterErasure")}>
          <List class="bullets" items={[say("deleteTables"), say("tellAdministrator"), say("searchEngines")]} />
          <details class="remarks" open={failure !== null}>
            <summary>{say("forAdministrator")}</summary>
            <p>{removalTexts.namesMayRemain()}</p>
            <List
              class="bullets"
              items={failure === null ? places : [removalTexts.stillInFiles(describeFailure(failure)), ...places]}
            />
          </details>
        </Part>
        <NextLink href="/">{say("back")}</NextLink>
      </>
    );
    return show(frame, say("erase"), body);
  });
}
