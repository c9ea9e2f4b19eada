/** Every page in a real Chromium: accessible, narrow enough for a phone, and without requests to other hosts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { colorSchemes, findTooWide, findViolations, openBrowser, type Visit, visit } from "./support/browser.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

const encode = encodeURIComponent;

/** The kinds of pages, by their content. */
const pages: Readonly<Record<string, string>> = {
  list: "/teachers/",
  "corrected search": `/teachers/?search=${encode("доц. шевчнеко")}`,
  teacher: "/teachers/12/",
  "no matches": `/teachers/?search=${encode("йцук")}&first_name=${encode("Тарас")}`,
  "bad parameters": "/teachers/?limit=ten&ordering=name&Offset=1",
  "unknown path": "/nothing/here?lang=en",
  reference: "/docs/",
};

/** Other pages, which have the same parts as the pages above. */
const otherPages: typeof pages = {
  "list in English": "/teachers/?lang=en&ordering=id&offset=500",
  "filtered list": `/teachers/?search=${encode("ол")}&degree=${encode("доцент")}&limit=3`,
  "literal search": `/teachers/?search=${encode("шевч")}&exact=true&lang=en`,
  "past the end": "/teachers/?offset=5000",
  "no such teacher": "/teachers/99999999/",
};
const allPages = { ...pages, ...otherPages };

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("every page in Chromium", () => {
  const folder = makeFolder();
  let server: Server;
  let browser: Browser;
  /** All pages share a window, because opening one takes longer than loading a page. */
  let visited: Visit;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSampleServer([], { folder: folder.path }), openBrowser(chromium!)]);
    visited = await visit(browser);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  test.each(Object.entries(isLong ? allPages : pages))(
    "%s passes axe-core in light and dark colours",
    async (_, path) => {
      const { page, faults, hosts } = visited;
      await page.goto(server.origin + path);
      expect(await findViolations(page, colorSchemes)).toEqual([]);
      expect(faults).toEqual([]);
      expect([...hosts]).toEqual([new URL(server.origin).host]);
    },
  );

  test.each(Object.entries(allPages))("%s is no wider than the screen", async (_, path) => {
    await visited.page.goto(server.origin + path);
    for (const width of [320, 768]) {
      await visited.page.setViewportSize({ width, height: 640 });
      expect(await findTooWide(visited.page)).toEqual([]);
    }
  });

  test("the printed list has no controls", async () => {
    await using visited = await visit(browser, { colorScheme: "dark" });
    const { page } = visited;
    await page.emulateMedia({ media: "print" });
    await page.goto(`${server.origin}/teachers/`);
    expect(await page.locator(".results li:visible").count()).toBe(25);
    expect(await page.locator(":is(.search, .degrees, .pages, .downloads, .masthead nav):visible").count()).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(0, 0, 0)");
  });
});
