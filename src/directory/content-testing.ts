/** The content and the directory of a version in tests. */
import { rosterOf } from "../domain/roster-testing.ts";
import type { SomeFields } from "../domain/teacher-testing.ts";
import { buildContent, type Content } from "./content.ts";
import { createDirectory, type Directory } from "./directory.ts";
import { buildWords } from "./search/words.ts";

export function contentWith(teachers: readonly SomeFields[]): Content {
  const roster = rosterOf(teachers);
  const { count, digest } = roster;
  const publishedAt = "2026-01-01T00:00:00.000Z";
  const version = {
    number: 1,
    id: "1",
    publishedAt,
    source: { kind: "input" } as const,
    count,
    added: count,
    changed: 0,
    removed: 0,
    ...{ message: "", publishedBy: "", answers: "" },
  };
  return buildContent({ ...version, digest }, roster);
}

export const directoryOf = (content: Content): Directory => createDirectory(content, buildWords(content));

export const directoryWith = (teachers: readonly SomeFields[]): Directory => directoryOf(contentWith(teachers));
