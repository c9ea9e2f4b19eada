/** Whether a written name is evidence for one teacher. A wrong `one` is worse than any `several`. */
import { romanise } from "../../domain/names/romanisation.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import type { Score } from "./assignment.ts";
import { hits, type Used } from "./costs.ts";
import { type Data, type Term, textAt } from "./terms.ts";
import { readTokens, type WordToken } from "./tokens.ts";
import { firstName, isStored, keyAt, lastName, listAt, middleName, nameFields } from "./words.ts";

/** How a part of a name is written, the strongest first. */
const kinds = ["whole", "initial", "roman", "latin", "form", "typo", "guess"] as const;
type Kind = (typeof kinds)[number];
type PartKind = Kind | "absent" | "empty";

/** `isWeak`: unknown words were set aside, or the name was read on another layout. */
export function isEvidence(
  data: Data,
  terms: readonly Term[],
  rank: number,
  { used }: Score,
  isWeak: boolean,
): boolean {
  if (used.includes(null)) return false;
  // A word that is also a given name is not taken for a last name if it stands alone or after another given name.
  const isLastName = ({ token }: Term, i: number): boolean =>
    used[i]!.field === lastName && !isOfficial(data, token.key, firstName);
  const endsInLast = used.at(-1)!.field === lastName && used.every((one) => one!.field !== middleName);
  if (endsInLast && !terms.some(isLastName)) return false;
  const [last, first, middle] = nameFields.map((field) => kindOfPart(data, terms, rank, used, field)) as [
    PartKind,
    PartKind,
    PartKind,
  ];
  const written = [last, first, middle].filter((kind) => kind !== "absent" && kind !== "empty");
  const all = (...allowed: PartKind[]): boolean => written.every((kind) => allowed.includes(kind));
  const isFull = written.length === 3 && !written.includes("initial");
  if (isWeak) return isFull && all("whole");
  if (last === "empty") return first === "whole" && (middle === "whole" || middle === "empty");
  // One initial fits many people.
  if (last === "whole" && all("whole", "initial")) return written.length !== 2 || !written.includes("initial");
  if (all("whole", "roman") && first !== "absent" && first !== "empty") return true;
  if (!isFull) return false;
  return (
    all("whole", "form") ||
    all("whole", "roman", "latin") ||
    (last === "typo" && first === "whole" && middle === "whole")
  );
}

/** How a part of the name is written: like the weakest of its words. */
function kindOfPart(data: Data, terms: readonly Term[], rank: number, used: readonly Used[], field: number): PartKind {
  const { keys, words } = data.words[field]!;
  const { codes } = data.columns[field]!;
  const own = listAt(words, codes[rank]!);
  if (own.length === 0) return "empty";
  const texts = readTokens(textAt(data, field, rank));
  const found = used.flatMap((one, i) =>
    one?.field === field
      ? [{ place: one.place, kind: kindOf(data, terms[i]!, one, keyAt(keys, own[one.place]!), texts[one.place]!.text) }]
      : [],
  );
  if (found.length === 0) return "absent";
  // A part of a double last name is not the last name.
  const isComplete = field === lastName ? found.length === own.length : found.some(({ place }) => place === 0);
  const weakest = kinds[Math.max(...found.map(({ kind }) => kinds.indexOf(kind)))]!;
  return !isComplete || (field === lastName && weakest === "initial") ? "guess" : weakest;
}

const softened = /[ьъ](?=[яюєїеё])/i;

function kindOf(
  data: Data,
  { token, letters, hits: found }: Term,
  used: NonNullable<Used>,
  key: string,
  stored: string,
): Kind {
  const { field, hit } = used;
  if (letters !== "") return kindOfLetter(token, used, key);
  // `ь` and `ъ` stand for an apostrophe in a key, but Дьяченко is not Дяченко.
  if (key === token.key) return softened.test(token.text) === softened.test(stored) ? "whole" : "form";
  if (hit.isInitial) return "guess";
  if (!hit.isWhole) return isBeginning(token, used, key) ? "initial" : "guess";
  if (hit.reading === "typo") return hit.cost < hits.twoTypos.cost ? "typo" : "guess";
  // An official name is not a form of another one: Олександра is not Олеся.
  if (field !== lastName && isOfficial(data, token.key, firstName, middleName)) return "guess";
  if (found[field]!.size === 0 || hit.reading === "form" || !/^[a-z]+$/.test(token.key)) return "form";
  return romanise(key)?.toLowerCase() === token.key ? "roman" : "latin";
}

function kindOfLetter(token: WordToken, used: NonNullable<Used>, key: string): Kind {
  const { field, place, hit } = used;
  if (key === token.key) return field === lastName ? "whole" : "initial";
  if (hit.isInitial || field === lastName) return "guess";
  // The second initial of `Ен Хі` may also be that of a patronymic, unless a hyphen joins it: `А.-М.`.
  return (place === 0 || token.isJoined) && isBeginning(token, used, key) ? "initial" : "guess";
}

const isBeginning = ({ key }: WordToken, { hit }: NonNullable<Used>, stored: string): boolean =>
  hit.cost === 0 && stored.startsWith(key);

/** Whether a key is a given name or a patronymic, in the directory or as an official form. */
function isOfficial({ words, names }: Data, key: string, ...fields: readonly (1 | 2)[]): boolean {
  const isOfTable = names
    .findByKey(key)
    .some(({ field, official }) => fields.some((one) => nameFieldNames[one] === field) && official.includes(key));
  return isOfTable || isStored(words, key, fields);
}
