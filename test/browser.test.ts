/** The pages as people use them, in a real Chromium: the same walk with and without JavaScript. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page as Tab } from "playwright-core";
import type { Teacher } from "../src/domain/teacher.ts";
import type { Page } from "./support/asking.ts";
import { type Visit, visit } from "./support/browser.ts";
import { findPart } from "./support/parts.ts";
import { waitFor } from "./support/program.ts";
import { shareBrowser, shareServer } from "./support/shared.ts";

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("the pages in Chromium", () => {
  const server = shareServer();
  const browser = shareBrowser(chromium!);
  /** The tests share windows, because opening one takes longer than loading a page. */
  let withScript: Visit;
  let withoutScript: Visit;

  beforeAll(async () => {
    withScript = await visit(browser.get(), { permissions: ["clipboard-read", "clipboard-write"] });
    withoutScript = await visit(browser.get(), { javaScriptEnabled: false });
  });

  /** The text of a row: the full name first. A headword is not part of it. */
  const rowOf = ({ name, degree }: Teacher): string => (degree === "" ? name : `${name} ${degree}`);

  /** The JSON of the service, to compare with its pages. */
  async function ask(query: string): Promise<Page> {
    const order = /\b(search|ordering)=/.test(query) ? "" : "ordering=last_name&";
    const response = await fetch(`${server.origin}/teachers/?format=json&${order}${query}`);
    expect(response.status).toBe(200);
    return await response.json();
  }

  /** The texts of the rows without the note on a missing first name, which JSON does not have. */
  async function readRows(page: Tab): Promise<string[]> {
    const rows = await page.locator(".rows a").allTextContents();
    return rows.map((row) => row.replace(/ без імені| no first name/, ""));
  }

  /** Waits until the rows of the page are the results of the query as JSON, with the default page size of pages. */
  async function expectSame(page: Tab, query: string): Promise<void> {
    const rows = (await ask(query.includes("limit=") ? query : `limit=25&${query}`)).results.map(rowOf);
    await waitFor(async () => Bun.deepEquals(await readRows(page), rows), true);
  }

  describe.each([true, false])("with script: %p", (hasScript) => {
    test("a surname is typed and found, and its page is opened and left", async () => {
      const { page } = hasScript ? withScript : withoutScript;
      await page.goto(`${server.origin}/`);
      expect(new URL(page.url()).pathname).toBe("/teachers/");
      await expectSame(page, "");

      if (hasScript) await page.keyboard.press("/");
      else await page.locator("input[name=search]").click();
      await page.keyboard.type("шевч");
      await page.keyboard.press("Enter");
      await page.waitForURL(/search=/);
      await expectSame(page, "search=шевч");
      // The search box has lost the focus. If it kept it, the keyboard of a phone would cover the results.
      expect(await page.evaluate("document.activeElement.tagName")).toBe("BODY");
      const { count, results } = await ask("search=шевч&limit=25");
      expect(await page.locator("h1").innerText()).toStartWith(`«шевч»: ${count}\u00a0викладач`);
      expect(await page.inputValue("input[name=search]")).toBe("шевч");

      const [first] = results;
      await page
        .getByRole("link", { name: rowOf(first!), exact: true })
        .first()
        .click();
      await page.waitForURL(/\/teachers\/\d+\/$/);
      const forms = await page.locator(".forms dd bdi").allTextContents();
      expect(forms).toEqual(expect.arrayContaining([first!.name, first!.full_name, first!.short_name]));

      await page.goBack();
      await expectSame(page, "search=шевч");
      await page.locator(".brand").click();
      await expectSame(page, "");
    });

    test("a phone filters by positions in a row", async () => {
      const { page } = hasScript ? withScript : withoutScript;
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${server.origin}/teachers/`);
      const { count } = await ask("degree=професор");
      const positions = page.getByRole("navigation", { name: "Посада", exact: true });
      await positions.getByRole("link", { name: `професор ${count}`, exact: true }).click();
      await page.waitForURL(/degree=/);
      await expectSame(page, "degree=професор");
      await page.goBack();
      await expectSame(page, "");
      await positions.getByRole("link", { name: "без посади" }).click();
      await page.waitForURL(/without=degree/);
      await expectSame(page, "without=degree");
      await page.setViewportSize({ width: 1280, height: 900 });
    });
  });

  test("a form of the name is copied by its button, or selected whole by a click", async () => {
    const { page } = withScript;
    await page.goto(`${server.origin}/teachers/1/`);
    const forms = await page.locator(".forms dd bdi").allTextContents();
    expect(forms).toHaveLength(6);
    for (const [index, form] of forms.entries()) {
      await page.locator(".forms button").nth(index).click();
      await page.locator(".forms button.done").nth(0).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(form);
      await page.locator("[role=status]", { hasText: form }).waitFor();
      await page.locator(".forms dd bdi").nth(index).click();
      expect(await page.evaluate("String(getSelection())")).toBe(form);
    }
  });

  test("without JavaScript there are no buttons that need it, and their room is kept", async () => {
    const boxes: (object | null)[] = [];
    for (const { page } of [withScript, withoutScript]) {
      await page.goto(`${server.origin}/teachers/1/`);
      boxes.push(await page.locator(".card").boundingBox());
    }
    expect(boxes[0]).toEqual(boxes[1]!);
    expect(await withoutScript.page.locator(".forms button:visible").count()).toBe(0);
  });

  test("a teacher's page leads back to the same list, also after visits to neighbours", async () => {
    const { page } = withScript;
    const list = `${server.origin}/teachers/?degree=${encodeURIComponent("доцент")}&offset=50`;
    await page.goto(list);
    const shown = await readRows(page);
    await page.locator("input[name=search]").fill("шев");
    await page.evaluate("scrollTo({ top: 400, behavior: 'instant' })");
    await page.locator(".rows a").nth(12).click();
    const name = await page.locator("h1").innerText();
    await page.locator("a[rel=next]").click();
    await page.waitForFunction(`document.querySelector("h1").innerText !== ${JSON.stringify(name)}`);
    expect(await page.locator("a[rel=prev]").innerText()).toEndWith(name);
    await page.getByRole("link", { name: "← До списку" }).click();
    await page.waitForURL(list);
    expect(await readRows(page)).toEqual(shown);
    await waitFor(() => page.evaluate("scrollY"), 400);
    expect(await page.inputValue("input[name=search]")).toBe("шев");
  });

  test("the keyboard leads from the address bar to the page of a teacher in six keys", async () => {
    const { page } = withScript;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const { results } = await ask("limit=1");
    await page.goto(`${server.origin}/teachers/`);
    await press("Tab", "Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("results");
    await press("Tab", "Tab", "Tab", "Enter");
    await page.waitForURL(`${server.origin}/teachers/${results[0]!.id}/`);
    await press("Tab", "Enter", "Tab", "Enter");
    await page.waitForURL(`${server.origin}/teachers/`);
  });

  test("the keyboard reaches every control, and the focus is visible", async () => {
    const { page } = withScript;
    await page.goto(`${server.origin}/teachers/?offset=10&limit=10`);
    const reached = new Set<string>();
    for (let index = 0; index < 90; index++) {
      await page.keyboard.press("Tab");
      const [text, outline, isSeen] = (await page.evaluate(`(() => {
        const { textContent, name } = document.activeElement;
        const { top, left, width, height } = document.activeElement.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        const isSeen = document.activeElement.contains(seen) || document.activeElement === document.body;
        return [name || textContent, getComputedStyle(document.activeElement).outlineStyle, isSeen];
      })()`)) as [string, string, boolean];
      if (text.length > 200) continue;
      reached.add(text);
      expect([text, outline, isSeen]).toEqual([text, expect.not.stringContaining("none"), true]);
    }
    const { results } = await ask("offset=10");
    for (const found of results) expect(reached).toContain(rowOf(found));
    for (const link of ["search", "Знайти", "Я", "Наступна →", "Excel", "API для розробників"])
      expect(reached).toContain(link);
  });

  test("nothing failed, and nothing came from elsewhere", () => {
    for (const { faults, hosts } of [withScript, withoutScript])
      expect([faults, ...hosts]).toEqual([[], new URL(server.origin).host]);
  });
});
