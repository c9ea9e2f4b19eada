/** The officer's pages in Chromium, with workbooks: with scripts, without them, and by keyboard alone. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { findTooWide, findViolations, type Visit, visit } from "./support/browser.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { type RunningOffice, startOffice } from "./support/officer.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, waitFor } from "./support/program.ts";
import { shareBrowser } from "./support/shared.ts";
import { createXlsxParts, createZip, renderXlsxRow } from "./support/zip.ts";

const chromium = findPart("chromium");

const people = [...generateTeachers(300, 11)].map(({ id, last_name, first_name, middle_name, degree }) => {
  return [String(id), last_name, first_name, middle_name, degree];
});
const headings = ["Табельний номер", "Прізвище", "Ім'я", "По батькові", "Посада"];

/** A workbook with these sheets of rows. */
function workbookOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>, names = headings): Buffer {
  const rendered = Object.entries(sheets).map(([name, rows]) => [name, [names, ...rows].map(renderXlsxRow).join("")]);
  return createZip(createXlsxParts(Object.fromEntries(rendered)));
}

describe.skipIf(chromium === null)("the officer's pages in Chromium", () => {
  const folder = makeFolder();
  const browser = shareBrowser(chromium!);
  let office: RunningOffice;
  let visited: Visit;
  let page: Page;

  afterAll(async () => {
    await office?.stop();
    folder.remove();
  });

  /** Expects the page to have these words, no violations, and no elements that are too wide on a phone. */
  async function expectPage(...words: readonly (string | RegExp)[]): Promise<void> {
    const text = (await page.locator("main").innerText()).replaceAll("\u00a0", " ");
    for (const word of words) expect(text).toMatch(word);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findTooWide(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  /** Chooses a file, which waits for the button. */
  async function upload(...given: Parameters<typeof workbookOf>): Promise<void> {
    await page.goto(`${office.origin}/`);
    const file = { name: "список.xlsx", mimeType: "application/octet-stream", buffer: workbookOf(...given) };
    await page.locator("input[type=file]").setInputFiles(file);
    await check();
  }

  async function check(): Promise<void> {
    expect(new URL(page.url()).pathname).toBe("/");
    await page.getByRole("button", { name: "Перевірити файл" }).click();
    await page.waitForURL(/\/preview\//);
  }

  async function publish(): Promise<void> {
    for (const tick of await page.locator("input[name=sure]").all()) await tick.check();
    await page.getByRole("button", { name: /^Опублікувати/ }).click();
    await page.waitForURL(/\?published=/);
  }

  test("opens with a private file that posts the key, which is in no address", async () => {
    // The browser is a program that only records the file to open.
    const opened = join(folder.path, "opened");
    const script = `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`;
    writeFileSync(join(folder.path, "xdg-open"), script, { mode: 0o755 });
    office = await startOffice(["--directory-url", "https://teachers.example.edu/"], {
      folder: folder.path,
      environment: { DISPLAY: ":0", PATH: `${folder.path}:${process.env.PATH}`, LANG: "uk_UA.UTF-8" },
    });
    await waitFor(() => existsSync(opened), true, { program: office });
    const keyFile = readFileSync(opened, "utf8").trim();
    expect(keyFile).toStartWith("file:///");
    expect(keyFile).not.toContain(office.key);
    expect(statSync(new URL(keyFile)).mode & 0o777).toBe(0o600);
    expect(office.readyLine).toStartWith("Opening ");
    visited = await visit(browser.get());
    page = visited.page;
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.goto(keyFile);
    await page.waitForURL(`${office.origin}/`);
    expect(addresses.join(" ")).not.toContain(office.key);
    await expectPage("Ще нічого не опубліковано");
  });

  test("publishes the first list of 300 people", async () => {
    await upload({ Викладачі: people });
    await expectPage("додано 300");
    await publish();
    await expectPage("Опубліковано версію 1");
  });

  test("publishes a monthly update that is dropped on the page", async () => {
    await page.goto(`${office.origin}/`);
    const month = people.slice(3).map((row, i) => (i === 0 ? row.with(4, "академік") : row));
    const bytes = workbookOf({ Викладачі: month }).toString("base64");
    const drop = (count: number) =>
      page.evaluate(
        ([content, length]) => {
          const data = new DataTransfer();
          const raw = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
          for (let i = 0; i < length; i++) data.items.add(new File([raw], "листопад.xlsx"));
          document.querySelector("main")!.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: data }));
        },
        [bytes, count] as const,
      );
    await drop(2);
    expect(await page.getByRole("status").innerText()).toBe("Файлів кілька. Перетягніть один.");
    await drop(1);
    expect(await page.locator(".name").innerText()).toBe("листопад.xlsx");
    await check();
    await expectPage("листопад.xlsx", "додано 0, змінено 1, вилучено 3, без змін 296");
    await publish();
  });

  test("shows 20 errors with their cells, and gives a workbook that says what to correct", async () => {
    await upload({ Викладачі: people.map((row, i) => (i < 20 ? row.with(3, `тел. 050 123 45 ${10 + i}`) : row)) });
    await expectPage("20 помилок у файлі");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Завантажити з позначками" }).click();
    expect((await download).suggestedFilename()).toBe("Що виправити.xlsx");
    expect(await page.locator("#errors ~ table tbody tr").count()).toBe(20);
    expect(await page.locator("#errors ~ table tbody th").first().innerText()).toBe("D2");
    expect(await page.getByRole("button", { name: /^Опублікувати/ }).count()).toBe(0);
  });

  test("asks what each column contains", async () => {
    await upload({ Викладачі: people }, ["Таб", "Прізв", "Імена", "Побатьк", "Робота"]);
    const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
    for (const [i, field] of fields.entries()) await page.locator("select[name=column-0]").nth(i).selectOption(field);
    await expectPage("Що в якому стовпці?");
    await page.locator("form:has(select[name=column-0])").getByRole("button", { name: "Зберегти відповіді" }).click();
    await page.waitForURL(/\/preview\/[^/]+$/);
    await expectPage("додано 3, змінено 1, вилучено 0");
  });

  test("asks which sheet has the list", async () => {
    await upload({ Фізичний: people.slice(0, 150), Історичний: people.slice(150) });
    await expectPage("Викладачі на кількох аркушах: «Фізичний» і «Історичний»; який читати?");
    await page.getByRole("radio", { name: /На всіх/ }).check();
    await page.getByRole("button", { name: "Зберегти відповіді" }).click();
    await page.locator(".tiles").waitFor();
    await expectPage("додано 3, змінено 1, вилучено 0", /рядок \d+ аркуша «Фізичний»/);
  });

  test("stops half a file until the sentence is ticked, and takes the version back", async () => {
    await upload({ Викладачі: people.slice(150) });
    await page.getByRole("button", { name: /^Опублікувати/ }).click();
    // The browser itself requires that the box is ticked.
    expect(page.url()).toContain("/preview/");
    await expectPage(/Вилучити \d+ викладачів з/);
    await publish();
    await page.getByRole("button", { name: "Повернути попередній список" }).click();
    await page.waitForURL(/\/preview\//);
    await expectPage("Повернення до версії 2");
    await publish();
    await page.goto(`${office.origin}/history`);
    expect(await page.locator("tbody tr").count()).toBe(4);
    await expectPage();
    await page.locator("tbody a").first().click();
    await page.waitForURL(/\/changes/);
    await expectPage("Зміни від версії 3 до версії 4");
  });

  test("erases a person, and says which row of a later file has her", async () => {
    const [id, last, first, middle] = people[30]!;
    await page.goto(`${office.origin}/erase`);
    await expectPage();
    await page.getByLabel("Прізвище та ім’я").fill(`${last} ${first}`);
    await page.getByRole("button", { name: "Знайти" }).click();
    const form = page.locator(`form[action="/erase/${id}"]`);
    if (!(await form.isVisible())) await page.locator(`details:has(form[action="/erase/${id}"]) summary`).click();
    await expectPage();
    await form.locator("input[name=name]").fill(`${last} ${first} ${middle}`);
    await form.getByRole("button", { name: "Видалити назавжди" }).click();
    await page.locator("#remains").waitFor();
    await expectPage("опубліковано версію 5 без цих даних");
    await upload({ Викладачі: people });
    await expectPage(`з номером ${id} (рядок 32) видалено назавжди`);
    expect(await page.getByRole("button", { name: /^Опублікувати/ }).count()).toBe(0);
  });

  test("a page of another site can't show it in a frame", async () => {
    await using stranger = await visit(browser.get());
    const frame = stranger.page
      .waitForEvent("framenavigated", (found) => found.parentFrame() !== null)
      .catch(() => null);
    await stranger.page.setContent(`<iframe src="${office.origin}/enter"></iframe>`);
    await frame;
    const framed = stranger.page.frames()[1]!;
    expect(await framed.locator("main").count()).toBe(0);
  });

  test("had no faults, and loaded nothing from elsewhere", () => {
    expect(visited.faults).toEqual([]);
    expect([...visited.hosts].filter((host) => host !== "")).toEqual([new URL(office.origin).host]);
  });

  test("publishes by keyboard alone, without scripts, in a narrow window", async () => {
    await using own = await startOffice([], { folder: folder.path });
    await using quiet = await visit(browser.get(), { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const { page: still } = quiet;
    const press = (key: string): Promise<void> => still.keyboard.press(key);
    /** Tabs to an element. */
    async function tabTo(selector: string): Promise<void> {
      await waitFor(
        async () => {
          await press("Tab");
          return still.locator(`${selector}:focus`).count();
        },
        1,
        { program: own, intervalMs: 0 },
      );
    }
    await still.goto(`${own.origin}/`);
    await tabTo("input[name=key]");
    await still.keyboard.type(own.key);
    await press("Enter");
    await still.waitForURL(`${own.origin}/`);
    await tabTo("input[type=file]");
    const buffer = workbookOf({ Викладачі: people.toSpliced(30, 1) });
    await still.locator("input[type=file]").setInputFiles({ name: "усі.xlsx", mimeType: "a/b", buffer });
    await tabTo("form[action='/upload'] button");
    await press("Enter");
    await still.waitForURL(/\/preview\//);
    for (const _ of await still.locator("input[name=sure]").all()) {
      await tabTo("input[name=sure]:not(:checked)");
      await press("Space");
    }
    await tabTo("input[name=message]");
    await still.keyboard.type("Повний список");
    await tabTo("form[action$='/publish'] button");
    await press("Enter");
    await still.waitForURL(/\?published=/);
    expect(await still.locator("main").innerText()).toContain("Опубліковано версію 6");
    await tabTo("a[href='/history']");
    await press("Enter");
    await still.waitForURL(/\/history/);
    expect(await still.locator("tbody tr").first().innerText()).toContain("Повний список");
  });
});
