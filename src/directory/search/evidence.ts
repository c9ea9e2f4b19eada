/** Whether a written name is evidence for one teacher. A wrong `one` is worse than any `several`. */
import { readTokens, type WordToken } from "../../domain/names/names.ts";
import { romanise } from "../../domain/names/romanisation.ts";
import { hits } from "./costs.ts";
import type { Score, Used } from "./scores.ts";
import { type Data, textAt } from "./terms.ts";
import { firstName, isStored, lastName, middleName, nameFields } from "./words.ts";

/** How a part of a name is written, the strongest first. */
const kinds = ["whole", "initial", "roman", "latin", "form", "typo", "guess"] as const;
type Kind = (typeof kinds)[number];

/** `isWeak`: unknown words were set aside, or the name was read on another layout. */
export function isEvidence(data: Data, rank: number, { used }: Score, isWeak: boolean): boolean {
  if (used.some(({ hit }) => hit.reading === "part")) return false;
  // A word that is also a given name is not taken for a last name if it stands alone or after another given name.
  const isLastName = ({ field, term }: Used): boolean => field === lastName && !isFirstName(data, term.token.key);
  const endsInLast = used.at(-1)!.field === lastName && used.every(({ field }) => field !== middleName);
  if (endsInLast && !used.some(isLastName)) return false;
  const [last, first, middle] = nameFields.map((field) => kindOfPart(data, rank, used, field));
  const written = [last, first, middle].filter((kind) => kind !== "absent" && kind !== "empty");
  const all = (...allowed: Kind[]): boolean => written.every((kind) => allowed.includes(kind as Kind));
  const isFull = written.length === 3 && !written.includes("initial");
  if (isWeak) return isFull && all("whole");
  if (last === "empty") return first === "whole" && (middle === "whole" || middle === "empty");
  // One initial fits many people.
  if (last === "whole" && all("whole", "initial")) return written.length !== 2 || !written.includes("initial");
  if (all("whole", "roman") && first !== "absent" && first !== "empty") return true;
  if (!isFull) return false;
  const isTypo = last === "typo" && first === "whole" && middle === "whole";
  return isTypo || all("whole", "form") || all("whole", "roman", "latin");
}

/** How a part of the name is written: like the weakest of its words. */
function kindOfPart(data: Data, rank: number, used: readonly Used[], field: number) {
  const own = readTokens(textAt(data, field, rank));
  if (own.length === 0) return "empty";
  const met = used.filter((one) => one.field === field);
  if (met.length === 0) return "absent";
  // A part of a double last name is not the last name.
  const isComplete = field === lastName ? met.length === own.length : met.some(({ place }) => place === 0);
  const found = met.map((one) => {
    const kindOf = one.term.letters === "" ? kindOfWord : kindOfLetter;
    return kinds.indexOf(kindOf(one, own[one.place]!));
  });
  return isComplete ? kinds[Math.max(...found)]! : "guess";
}

const softened = /[ьъ](?=[яюєїеё])/i;

function kindOfLetter({ term: { token }, field, place, hit }: Used, stored: WordToken): Kind {
  const isSame = stored.key === token.key;
  if (field === lastName) return isSame ? "whole" : "guess";
  // The second initial of `Ен Хі` may also be that of a patronymic, unless a hyphen joins it: `А.-М.`.
  const isPlaced = place === 0 || token.isJoined || isSame;
  return isPlaced && hit.cost === 0 && stored.key.startsWith(token.key) ? "initial" : "guess";
}

function kindOfWord({ term: { token, isGivenName }, field, hit }: Used, stored: WordToken): Kind {
  // `ь` and `ъ` stand for an apostrophe in a key, but Дьяченко is not Дяченко.
  if (stored.key === token.key) return softened.test(token.text) === softened.test(stored.text) ? "whole" : "form";
  const isBeginning = hit.cost === 0 && stored.key.startsWith(token.key);
  if (!hit.isWhole) return isBeginning && field !== lastName ? "initial" : "guess";
  if (hit.reading === "typo") return hit.cost < hits.twoTypos.cost ? "typo" : "guess";
  // An official name is not a form of another one: Олександра is not Олеся.
  if (hit.isInitial || (field !== lastName && isGivenName)) return "guess";
  if (hit.reading === "form" || !/^[a-z]+$/.test(token.key)) return "form";
  return romanise(stored.key)?.toLowerCase() === token.key ? "roman" : "latin";
}

/** Whether a key is a given name in the directory, or the official form of one. */
function isFirstName({ words, names }: Data, key: string): boolean {
  const entries = names.findByKey(key).filter(({ field }) => field === "first_name");
  return isStored(words, key, [firstName]) || entries.some(({ official }) => official.includes(key));
}
