/** The limits of the pages in a real Chromium: positions on the screen, bytes, requests, layout shifts and sizes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { findTooWide, openBrowser, type Visit, visit } from "./support/browser.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

const encode = encodeURIComponent;

/** Every kind of page with data, and the limit of its HTML in bytes before compression. */
const pages: readonly (readonly [name: string, path: string, bytesMax: number])[] = [
  ["list", "/teachers/", 30_000],
  ["letter", "/teachers/?offset=921", 30_000],
  ["search", `/teachers/?search=${encode("ко")}`, 30_000],
  ["filtered search", `/teachers/?search=${encode("ко")}&degree=${encode("доцент")}&lang=en`, 30_000],
  ["teacher", "/teachers/12/", 30_000],
  ["no matches", `/teachers/?search=${encode("шевченко йцук")}&degree=${encode("доцент")}`, 30_000],
  ["reference", "/docs/", 90_000],
];

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const screens = { phone, screen: { viewport: { width: 1280, height: 900 } } };

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("the pages in Chromium", () => {
  const folder = makeFolder();
  let server: Server;
  let browser: Browser;
  /** The tests share windows, because opening one takes longer than loading a page. */
  let onPhone: Visit;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSampleServer([], { folder: folder.path }), openBrowser(chromium!)]);
    onPhone = await visit(browser, phone);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  describe.each(Object.entries(screens))("on a %s", (_, options) => {
    let visited: Visit;
    let requests = 0;

    beforeAll(async () => {
      visited = await visit(browser, options);
      const { page } = visited;
      page.on("request", () => requests++);
      // Each page is the first one of a visitor.
      const session = await page.context().newCDPSession(page);
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      await page.addInitScript(`
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) shift += value;
        }).observe({ type: "layout-shift", buffered: true });
      `);
    });

    test.each(pages)("a %s is small, takes at most 5 requests, and does not shift", async (_, path, bytesMax) => {
      const { page, faults, hosts } = visited;
      requests = 0;
      const response = await page.goto(server.origin + path, { waitUntil: "networkidle" });
      expect((await response!.body()).length).toBeLessThan(bytesMax);
      expect(requests).toBeWithin(2, 6);
      // After two frames, all layout shifts have been reported.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      expect(await page.evaluate("shift")).toBe(0);
      expect(faults).toEqual([]);
      expect([...hosts]).toEqual([new URL(server.origin).host]);
    });
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
      .filter((element) => !element.closest(".skip, .footer, .docs"))
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
      await using visited = await visit(large);
      const { page } = visited;
      const widths = [320, ...Object.values(screens).map(({ viewport }) => viewport.width)];
      for (const [, path] of pages) {
        await page.goto(server.origin + path);
        expect(await page.evaluate("getComputedStyle(document.body).fontSize")).toBe("32px");
        for (const width of widths) {
          await page.setViewportSize({ width, height: 640 });
          expect([path, width, ...(await findTooWide(page))]).toEqual([path, width]);
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
    ["Гончаернко", "Гончаренко Світлана Федорівна"],
    ["шевчнеко петро", "Шевченко Петро Васильович"],
    ["Itdxtyrj Gtnhj", "Шевченко Петро Васильович"],
    ["Гончаренк світлана", "Гончаренко Світлана Федорівна"],
  ];
  test.each(isLong ? guesses : guesses.slice(0, 2))(
    "%s costs a newcomer one search and one tap",
    async (search, name) => {
      const { page } = onPhone;
      await page.goto(`${server.origin}/teachers/`);
      await page.locator("input[name=search]").tap();
      await page.keyboard.type(search);
      // When the suggestions open, the page scrolls. A tap at that moment would hit one of them.
      await page.locator("input[name=search][aria-expanded=true]").waitFor();
      await page.getByRole("button", { name: "Знайти" }).tap();
      await page.waitForURL(/search=/);
      const first = page.locator(".results a").first();
      // On the screen without scrolling.
      expect((await first.boundingBox())!.y).toBeLessThan(phone.viewport.height / 2);
      await first.tap();
      await page.waitForURL(/\/teachers\/\d+\/$/);
      expect(await page.locator("h1").innerText()).toBe(name);
    },
  );
});
