/** Every page in a real Chromium: accessible, narrow enough for a phone, still, and with large targets; also with harmful names. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import {
  colourModes,
  findTooWide,
  findViolations,
  openBrowser,
  phoneOf,
  type Visit,
  visit,
} from "./support/browser.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { shareBrowser, shareServer } from "./support/shared.ts";

const encode = encodeURIComponent;

/** The kinds of pages, by their content. */
const pages = {
  list: "/teachers/",
  letter: `/teachers/?letter=${encode("К")}`,
  "corrected search": `/teachers/?search=${encode("доц. шевчнеко")}`,
  teacher: "/teachers/1/",
  nobody: `/teachers/?search=${encode("Шевчкно")}`,
  "bad parameters": "/teachers/?limit=ten&ordering=name",
  "unknown path": "/nothing/here",
  reference: "/docs/",
} as const;

/** Other pages, which have the same parts as the pages above. */
const otherPages = {
  "last page": "/teachers/?offset=975&ordering=-last_name",
  "filtered search": `/teachers/?search=${encode("ол")}&degree=${encode("доцент")}&limit=3`,
  "search of one long word": `/teachers/?search=${encode(`Шевченк${"о".repeat(60)}`)}`,
  "filter of a last name": `/teachers/?last_name=${encode("Шевченко")}`,
  "nobody under a filter": `/teachers/?search=${encode("шевч")}&degree=${encode("ректор")}`,
  "past the end": "/teachers/?offset=5000",
  "no such teacher": "/teachers/99999999/",
} as const;
const allPages = Object.entries({ ...pages, ...otherPages });

/** In Ukrainian and, but for the reference, in English. */
const inBoth = allPages.flatMap(([name, path]) => [
  [name, path] as const,
  ...(path === "/docs/" ? [] : [[`${name} in English`, `${path}${path.includes("?") ? "&" : "?"}lang=en`] as const]),
]);

const phone = { width: 390, height: 844 };

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("every page in Chromium", () => {
  const server = shareServer();
  const browser = shareBrowser(chromium!);
  /** All pages share a window, because opening one takes longer than loading a page. */
  let visited: Visit;
  let onPhone: Visit;

  beforeAll(async () => {
    visited = await visit(browser.get());
    onPhone = await visit(browser.get(), phoneOf(phone.width, phone.height));
  });

  /** The controls that are smaller than this. Links in sentences have the size of their text (WCAG 2.5.8). */
  const findSmall = (page: Page, leastPx: number) =>
    page.evaluate(`[...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest(".skip, .docs, .wider"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < ${leastPx} - 0.1 || height < ${leastPx} - 0.1;
      })
      .map((element) => element.outerHTML.slice(0, 100))`);

  test.each(inBoth)(
    "%s passes axe-core in all colours, is no wider than the screen, and has targets for a mouse",
    async (name, path) => {
      const { page, faults, hosts } = visited;
      await page.goto(server.origin + path);
      expect(await findSmall(page, 24)).toEqual([]);
      if (isLong || name.replace(" in English", "") in pages)
        expect(await findViolations(page, colourModes)).toEqual([]);
      for (const width of [320, 390, 640, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findTooWide(page)).toEqual([]);
      }
      expect([faults, ...hosts]).toEqual([[], new URL(server.origin).host]);
    },
  );

  test.each(allPages)("%s does not shift on a phone, and has targets for fingers", async (_, path) => {
    const { page } = onPhone;
    await page.goto(server.origin + path);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    expect(await findSmall(page, 44)).toEqual([]);
    expect(await page.evaluate("shift")).toBe(0);
  });

  test("no page is wider than the screen with text of double size", async () => {
    await using large = await openBrowser(chromium!, "--blink-settings=defaultFontSize=32");
    await using wide = await visit(large);
    const { page } = wide;
    for (const [, path] of allPages) {
      await page.goto(server.origin + path);
      expect(await page.evaluate("getComputedStyle(document.body).fontSize")).toBe("32px");
      for (const width of [320, 390, 640, 1280]) {
        await page.setViewportSize({ width, height: 640 });
        expect([path, width, ...(await findTooWide(page))]).toEqual([path, width]);
      }
    }
  });

  const queries = ["", "letter=Ш", "offset=475", "degree=доцент", "search=ко", "search=доц. ко", "search=Kov&lang=en"];
  test.each([...queries, "last_name=Шевченко"])(
    "the first name of %j stands in the upper half of a phone",
    async (query) => {
      await onPhone.page.goto(`${server.origin}/teachers/?${query}`);
      const { y } = (await onPhone.page.locator(".rows :is(.headword, li)").first().boundingBox())!;
      expect(y).toBeLessThan(400);
    },
  );

  test("a last name that several share stays above their rows, and screen readers hear whole names under it", async () => {
    const { page } = onPhone;
    await page.goto(`${server.origin}/teachers/?last_name=${encode("Шевченко")}`);
    const tree = await page.locator(".rows").ariaSnapshot();
    for (const [, name] of tree.matchAll(/link "([^"]*)"/g)) expect(name).toStartWith("Шевченко ");
    await page.setViewportSize({ width: 390, height: 300 });
    await page.evaluate(
      "document.querySelectorAll('.rows li')[6].scrollIntoView({ block: 'end', behavior: 'instant' })",
    );
    expect((await page.locator(".headword").boundingBox())!.y).toBe(0);
    await page.setViewportSize(phone);
  });

  test("the printed list has no controls, and is as wide as the paper", async () => {
    await using printed = await visit(browser.get());
    await printed.page.emulateMedia({ media: "print" });
    await printed.page.goto(`${server.origin}/teachers/`);
    expect(await printed.page.locator(".rows li:visible").count()).toBe(25);
    expect(await printed.page.locator(":is(.search, .filter, .pager, .files, .top nav):visible").count()).toBe(0);
    expect(await printed.page.evaluate("content.clientWidth - results.clientWidth")).toBe(0);
  });
});

