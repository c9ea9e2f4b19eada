/** All that an officer does, by keyboard alone, without scripts and on a phone, with files that LibreOffice wrote. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { writeTextSheets } from "../src/workbook/workbook-writer.ts";
import { openBrowser, type Visit, visit } from "./support/browser.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { isLong } from "./support/long.ts";
import { convertFiles, textFilter } from "./support/office.ts";
import { type RunningOffice, startOffice } from "./support/officer.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, waitFor } from "./support/program.ts";

const [chromium, soffice] = [findPart("chromium"), findPart("soffice")];

const people = [...generateTeachers(1200, 11)].map(({ id, last_name, first_name, middle_name, degree }) => {
  return [String(id), last_name, first_name, middle_name, degree];
});
const headings = ["Табельний номер", "Прізвище", "Ім'я", "По батькові", "Посада"];
const unknownHeadings = ["Таб", "Прізв", "Імена", "Побатьк", "Робота"];
const render = (rows: readonly (readonly string[])[], names = headings): string =>
  [names, ...rows].map((row) => row.join(",")).join("\n");

describe.skipIf(!isLong || chromium === null || soffice === null)("an officer without a mouse and scripts", () => {
  const folder = makeFolder();
  let office: RunningOffice;
  let browser: Browser;
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    const files: Readonly<Record<string, string>> = {
      first: render(people),
      month: render(people.slice(3)),
      broken: render(people.map((row, i) => (i < 20 ? [...row.slice(0, 4), "050 123 45 67"] : row))),
      unknown: render(people.slice(1), unknownHeadings),
      next: render(people, unknownHeadings),
      half: render(people.slice(600)),
    };
    for (const [name, csv] of Object.entries(files)) writeFileSync(join(folder.path, `${name}.csv`), csv);
    const faculties = [
      { name: "Фізичний", rows: [headings, ...people.slice(0, 600)] },
      { name: "Історичний", rows: [headings, ...people.slice(600)] },
    ];
    writeFileSync(join(folder.path, "sheets.xlsx"), await writeTextSheets(faculties));
    const sources = [...Object.keys(files).map((name) => `${name}.csv`), "sheets.xlsx"];
    const to = (from: string): string => (from === "sheets.xlsx" ? "faculties.xlsx" : from.replace(".csv", ".xlsx"));
    await convertFiles(
      soffice!,
      folder.path,
      sources.map((from) => ({ from, to: to(from), format: "xlsx" }) as const),
    );
    [browser, office] = await Promise.all([openBrowser(chromium!), startOffice([], { folder: folder.path })]);
    visited = await visit(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    page = visited.page;
    await page.goto(`${office.origin}/`);
    await type("input[name=key]", office.key);
    await press("form[action='/enter'] button", "Enter", /:\d+\/$/);
  });

  afterAll(async () => {
    await browser?.close();
    await office?.stop();
    folder.remove();
  });

  const text = async (): Promise<string> => (await page.locator("main").innerText()).replaceAll("\u00a0", " ");

  /** Tabs to an element that is there. */
  async function tabTo(selector: string): Promise<void> {
    await page.locator(selector).first().waitFor();
    const isFocused = async (): Promise<boolean> => {
      await page.keyboard.press("Tab");
      return (await page.locator(selector).and(page.locator(":focus")).count()) === 1;
    };
    await waitFor(isFocused, (found) => found, { program: office, intervalMs: 0 });
  }

  async function press(selector: string, key: "Enter" | "Space", next?: RegExp): Promise<void> {
    await tabTo(selector);
    const loaded = next && page.waitForEvent("load");
    await page.keyboard.press(key);
    await loaded;
    if (next !== undefined) await page.waitForURL(next);
  }

  async function type(selector: string, words: string): Promise<void> {
    await tabTo(selector);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(words);
  }

  async function upload(name: string): Promise<void> {
    await press("a.brand", "Enter", /:\d+\/$/);
    // No program can press keys in the dialog of the browser that chooses a file.
    await tabTo("input[type=file]");
    await page.locator("input[type=file]").setInputFiles(join(folder.path, `${name}.xlsx`));
    await press("form[action='/upload'] button", "Enter", /\/preview\//);
  }

  async function publish(): Promise<void> {
    const ticks = await page.locator("input[name=sure]").count();
    for (let i = 0; i < ticks; i++) await press("input[name=sure]:not(:checked)", "Space");
    await press("form[action$='/publish'] button", "Enter", /\?published=/);
  }

  test("publishes the first list, and a monthly update", async () => {
    await upload("first");
    expect(await text()).toContain("1 200 нових · 0 вилучено");
    await publish();
    await upload("month");
    expect(await text()).toContain("0 нових · 3 вилучено · 0 змінено · 1 197 без змін");
    await type("input[name=message]", "Наказ № 12");
    await publish();
    expect(await text()).toContain("Наказ № 12");
  });

  test("corrects a file with the workbook of faults", async () => {
    await upload("broken");
    expect(await text()).toContain("20 помилок у файлі");
    const download = page.waitForEvent("download");
    await press("a[href$='corrections.xlsx']", "Enter");
    await (await download).saveAs(join(folder.path, "corrections.xlsx"));
    // LibreOffice opens the workbook, the officer corrects the cells, and LibreOffice saves it.
    const format = textFilter(",", "utf-8");
    await convertFiles(soffice!, folder.path, [{ from: "corrections.xlsx", to: "corrections.csv", format }]);
    const lines = (await Bun.file(join(folder.path, "corrections.csv")).text()).trimEnd().split("\n");
    expect(lines.filter((line) => line.includes("номер телефону"))).toHaveLength(20);
    const mended = lines.map((line, i) => line.replace("050 123 45 67,", `${people[i - 1]?.[4] ?? ""},`));
    writeFileSync(join(folder.path, "mended.csv"), mended.join("\n"));
    await convertFiles(soffice!, folder.path, [{ from: "mended.csv", to: "mended.xlsx", format: "xlsx" }]);
    await upload("mended");
    expect(await text()).toContain("3 нові · 0 вилучено · 0 змінено · 1 197 без змін");
  });

  test("says once what each column contains", async () => {
    await upload("unknown");
    // In the order of the columns: number, last, first and middle name, position.
    for (const [i] of unknownHeadings.entries()) {
      await tabTo("select[name=field]");
      await page.keyboard.press("Home");
      for (let option = 0; option <= i; option++) await page.keyboard.press("ArrowDown");
    }
    await press("form[action$='/answers'] button", "Enter", /\/preview\//);
    expect(await text()).toContain("2 нові · 0 вилучено · 0 змінено · 1 197 без змін");
    await publish();
    await upload("next");
    expect(await text()).toContain("1 новий · 0 вилучено · 0 змінено · 1 199 без змін");
  });

  test("says that each sheet has teachers", async () => {
    await upload("faculties");
    expect(await text()).toContain("На якому аркуші список?");
    await tabTo("input[type=radio]");
    // Arrow up on the first option selects the last option.
    await page.keyboard.press("ArrowUp");
    await press("form[action$='/answers'] button", "Enter", /\/preview\//);
    expect(await text()).toContain("1 новий · 0 вилучено · 0 змінено · 1 199 без змін");
  });

  test("is stopped by half a file, and takes a wrong list back", async () => {
    await upload("half");
    expect(await text()).toContain("Перевірте, чи файл повний");
    await press("form[action$='/publish'] button", "Enter");
    // The browser itself requires that the box is ticked.
    expect(page.url()).toContain("/preview/");
    await publish();
    expect(await text()).toContain("Опубліковано версію 4");
    await press("form[action='/return'] button", "Enter", /\/preview\//);
    expect(await text()).toContain("Повернення до версії 3");
    await publish();
    expect(await text()).toContain("1 199 викладачів");
  });

  test("erases a person", async () => {
    const [id, last, first] = people[30]!;
    await press("a[href='/erase']", "Enter", /\/erase$/);
    await type("form[action='/erase'] input[name=name]", `${last} ${first}`);
    await press("form[action='/erase'] button", "Enter", /\/erase$/);
    const form = `form[action="/erase/${id}"]`;
    if (!(await page.locator(form).isVisible())) await press(`details:has(${form}) summary`, "Enter");
    await type(`${form} input[name=name]`, last!);
    await press(`${form} button`, "Enter", new RegExp(`/erase/${id}$`));
    expect(await text()).toContain("опубліковано версію 6 без цих даних");
    expect(visited.faults).toEqual([]);
  });
});
