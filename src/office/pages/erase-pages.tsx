/** The pages that remove a person for good. */
import type { VNode } from "preact";
import { nameFieldNames, type StoredTeacher } from "../../domain/teacher.ts";
import { describePlaces, type Erased } from "../../publishing/erasure.ts";
import { showTeacher } from "../../publishing/preview.ts";
import type { VersionRange } from "../../store/history/erase.ts";
import type { OfficeSession } from "../entry/sessions.ts";
import { officeTexts as texts } from "../texts.ts";
import { NextLink, type Page } from "./layout.tsx";
import { Alarm, Button, Field, Form, List, PagePart, Summary } from "./parts.tsx";

/** A person as some versions have them. */
export interface FoundPerson {
  readonly id: number;
  /** As the newest of these versions. */
  readonly teacher: StoredTeacher;
  readonly ranges: readonly VersionRange[];
}

interface EraseProps {
  readonly session: OfficeSession;
  readonly name: string;
  /** Null before a search. */
  readonly found: readonly FoundPerson[] | null;
}

const listedMax = 50;

export function erasePage({ session, name, found }: EraseProps): Page {
  const body = (
    <>
      <p class="lead">{texts.eraseLead()}</p>
      <Form session={session} action="/erase" class="stack">
        <Field name="name" text={texts.name()} value={name} required />
        <Button text={texts.find()} />
      </Form>
      {found?.length === 0 && <p role="status">{texts.nobody()}</p>}
      {found !== null && found.length > 0 && (
        <List class="people" items={found.slice(0, listedMax).map(describePerson)} />
      )}
      {found !== null && found.length > listedMax && <p class="hint">{texts.tooMany()}</p>}
    </>
  );
  return { title: texts.erase(), body };
}

function describePerson(person: FoundPerson): VNode {
  return (
    <>
      <a href={`/erase/${person.id}`}>
        <bdi>{showTeacher(person.teacher)}</bdi>
      </a>
      <small>{describeVersions(person)}</small>
    </>
  );
}

/** `Номер 5, версії: 1–3, 5–…` */
function describeVersions({ id, ranges }: FoundPerson): string {
  const versions = ranges.map(({ first_version: first, last_version: last }) => {
    if (last === null) return texts.since(first);
    return first === last ? String(first) : `${first}–${last}`;
  });
  return `${texts.id()} ${id}, ${texts.inVersions(versions.join(", "))}`;
}

interface PersonProps {
  readonly session: OfficeSession;
  readonly person: FoundPerson;
  readonly hasFailed: boolean;
}

export function personPage({ session, person, hasFailed }: PersonProps): Page {
  const body = (
    <>
      <p class="hint">{describeVersions(person)}</p>
      <p>{texts.eraseLead()}</p>
      {hasFailed && <Alarm>{texts.wrongName()}</Alarm>}
      <Form session={session} action={`/erase/${person.id}`} class="stack">
        <Field name="name" text={texts.confirmName(nameToType(person.teacher))} required />
        <p class="hint">{texts.cannotUndo()}</p>
        <Button text={texts.eraseButton()} class="danger" />
      </Form>
    </>
  );
  return { title: texts.eraseThis(showTeacher(person.teacher)), body };
}

/** The last name, or the first part of a name that has none. */
export function nameToType(teacher: StoredTeacher): string {
  return nameFieldNames.map((field) => teacher[field]).find((part) => part !== "") ?? "";
}

/** What was done, and where the name may remain. */
export function erasedPage(erased: Erased): Page {
  const body = (
    <>
      <Summary text={texts.erasedFrom(erased.versions.length, erased.publication.version)} />
      <p>{texts.uploadsDropped()}</p>
      <PagePart id="remains" title={texts.mayRemain()}>
        <List class="bullets" items={describePlaces(erased)} />
      </PagePart>
      <NextLink href="/" text={texts.back()} />
    </>
  );
  return { title: texts.erase(), body };
}
