/** The stages in which a server checks an image at its start. After each one it can answer more requests. */

/** What each stage makes available, and its sections. A section belongs to the first stage that matches its name. */
const sectionsOfStages = {
  teachers: /^ids$|^columns\.\w+\.(?:values|abbreviations|codes|postingStarts)\b/,
  "alphabetical order": /^alphabetical$/,
  filters: /\.postings$/,
  "filters in alphabetical order": /\.rankedPostings$/,
  search: /^/,
} as const;

/** A stage by what it makes available, if all stages before it have passed too. */
export type Stage = keyof typeof sectionsOfStages;

/** In the order of the checks: what is asked for most often comes first. */
export const stages = Object.keys(sectionsOfStages) as readonly Stage[];

/** The stage that checks a section. */
export function stageOf(section: string): Stage {
  return stages.find((stage) => sectionsOfStages[stage].test(section))!;
}

/** Thrown by a part of an open image whose section has not been checked yet. */
export class UncheckedSectionError extends Error {}
