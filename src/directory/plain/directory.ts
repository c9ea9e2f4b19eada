/** The directory: one immutable version of the data, and every query on it. */
import type { Ordering } from "../../domain/names/ordering.ts";
import { datasetVersionOf } from "../../domain/publication.ts";
import type { DegreeCount } from "../../domain/results.ts";
import { composeWithAbbreviations, type Teacher, type TextFieldName } from "../../domain/teacher.ts";
import type { Content } from "./content.ts";
import { createLetters } from "./letters.ts";
import { type Conditions, findListing, findRank, type Listing, rankAt } from "./listing.ts";

export function createDirectory(content: Content) {
  const { publication, ids, positions, columns } = content;
  const { last_name, first_name, middle_name, degree } = columns;

  const codeAt = (name: TextFieldName, rank: number): number => columns[name].codes[rank]!;

  function teacherAt(rank: number): Teacher {
    const firstCode = first_name.codes[rank]!;
    const middleCode = middle_name.codes[rank]!;
    const degreeCode = degree.codes[rank]!;
    return composeWithAbbreviations(
      {
        id: ids[positions[rank]!]!,
        last_name: last_name.values[last_name.codes[rank]!]!,
        first_name: first_name.values[firstCode]!,
        middle_name: middle_name.values[middleCode]!,
        degree: degree.values[degreeCode]!,
      },
      {
        first_name: first_name.abbreviations[firstCode]!,
        middle_name: middle_name.abbreviations[middleCode]!,
        degree: degree.abbreviations[degreeCode]!,
      },
    );
  }

  return {
    publication,
    /** The value of `Dataset-Version`. */
    datasetVersion: datasetVersionOf(publication),
    find: (conditions: Conditions, ordering: Ordering): Listing => findListing(content, conditions, ordering),
    /** The ranks on a page: at most `limit`, from `offset` on. */
    ranksOn: (listing: Listing, offset: number, limit: number): number[] =>
      Array.from({ length: Math.max(0, Math.min(limit, listing.count - offset)) }, (_, i) =>
        rankAt(content, listing, offset + i),
      ),
    /** The alphabetical rank of the teacher with an id; null if there is none. */
    findRank: (id: number) => findRank(content, id),
    teacherAt,
    /** The degrees of a listing, the most frequent first, equally frequent ones by value. The empty one is included. */
    listDegrees(listing: Listing): DegreeCount[] {
      const { values, starts } = degree;
      const counts =
        listing.items === null
          ? Uint32Array.from(values, (_, code) => starts[code + 1]! - starts[code]!)
          : new Uint32Array(values.length);
      if (listing.items !== null)
        for (let i = 0; i < listing.count; i++) counts[codeAt("degree", rankAt(content, listing, i))]!++;
      return values
        .flatMap((value, code) => (counts[code]! > 0 ? { degree: value, count: counts[code]! } : []))
        .sort((a, b) => b.count - a.count);
    },
    ...createLetters(content),
  };
}

export type Directory = ReturnType<typeof createDirectory>;
