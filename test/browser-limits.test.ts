/** The limits of the pages in a real Chromium: positions on the screen, bytes, requests, layout shifts and sizes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { findTooWide, openBrowser, type Visit, visit } from "./support/browser.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";

const encode = encodeURIComponent;

/** Every kind of page with data, and the limit of its HTML in bytes before compression. */
const pages: readonly (readonly [name: string, path: string, bytesMax: number])[] = [
  ["list", "/teachers/", 30_000],
  ["letter", "/teachers/?offset=921", 30_000],
  ["search", `/teachers/?search=${encode("ко")}`, 30_000],
  ["filtered search", `/teachers/?search=${encode("ко")}&degree=${encode("доцент")}&lang=en`, 30_000],
  ["teacher", "/teachers/12/", 30_000],
  ["no matches", `/teachers/?search=${encode("шевченко йцук")}&degree=${encode("доцент")}`, 30_000],
  ["reference", "/docs/", 60_000],
];

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const screens = { phone, screen: { viewport: { width: 1280, height: 900 } } };

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("the pages in Chromium", () => {
  const folder = makeFolder();
  let server: Server;
  let browser: Browser;
  /** Shared by the tests: opening a window takes longer than loading a page. */
  let onPhone: Visit;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(["--sample"], { folder: folder.path }), openBrowser(chromium!)]);
    onPhone = await visit(browser, phone);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  test.each(pages)("a %s is small, takes at most 5 requests, and does not shift", async (_, path, bytesMax) => {
    for (const options of Object.values(screens)) {
      await using visited = await visit(browser, options);
      const { page, faults, hosts } = visited;
      let requests = 0;
      page.on("request", () => requests++);
      await page.addInitScript(`
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) shift += value;
        }).observe({ type: "layout-shift", buffered: true });
      `);
      const response = await page.goto(server.origin + path, { waitUntil: "networkidle" });
      expect((await response!.body()).length).toBeLessThan(bytesMax);
      expect(requests).toBeLessThanOrEqual(5);
      // After two frames, all layout shifts have been reported.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      expect(await page.evaluate("shift")).toBe(0);
      expect(faults).toEqual([]);
      expect([...hosts]).toEqual([new URL(server.origin).host]);
    }
  });

  test("results of a search or a filter begin in the upper half of a phone", async () => {
    const { page } = onPhone;
    for (const query of [
      `search=${encode("шевч")}`,
      `search=${encode("ко")}`,
      "search=Kov&lang=en",
      `search=${encode("шевчнеко")}`,
      `degree=${encode("доцент")}`,
      "offset=921",
    ]) {
      await page.goto(`${server.origin}/teachers/?${query}`);
      const { y } = (await page.locator(".results :is(.headword, li)").first().boundingBox())!;
      expect(y).toBeLessThan(phone.viewport.height / 2);
    }
  });

  test("ten teachers fit on a screen", async () => {
    await using visited = await visit(browser, screens.screen);
    await visited.page.goto(`${server.origin}/teachers/`);
    const { y, height } = (await visited.page.locator(".results li").nth(9).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(900);
  });

  test.each(pages)("a %s has targets of 44 pixels for fingers", async (_, path) => {
    const { page } = onPhone;
    await page.goto(server.origin + path);
    // Links in sentences have the size of their text (WCAG 2.5.8).
    const small =
      await page.evaluate(`[...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest(".skip, .footer"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 44 || height < 43.9;
      })
      .map((element) => element.outerHTML.slice(0, 100))`);
    expect(small).toEqual([]);
  });

  test("no page is wider than the screen with text of double size", async () => {
    const large = await openBrowser(chromium!, ["--blink-settings=defaultFontSize=32"]);
    try {
      for (const viewport of [
        { width: 320, height: 640 },
        ...Object.values(screens).map((screen) => screen.viewport),
      ]) {
        await using visited = await visit(large, { viewport });
        for (const [, path] of pages) {
          await visited.page.goto(server.origin + path);
          expect(await visited.page.evaluate("getComputedStyle(document.body).fontSize")).toBe("32px");
          expect([path, viewport.width, ...(await findTooWide(visited.page))]).toEqual([path, viewport.width]);
        }
      }
    } finally {
      await large.close();
    }
  });

  test("a letter stays in the margin while its names scroll by", async () => {
    const { page } = onPhone;
    await page.goto(`${server.origin}/teachers/?offset=921`);
    await page.evaluate("scrollTo({ top: 900, behavior: 'instant' })");
    const { y } = (await page.locator(".letter").first().boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(20);
  });

  const guesses: readonly (readonly [search: string, name: string])[] = [
    ["Shevchenko Petro", "Шевченко Петро Васильович"],
    ["шевчнеко петро", "Шевченко Петро Васильович"],
    ["Itdxtyrj Gtnhj", "Шевченко Петро Васильович"],
    ["Гончаренк світлана", "Гончаренко Світлана Федорівна"],
    ["Гончаернко", "Гончаренко Світлана Федорівна"],
  ];
  test.each(guesses)("%s costs a newcomer one search and one tap", async (search, name) => {
    const { page } = onPhone;
    await page.goto(`${server.origin}/teachers/`);
    await page.locator("input[name=search]").tap();
    await page.keyboard.type(search);
    await page.getByRole("button", { name: "Знайти" }).tap();
    await page.waitForURL(/search=/);
    const first = page.locator(".results a").first();
    // On the screen without scrolling.
    expect((await first.boundingBox())!.y).toBeLessThan(phone.viewport.height / 2);
    await first.tap();
    await page.waitForURL(/\/teachers\/\d+\/$/);
    expect(await page.locator("h1").innerText()).toBe(name);
  });
});
