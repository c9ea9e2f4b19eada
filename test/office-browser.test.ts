/** The officer's pages in Chromium, with workbooks: with scripts, without them, and by keyboard alone. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { type Visit, visit } from "./support/browser.ts";
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

/** A workbook of these rows. */
const workbookOf = (rows: readonly (readonly string[])[]): Buffer =>
  createZip(createXlsxParts({ Викладачі: [headings, ...rows].map(renderXlsxRow).join("") }));

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

  /** The text of the page, with plain spaces. */
  const text = async (): Promise<string> => (await page.locator("main").innerText()).replaceAll("\u00a0", " ");

  /** Chooses a file, which waits for the button. */
  async function upload(rows: readonly (readonly string[])[]): Promise<void> {
    await page.goto(`${office.origin}/`);
    const file = { name: "список.xlsx", mimeType: "application/octet-stream", buffer: workbookOf(rows) };
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
    await page.getByLabel("Примітка").press("Enter");
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
    expect(await text()).toContain("Ще нічого не опубліковано");
  });

  test("publishes a list that is dropped on the page", async () => {
    await page.goto(`${office.origin}/`);
    const bytes = workbookOf(people).toString("base64");
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
    const large = { name: "фото.xlsx", mimeType: "a/b", buffer: Buffer.alloc(20 * 1024 * 1024 + 1) };
    await page.locator("input[type=file]").setInputFiles(large);
    expect(await page.getByRole("status").innerText()).toBe(
      "Файл завеликий: дозволено до 20 МБ. Приберіть із нього зображення.",
    );
    await drop(2);
    expect(await page.getByRole("status").innerText()).toBe("Файлів кілька. Перетягніть один.");
    await drop(0);
    expect(await page.getByRole("status").innerText()).toBe("Це не файл. Перетягніть файл зі списком.");
    await drop(1);
    expect(await page.locator(".name").innerText()).toBe("листопад.xlsx");
    await check();
    for (const words of ["листопад.xlsx", "додано 300"]) expect(await text()).toContain(words);
    await publish();
  });

  test("stops half a file until the sentence is ticked, and takes the version back", async () => {
    await upload(people.slice(150));
    await page.getByRole("button", { name: /^Опублікувати/ }).click();
    // The browser itself requires that the box is ticked.
    expect(page.url()).toContain("/preview/");
    expect(await text()).toMatch(/Вилучити \d+ викладачів із/);
    await publish();
    await page.getByRole("button", { name: "Повернути попередній список" }).click();
    await page.waitForURL(/\/preview\//);
    expect(await text()).toContain("Повернення до версії 1");
    await publish();
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
    const buffer = workbookOf(people.toSpliced(30, 1));
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
    await press("Enter");
    await still.waitForURL(/\?published=/);
    expect(await still.locator("main").innerText()).toContain("Опубліковано версію 4");
    await tabTo("a[href='/history']");
    await press("Enter");
    await still.waitForURL(/\/history/);
    expect(await still.locator("tbody tr").first().innerText()).toContain("Повний список");
  });
});
