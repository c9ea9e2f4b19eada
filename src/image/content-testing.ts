/** The content of images in tests. */
import { rosterOf } from "../domain/roster-testing.ts";
import type { SomeFields } from "../domain/teacher-testing.ts";
import { type ImageContent, listSections, openContent } from "./layout.ts";
import { buildSections } from "./sections.ts";

/** The content of an image of these teachers. */
export function contentWith(teachers: readonly SomeFields[]): ImageContent {
  return openContent(listSections(buildSections(rosterOf(teachers))));
}
