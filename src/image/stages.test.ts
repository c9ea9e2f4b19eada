import { expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { listSections } from "./layout.ts";
import { buildSections } from "./sections.ts";
import { type Stage, stageOf, stages } from "./stages.ts";

test.each<[section: string, stage: Stage]>([
  ["ids", "teachers"],
  ["columns.last_name.values.bytes", "teachers"],
  ["columns.last_name.values.starts", "teachers"],
  ["columns.degree.abbreviations.bytes", "teachers"],
  ["columns.degree.codes", "teachers"],
  ["columns.degree.postingStarts", "teachers"],
  ["alphabetical", "alphabetical order"],
  ["columns.degree.postings", "filters"],
  ["givenNames.postings", "filters"],
  ["columns.degree.rankedPostings", "filters in alphabetical order"],
  ["givenNames.rankedPostings", "filters in alphabetical order"],
  ["words.last_name.spelling.codes", "search"],
  ["degrees.sound.codeStarts", "search"],
  ["filler", "search"],
])("%s is checked in the stage %s", (section, stage) => {
  expect(stageOf(section)).toBe(stage);
});

test("the stages check every section of an image once", () => {
  const names = Array.from(listSections(buildSections(rosterOf([]))), ([name]) => name);
  const inOrder = stages.flatMap((stage) => names.filter((name) => stageOf(name) === stage));
  expect(inOrder.toSorted()).toEqual(names.toSorted());
  expect(stages.every((stage) => names.some((name) => stageOf(name) === stage))).toBe(true);
});
