/** The officer's pages in Chromium, with workbooks: with scripts, without them, and by keyboard alone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { findTooWide, findViolations, openBrowser, type Visit, visit } from "./support/browser.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { type RunningOffice, startOffice } from "./support/officer.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, run, waitFor } from "./support/program.ts";
import { createXlsxParts, createZip, renderXlsxRow } from "./support/zip.ts";

const chromium = findPart("chromium");

const people = [...generateTeachers(300, 11)].map(({ id, last_name, first_name, middle_name, degree }) => {
  return [String(id), last_name, first_name, middle_name, degree];
});
const headings = ["Табельний номер", "Прізвище", "Ім'я", "По батькові", "Посада"];
type Rows = readonly (readonly string[])[];

/** A workbook with these sheets. */
function workbookOf(sheets: Readonly<Record<string, Rows>>, names: readonly string[] = headings): Buffer {
  const rendered = Object.entries(sheets).map(([name, rows]) => [name, [names, ...rows].map(renderXlsxRow).join("")]);
  return createZip(createXlsxParts(Object.fromEntries(rendered)));
}

describe.skipIf(chromium === null)("the officer's pages in Chromium", () => {
  const folder = makeFolder();
  const file = (name: string): string => join(folder.path, `${name}.xlsx`);
  let office: RunningOffice;
  let browser: Browser;
  let visited: Visit;
  let page: Page;

  /** Starts an office whose browser is a program that only records the file to open. */
  async function startWithBrowser(): Promise<{ office: RunningOffice; keyFile: string }> {
    const opened = join(folder.path, `opened-${crypto.randomUUID()}`);
    writeFileSync(
      join(folder.path, "xdg-open"),
      `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
    );
    chmodSync(join(folder.path, "xdg-open"), 0o755);
    const environment = { DISPLAY: ":0", PATH: `${folder.path}:${process.env.PATH}`, LANG: "uk_UA.UTF-8" };
    const started = await startOffice(["--directory-url", "https://teachers.example.edu/"], {
      folder: folder.path,
      environment,
    });
    const keyFile = await waitFor(
      () =>
        Bun.file(opened)
          .text()
          .catch(() => ""),
      (text) => text !== "",
      { program: started },
    );
    return { office: started, keyFile: keyFile.trim() };
  }

  beforeAll(async () => {
    const month = people.slice(3).map((row, i) => (i === 0 ? [...row.slice(0, 4), "академік"] : row));
    const broken = people.map((row, i) => (i < 20 ? [...row.slice(0, 3), `тел. 050 123 45 ${10 + i}`, row[4]!] : row));
    const unknown = ["Таб", "Прізв", "Імена", "Побатьк", "Робота"];
    const half = people.length / 2;
    const workbooks = {
      first: workbookOf({ Викладачі: people }),
      month: workbookOf({ Викладачі: month }),
      last: workbookOf({ Викладачі: people.filter((_, i) => i !== 30) }),
      half: workbookOf({ Викладачі: people.slice(half) }),
      broken: workbookOf({ Викладачі: broken }),
      unknown: workbookOf({ Викладачі: people }, unknown),
      faculties: workbookOf({ Фізичний: people.slice(0, half), Історичний: people.slice(half) }),
    };
    for (const [name, bytes] of Object.entries(workbooks)) writeFileSync(file(name), bytes);
    browser = await openBrowser(chromium!);
  });

  afterAll(async () => {
    await browser?.close();
    await office?.stop();
    folder.remove();
  });

  const text = async (): Promise<string> => (await page.locator("main").innerText()).replaceAll("\u00a0", " ");

  /** The violations that axe finds on the page, and the elements that are too wide on a phone. */
  async function findFlaws(): Promise<string[]> {
    const flaws = await findViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const wide of await findTooWide(page)) flaws.push(`wide: ${wide}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    return flaws;
  }

  async function upload(name: string): Promise<void> {
    await page.goto(`${office.origin}/`);
    await page.locator("input[type=file]").setInputFiles(file(name));
    await send();
    await page.waitForURL(/\/preview\//);
  }

  /** A chosen file waits for the button. */
  async function send(): Promise<void> {
    expect(new URL(page.url()).pathname).toBe("/");
    await page.getByRole("button", { name: "Перевірити файл" }).click();
  }

  async function publish(): Promise<void> {
    for (const tick of await page.locator("input[name=sure]").all()) await tick.check();
    await page.getByRole("button", { name: /^Опублікувати/ }).click();
    await page.waitForURL(/\?published=/);
  }

  test("opens with a private file that posts the key, which is in no address", async () => {
    const started = await startWithBrowser();
    office = started.office;
    expect(started.keyFile).toStartWith("file:///");
    expect(started.keyFile).not.toContain(office.key);
    const path = new URL(started.keyFile).pathname;
    expect((await Bun.file(path).stat()).mode & 0o777).toBe(0o600);
    expect(office.readyLine).toStartWith("Opening ");
    visited = await visit(browser);
    page = visited.page;
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.goto(started.keyFile);
    await page.waitForURL(`${office.origin}/`);
    expect(await text()).toContain("Ще нічого не опубліковано");
    expect(addresses.join(" ")).not.toContain(office.key);
    expect(await findFlaws()).toEqual([]);
  });

  test("publishes the first list of 300 people", async () => {
    await upload("first");
    expect(await text()).toContain("додано 300");
    expect(await findFlaws()).toEqual([]);
    await publish();
    expect(await text()).toContain("Опубліковано версію 1");
    expect(await findFlaws()).toEqual([]);
    expect((await run(["status"], { folder: folder.path })).stdout).toMatch(/Teachers +300/);
  });

  test("publishes a monthly update that is dropped on the page", async () => {
    await page.goto(`${office.origin}/`);
    const bytes = readFileSync(file("month")).toString("base64");
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
    await send();
    await page.waitForURL(/\/preview\//);
    expect(await text()).toContain("додано 0, змінено 1, вилучено 3, без змін 296");
    expect(await text()).toContain("листопад.xlsx");
    expect(await findFlaws()).toEqual([]);
    await publish();
  });

  test("shows 20 errors with their cells, and gives a workbook that says what to correct", async () => {
    await upload("broken");
    expect(await text()).toContain("20 помилок у файлі");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Завантажити з позначками" }).click();
    expect((await download).suggestedFilename()).toBe("Що виправити.xlsx");
    expect(await page.locator("#errors ~ table tbody tr").count()).toBe(20);
    expect(await page.locator("#errors ~ table tbody th").first().innerText()).toBe("D2");
    expect(await page.getByRole("button", { name: /^Опублікувати/ }).count()).toBe(0);
    expect(await findFlaws()).toEqual([]);
  });

  test("asks what each column contains", async () => {
    await upload("unknown");
    const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
    for (const [i, field] of fields.entries()) await page.locator("select[name=column-0]").nth(i).selectOption(field);
    expect(await findFlaws()).toEqual([]);
    await page.locator("form:has(select[name=column-0])").getByRole("button", { name: "Зберегти відповіді" }).click();
    await page.waitForURL(/\/preview\/[^/]+$/);
    expect(await text()).toContain("додано 3, змінено 1, вилучено 0");
  });

  test("asks which sheet has the list", async () => {
    await upload("faculties");
    expect(await text()).toContain("Викладачі на кількох аркушах: «Фізичний» і «Історичний»; який читати?");
    expect(await findFlaws()).toEqual([]);
    await page.getByRole("radio", { name: /На всіх/ }).check();
    await page.getByRole("button", { name: "Зберегти відповіді" }).click();
    await page.locator(".tiles").waitFor();
    expect(await text()).toContain("додано 3, змінено 1, вилучено 0");
    expect(await text()).toMatch(/рядок \d+ аркуша «Фізичний»/);
    expect(await findFlaws()).toEqual([]);
  });

  test("stops half a file until the sentence is ticked, and takes the version back", async () => {
    await upload("half");
    expect(await text()).toMatch(/Вилучити \d+ викладачів з/);
    await page.getByRole("button", { name: /^Опублікувати/ }).click();
    // The browser itself requires that the box is ticked.
    expect(page.url()).toContain("/preview/");
    expect(await findFlaws()).toEqual([]);
    await publish();
    await page.getByRole("button", { name: "Повернути попередній список" }).click();
    await page.waitForURL(/\/preview\//);
    expect(await text()).toContain("Повернення до версії 2");
    await publish();
    await page.goto(`${office.origin}/history`);
    expect(await page.locator("tbody tr").count()).toBe(4);
    expect(await findFlaws()).toEqual([]);
    await page.locator("tbody a").first().click();
    await page.waitForURL(/\/changes/);
    expect(await text()).toContain("Зміни від версії 3 до версії 4");
    expect(await findFlaws()).toEqual([]);
  });

  test("erases a person", async () => {
    const [id, last, first, middle] = people[30]!;
    await page.goto(`${office.origin}/erase`);
    expect(await findFlaws()).toEqual([]);
    await page.getByLabel("Прізвище та ім’я").fill(`${last} ${first}`);
    await page.getByRole("button", { name: "Знайти" }).click();
    const form = page.locator(`form[action="/erase/${id}"]`);
    if (!(await form.isVisible())) await page.locator(`details:has(form[action="/erase/${id}"]) summary`).click();
    expect(await findFlaws()).toEqual([]);
    await form.locator("input[name=name]").fill(`${last} ${first} ${middle}`);
    await form.getByRole("button", { name: "Видалити назавжди" }).click();
    await page.locator("#remains").waitFor();
    expect(await text()).toContain("опубліковано версію 5 без цих даних");
    expect(await findFlaws()).toEqual([]);
  });

  test("says which row has somebody who was erased", async () => {
    await upload("first");
    expect(await text()).toContain(`з номером ${people[30]![0]} (рядок 32) видалено назавжди`);
    expect(await page.getByRole("button", { name: /^Опублікувати/ }).count()).toBe(0);
    expect(await findFlaws()).toEqual([]);
  });

  test("a page of another site can't show it in a frame", async () => {
    await using stranger = await visit(browser);
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
    await using quiet = await visit(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const { page: still } = quiet;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await still.keyboard.press(key);
    };
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
    await still.locator("input[type=file]").setInputFiles(file("last"));
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
