/** The pages of 20,000 teachers in a real Chromium: rows per screen, and the number of taps to any teacher. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openBrowser, type Visit, visit } from "./support/browser.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const chromium = findPart("chromium");
const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

describe.skipIf(chromium === null)("the pages of 20,000 teachers in Chromium", () => {
  const folder = makeFolder();
  const teachers = [...generateTeachers(20_000, 1)];
  let server: Server;
  let browser: Browser;
  let onPhone: Visit;

  beforeAll(async () => {
    await publish(folder.path, teachers);
    [server, browser] = await Promise.all([startServer([], { folder: folder.path }), openBrowser(chromium!)]);
    onPhone = await visit(browser, phone);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  /** Taps a link in one of the strips, and waits for its page. */
  async function tapLetter(page: Page, letter: string): Promise<void> {
    const link = page.locator(".alphabet").getByRole("link", { name: letter, exact: true });
    const url = new URL((await link.getAttribute("href"))!, server.origin).href;
    await link.tap();
    await page.waitForURL(url);
  }

  /** The number of elements that end within the window. */
  async function countInside(page: Page, selector: string): Promise<number> {
    const bottoms = (await page.evaluate(
      `[...document.querySelectorAll("${selector}")].map((element) => element.getBoundingClientRect().bottom)`,
    )) as number[];
    const { height } = page.viewportSize()!;
    return bottoms.filter((bottom) => bottom <= height).length;
  }

  test("thirteen people are on a screen of a letter, which has a heading, a title and a pager of its own", async () => {
    await using visited = await visit(browser);
    const { page } = visited;
    await page.goto(`${server.origin}/teachers/`);
    await page.locator(".alphabet").getByRole("link", { name: "М", exact: true }).click();
    await page.waitForURL(/offset=/);
    expect(await countInside(page, ".results li")).toBeGreaterThanOrEqual(13);
    const count = teachers.filter(({ last_name }) => last_name.startsWith("М")).length;
    const spaced = (await page.locator("h1").innerText()).replaceAll("\u00a0", "");
    expect(spaced).toBe(`М · ${count}`);
    expect(await page.title()).toStartWith("М: Ма");
    expect(await page.locator(".numbers [aria-current]").innerText()).toBe("1");
    expect(await page.locator(".numbers a").last().innerText()).toBe(String(Math.ceil(count / 25)));
    const heights = await page
      .locator(".results li")
      .evaluateAll((rows: { getBoundingClientRect(): { height: number } }[]) =>
        rows.map((row) => row.getBoundingClientRect().height),
      );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });

  test("every Шевченко is three taps from the list", async () => {
    const { page } = onPhone;
    await page.goto(`${server.origin}/teachers/`);
    await tapLetter(page, "Ш");
    await tapLetter(page, "Ше");
    const initials = await page
      .locator(".inner")
      .last()
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
    expect(initials).not.toBeEmpty();
    const seen = new Set<string>();
    for (const href of [page.url(), ...initials]) {
      // Chromium would take most of the time, and show the same links.
      const response = await fetch(href, { headers: { Accept: "text/html" } });
      for (const [, path] of (await response.text()).matchAll(/href="(\/teachers\/\d+\/)/g)) seen.add(path!);
    }
    const named = teachers.filter(({ last_name }) => last_name === "Шевченко");
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ id }) => !seen.has(`/teachers/${id}/`))).toEqual([]);
  });

  test("the middle of the largest letter is two taps from the list", async () => {
    const { page } = onPhone;
    await page.goto(`${server.origin}/teachers/`);
    await tapLetter(page, "К");
    const last = Number(await page.locator(".numbers a").last().innerText());
    expect(last).toBeGreaterThan(100);
    await page.getByRole("link", { name: `Сторінка ${Math.ceil(last / 2)}`, exact: true }).tap();
    await page.locator(`.numbers [aria-current] >> text="${Math.ceil(last / 2)}"`).waitFor();
  });

  test("a person is in one screen of a phone, with buttons of 44 pixels", async () => {
    const { page } = onPhone;
    const { id } = teachers.find(
      ({ degree, first_name, middle_name }) => degree !== "" && first_name.length > 5 && middle_name.length > 10,
    )!;
    await page.goto(`${server.origin}/teachers/${id}/`);
    expect(await countInside(page, ".forms > div")).toBe(4);
    expect(await countInside(page, "button.copy")).toBe(6);
    const name = await page.locator("h1").innerText();
    const values = await page.locator(".forms .copyable").allTextContents();
    expect(values).not.toContain(name);
    for (const button of await page.locator("button.copy").all()) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });

  test("a headword stays above its rows, and screen readers hear whole names under it", async () => {
    const { page } = onPhone;
    await page.goto(`${server.origin}/teachers/?last_name=${encodeURIComponent("Шевченко")}`);
    const tree = await page.locator(".results").ariaSnapshot();
    const count = teachers.filter(({ last_name }) => last_name === "Шевченко").length;
    expect(tree).toContain(`- heading "Шевченко ${count}" [level=3]`);
    const links = [...tree.matchAll(/link "([^"]*)"/g)].map(([, name]) => name!);
    expect(links).toHaveLength(25);
    for (const link of links) expect(link).toStartWith("Шевченко ");
    await page.evaluate("scrollTo({ top: 800, behavior: 'instant' })");
    expect((await page.locator(".headword").boundingBox())!.y).toBe(0);
  });
});
