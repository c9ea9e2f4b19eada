/** Removing a person for good: the search, the confirmation, and what remains where. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { nameFieldNames, type StoredTeacher } from "../../domain/teacher.ts";
import { removeOtherImages } from "../../image/image-files.ts";
import { eraseEverywhere } from "../../publishing/erasure.ts";
import type { Store } from "../../store/store.ts";
import { type OfficeAnswer, type OfficeRequest, withOfficeStore } from "../context.ts";
import { textOf } from "../form.ts";
import { erasedPage, erasePage, type FoundPerson, nameToType, personPage } from "../pages/erase-pages.tsx";
import { problemPage } from "../pages/layout.tsx";

/** The most people that a search shows. */
const foundMax = 50;
const nameLengthMax = 200;
const notFound: OfficeAnswer = { page: problemPage("notFound"), status: 404 };

export function showErase({ session }: OfficeRequest): OfficeAnswer {
  return { page: () => erasePage({ session, name: "", found: null }) };
}

/** Finds people in all versions: each word must begin a word of the name. */
export async function findPeople({ options, session, form }: OfficeRequest): Promise<OfficeAnswer> {
  const name = textOf(form, "name").slice(0, nameLengthMax).trim();
  const words = splitWords(name).map(spellingKey);
  const found = words.length === 0 ? [] : await withOfficeStore(options, (store) => search(store, words));
  return { page: () => erasePage({ session, name, found }) };
}

async function search(store: Store, words: readonly string[]): Promise<FoundPerson[]> {
  const found = new Map<number, FoundPerson>();
  for await (const batch of store.readRows()) {
    for (const row of batch) {
      if (!matches(row, words)) continue;
      found.set(row.id, { id: row.id, teacher: row, ranges: [...(found.get(row.id)?.ranges ?? []), row] });
    }
    if (found.size > foundMax) break;
  }
  return [...found.values()];
}

function matches(teacher: StoredTeacher, words: readonly string[]): boolean {
  const own = nameFieldNames.flatMap((field) => splitWords(teacher[field]).map(spellingKey));
  return words.every((word) => own.some((part) => part.startsWith(word)));
}

export async function showPerson({ options, session, params }: OfficeRequest): Promise<OfficeAnswer> {
  const person = await withOfficeStore(options, (store) => findPerson(store, Number(params[0])));
  return person === null ? notFound : { page: () => personPage({ session, person, hasFailed: false }) };
}

async function findPerson(store: Store, id: number): Promise<FoundPerson | null> {
  const { ranges } = await store.findTraces([id]);
  const newest = ranges.at(-1);
  const teacher = newest === undefined ? null : await store.findTeacher(id, newest.first_version);
  return teacher === null ? null : { id, teacher, ranges };
}

/** Erases the person whose last name was typed. */
export async function erasePerson({ options, session, params, form, waiting }: OfficeRequest): Promise<OfficeAnswer> {
  const id = Number(params[0]);
  return withOfficeStore(options, async (store): Promise<OfficeAnswer> => {
    const person = await findPerson(store, id);
    if (person === null) return notFound;
    const typed = textOf(form, "name").trim();
    if (spellingKey(typed) !== spellingKey(nameToType(person.teacher)) || typed === "") {
      return { page: () => personPage({ session, person, hasFailed: true }), status: 409 };
    }
    // Before, so that nobody publishes the person again meanwhile.
    waiting.dropAll();
    const erased = await eraseEverywhere(store, [id], { message: "", publishedBy: session.user });
    waiting.dropAll();
    removeOtherImages(options.imageFolder, erased.publication.id);
    options.log("office.erased", { user: session.user, version: erased.publication.version });
    return { page: () => erasedPage(erased) };
  });
}