/** A teacher whose every field would do harm, or look broken, unless it is shown as text. */
const hostileParts = [
  '<script>alert(1)</script>"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' & \"=1+1\"",
  "\u202eЗворотний\u200f 😀👩‍🏫",
  `=HYPERLINK("javascript:alert(1)")${"Довгеслово".repeat(12)}`,
] as const;

describe.skipIf(chromium === null)("harmful names in Chromium", () => {
  const browser = shareBrowser(chromium!);
  const server = shareServer(async (folder) => {
    const [last_name, first_name, middle_name, degree] = hostileParts;
    await publish(folder, [storedTeacher({ id: 1, last_name, first_name, middle_name, degree })]);
    return startServer(["--base-url", "https://elsewhere.example/directory"], { folder });
  });

  const paths = ["/teachers/", "/teachers/?lang=en&ordering=id", `/teachers/?degree=${encode(hostileParts[3])}`];
  test.each([...paths, "/teachers/1/"])("%s shows them as text", async (path) => {
    await using visited = await visit(browser.get(), { viewport: { width: 320, height: 640 } });
    const { page, faults, hosts } = visited;
    await page.goto(server.origin + path);
    const [last, first, middle, degree] = hostileParts;
    const text = await page.locator("main").evaluate((element: { textContent: string }) => element.textContent);
    expect(text).toContain(`${last} ${first} ${middle}`);
    expect(text).toContain(degree);
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await findTooWide(page)).toEqual([]);
    expect([faults, ...hosts]).toEqual([[], new URL(server.origin).host]);
  });

  test("under another host name than that of the base URL, pages stay on the host that was asked", async () => {
    await using visited = await visit(browser.get());
    const { page, faults, hosts } = visited;
    await page.goto(`${server.origin}/directory/teachers/`);
    await page.locator(".rows a").first().click();
    await page.waitForURL(`${server.origin}/directory/teachers/1/`);
    await page.locator("#back").click();
    await page.locator("input[name=search]").fill("script");
    await page.getByRole("button", { name: "Знайти" }).click();
    await page.waitForURL(`${server.origin}/directory/teachers/?search=script**`);
    expect([faults, ...hosts]).toEqual([[], new URL(server.origin).host]);
  });
});
