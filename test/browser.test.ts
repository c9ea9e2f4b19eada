/** The pages as people use them, in a real Chromium: the same walk with and without JavaScript. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openBrowser, type Visit, visit } from "./support/browser.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server, waitFor } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("the pages in Chromium", () => {
  const folder = makeFolder();
  let server: Server;
  let browser: Browser;
  /** The tests share windows, because opening one takes longer than loading a page. */
  let withScript: Visit;
  let withoutScript: Visit;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSampleServer([], { folder: folder.path }), openBrowser(chromium!)]);
    withScript = await visit(browser, {
      permissions: ["clipboard-read", "clipboard-write"],
      // The reference would scroll slowly from one form to the next.
      reducedMotion: "reduce",
    });
    withoutScript = await visit(browser, { javaScriptEnabled: false });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  interface Found {
    readonly name: string;
    readonly degree: string;
    readonly full_name: string;
    readonly short_name: string;
  }

  /** The text of a row: the full name first. A headword is not part of it. */
  function rowOf({ name, degree }: Found): string {
    return degree === "" ? name : `${name} ${degree}`;
  }

  /** The JSON of the service, to compare with its pages. */
  async function ask(query: string): Promise<{ count: number; results: Found[] }> {
    const order = /\b(search|ordering)=/.test(query) ? "" : "ordering=last_name&";
    const response = await fetch(`${server.origin}/teachers/?${order}${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Awaited<ReturnType<typeof ask>>;
  }

  /** The texts of the rows without the note on a missing first name, which JSON does not have. */
  async function readRows(page: Page): Promise<string[]> {
    const rows = await page.locator(".results a").allTextContents();
    return rows.map((row) => row.replace(/ без імені| no first name/, ""));
  }

  /** Expects the rows of the page to be the results of the query as JSON, which gets the default page size of pages. */
  async function expectSame(page: Page, query: string): Promise<void> {
    const { results } = await ask(query.includes("limit=") ? query : `limit=25&${query}`);
    expect(await readRows(page)).toEqual(results.map(rowOf));
  }

  function expectQuiet({ faults, hosts }: Visit): void {
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.origin).host]);
  }

  for (const javaScriptEnabled of [true, false]) {
    describe(javaScriptEnabled ? "with script" : "without script", () => {
      let visited: Visit;
      beforeAll(() => {
        visited = javaScriptEnabled ? withScript : withoutScript;
      });
      /** Declares tests that follow the same links with and without scripts. The short form runs them only once. */
      const testOnce = test.skipIf(!javaScriptEnabled && !isLong);

      test("a surname is typed and found, and its page is opened and left", async () => {
        const { page } = visited;
        await page.goto(`${server.origin}/`);
        expect(new URL(page.url()).pathname).toBe("/teachers/");
        await expectSame(page, "");

        if (javaScriptEnabled) await page.keyboard.press("/");
        else await page.locator("input[name=search]").click();
        await page.keyboard.type("шевч");
        await page.keyboard.press("Enter");
        await page.waitForURL(/search=/);
        await expectSame(page, "search=шевч");
        // The search box has lost the focus. If it kept it, the keyboard of a phone would cover the results.
        expect(await page.evaluate("document.activeElement.tagName")).toBe("BODY");
        const { count, results } = await ask("search=шевч&limit=25");
        expect(spaced(await page.locator(".head h1").innerText())).toStartWith(`${count} викладач`);
        expect(await page.inputValue("input[name=search]")).toBe("шевч");

        const { full_name, name, short_name } = results[0]!;
        await page
          .getByRole("link", { name: rowOf(results[0]!), exact: true })
          .first()
          .click();
        await page.waitForURL(/\/teachers\/\d+\/$/);
        const forms = await page.locator(".copyable").allTextContents();
        expect(forms[0]).toBe(name);
        expect(forms).toContain(full_name);
        expect(forms).toContain(short_name);

        await page.goBack();
        await expectSame(page, "search=шевч");
        await page.getByRole("link", { name: "Очистити пошук" }).click();
        await expectSame(page, "");
        expectQuiet(visited);
      });

      testOnce(
        "a corrected search says what was meant, highlights it, and leads to the literal search and back",
        async () => {
          const { page } = visited;
          await page.goto(`${server.origin}/teachers/?search=${encodeURIComponent("шевчнеко а")}`);
          await expectSame(page, "search=шевчнеко а");
          expect(await page.locator(".reading b").innerText()).toBe("Шевченко А.");
          const first = page.locator(".results li").first();
          expect(await first.locator("mark").allInnerTexts()).toEqual(["А"]);
          expect(await page.locator(".headword mark").allInnerTexts()).toEqual(["Шевченко"]);
          await page.getByRole("link", { name: /^Шукати саме/ }).click();
          await page.getByRole("heading", { name: "Нікого не знайдено" }).waitFor();
          expect((await ask("search=шевчнеко а&exact=true")).count).toBe(0);
          await page.getByRole("link", { name: "Показати й схожі" }).click();
          await page.locator("mark").first().waitFor();
          await expectSame(page, "search=шевчнеко а");

          // The next search is no longer restricted to exact spellings.
          await page.goto(`${server.origin}/teachers/?search=${encodeURIComponent("шевч")}&exact=true`);
          await page.getByRole("link", { name: "Показати й схожі" }).waitFor();
          await page.locator("input[name=search]").fill("Shevchenko");
          await page.keyboard.press("Enter");
          await page.waitForURL(/search=Shevchenko/);
          await expectSame(page, "search=Shevchenko");
          expectQuiet(visited);
        },
      );

      testOnce("pages lead on, back, to the end and to a number", async () => {
        const { page } = visited;
        await page.goto(`${server.origin}/teachers/?ordering=id`);
        const range = page.locator(".range");
        expect(await range.innerText()).toBe("1–25");
        const steps: readonly [link: string, offset: number][] = [
          ["Наступна", 25],
          ["Сторінка 3", 50],
          ["Попередня", 25],
          ["Остання", 975],
          ["Перша", 0],
        ];
        for (const [link, offset] of steps) {
          await page.getByRole("link", { name: link, exact: true }).click();
          await page.locator(`.numbers [aria-current=page] >> text="${offset / 25 + 1}"`).waitFor();
          await expectSame(page, `ordering=id&offset=${offset}`);
          expect(spaced(await range.innerText())).toStartWith(`${offset + 1}–`);
        }
        expectQuiet(visited);
      });

      testOnce("a letter leads to its names, under a filter too", async () => {
        const { page } = visited;
        await page.goto(`${server.origin}/teachers/`);
        for (const query of ["", "degree=доцент&"]) {
          await page.goto(`${server.origin}/teachers/?${query}`);
          const { results } = await ask(`${query}limit=1000`);
          for (const letter of isLong ? ["Ш", "К", "А"] : ["Ш", "А"]) {
            const found = results.filter(({ name }) => name.startsWith(letter));
            await page.locator(".alphabet").first().getByRole("link", { name: letter, exact: true }).click();
            await page.locator(".alphabet:not(.inner) [aria-current]", { hasText: letter }).waitFor();
            await page.locator(".letter", { hasText: letter }).first().waitFor();
            const shown = await readRows(page);
            expect(shown.slice(0, found.length)).toEqual(found.map(rowOf).slice(0, 25));
          }
        }
        expectQuiet(visited);
      });

      testOnce("degrees filter with exact counts, the language changes, and the list leads to its JSON", async () => {
        const { page } = visited;
        await page.goto(`${server.origin}/teachers/?search=${encodeURIComponent("ол")}`);
        for (const degree of ["доцент", "старший викладач"]) {
          const { count } = await ask(`search=ол&degree=${degree}`);
          await page
            .locator(".degrees")
            .getByRole("link", { name: `${degree} ${count}`, exact: true })
            .click();
          await page.locator(".degrees [aria-current=true]", { hasText: degree }).waitFor();
          await expectSame(page, `search=ол&degree=${degree}`);
          expect(spaced(await page.locator(".head h1").innerText())).toStartWith(`${count} викладач`);
        }

        await page.getByRole("link", { name: "English" }).click();
        await page.locator("html[lang=en]").waitFor();
        expect(await page.locator("h1").innerText()).toEndWith("teachers");
        await expectSame(page, "search=ол&degree=старший викладач");
        await page.locator(".results a").first().click();
        await page.locator(".back a").click();
        expect(await page.locator("html").getAttribute("lang")).toBe("en");
        await page.goBack();
        await page.goBack();

        await page.getByRole("link", { name: "by ID" }).click();
        await page.locator(".results .number").first().waitFor();
        await page.getByRole("link", { name: "Я–А" }).click();
        await page.waitForURL(/ordering=-last_name/);
        await page.getByRole("link", { name: "А–Я" }).click();
        await page.waitForURL((url) => url.searchParams.get("ordering") === "last_name");
        await page.getByRole("link", { name: "best match" }).click();
        await page.waitForURL((url) => !url.search.includes("ordering"));

        const shown = await readRows(page);
        await page.getByRole("link", { name: "View as JSON" }).click();
        await page.waitForURL(/format=json/);
        const parameters = new URL(page.url()).searchParams;
        expect(Object.fromEntries(parameters)).toEqual({
          degree: "старший викладач",
          format: "json",
          ordering: "relevance",
          search: "ол",
        });
        const { results } = JSON.parse(await page.locator("body").innerText());
        expect(results.map(rowOf)).toEqual(shown.slice(0, 10));
        expectQuiet(visited);
      });

      test("a phone filters by the select of the form", async () => {
        const { page } = visited;
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(`${server.origin}/teachers/`);
        const { count } = await ask("degree=професор");
        await page
          .getByRole("combobox", { name: "Посада", exact: true })
          .selectOption({ label: `професор (${count})` });
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Застосувати" }).click();
        await page.waitForURL(/degree=/);
        await expectSame(page, "degree=професор");
        await page.goBack();
        await expectSame(page, "");
        expect(await page.getByRole("combobox", { name: "Посада", exact: true }).inputValue()).toBe("");
        await page.setViewportSize({ width: 1280, height: 900 });
        expectQuiet(visited);
      });

      testOnce("the downloads are files", async () => {
        const { page } = visited;
        await page.goto(`${server.origin}/teachers/?search=${encodeURIComponent("шевч")}`);
        for (const [link, fileName] of [["CSV", "teachers.csv"]] as const) {
          const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("link", { name: link, exact: true }).click(),
          ]);
          expect(download.suggestedFilename()).toBe(fileName);
          const lines = (await Bun.file(await download.path()).text()).trimEnd().split("\r\n");
          expect(lines).toHaveLength((await ask("search=шевч")).count + 1);
        }
      });
    });
  }

  test("typing after a search starts a new search", async () => {
    const { page } = withScript;
    await page.goto(`${server.origin}/teachers/`);
    for (const search of ["шевч", "коваленко", "мельник"]) {
      await page.waitForLoadState();
      await page.locator("input[name=search]").fill("");
      await page.keyboard.type(search);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.searchParams.get("search") === search);
      await expectSame(page, `search=${search}`);
    }
    expectQuiet(withScript);
  });

  test("a display form is copied by its button, or selected whole by a click", async () => {
    const { page } = withScript;
    await page.goto(`${server.origin}/teachers/12/`);
    const forms = await page.locator(".copyable").allTextContents();
    expect(forms).toHaveLength(6);
    for (const [index, form] of forms.entries()) {
      expect((await page.locator("button.copy").nth(index).boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await page.locator("button.copy").nth(index).click();
      await page.locator("button.copied").nth(0).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(form);
      await page.locator("[role=status]", { hasText: form }).waitFor();
      await page.locator(".copyable").nth(index).click();
      expect(await page.evaluate("String(getSelection())")).toBe(form);
    }
    expectQuiet(withScript);
  });

  test("a teacher's page leads back to the same list, also after visits to neighbours", async () => {
    const { page } = withScript;
    const list = `${server.origin}/teachers/?degree=${encodeURIComponent("доцент")}&ordering=id&offset=50`;
    await page.goto(list);
    const shown = await page.locator(".results a").allTextContents();
    await page.locator("input[name=search]").fill("шев");
    await page.evaluate("scrollTo({ top: 400, behavior: 'instant' })");
    await page.locator(".results a").nth(12).click();
    const name = await page.locator("h1").innerText();
    await page.locator("a[rel=next]").click();
    await page.waitForFunction(`document.querySelector("h1").innerText !== ${JSON.stringify(name)}`);
    expect(await page.locator("a[rel=prev]").innerText()).toEndWith(name);
    await page.getByRole("link", { name: "Назад до списку" }).click();
    await page.waitForURL(list);
    expect(await page.locator(".results a").allTextContents()).toEqual(shown);
    await waitFor(
      () => page.evaluate("scrollY"),
      (top) => top === 400,
    );
    expect(await page.inputValue("input[name=search]")).toBe("шев");
    expectQuiet(withScript);
  });

  test("going back from a row or a suggestion restores what was typed, and the place", async () => {
    const { page } = withScript;
    const typed = "шевч";
    for (const leave of [
      () => page.locator(".results a").nth(3).click(),
      () => page.getByRole("option").nth(1).click(),
    ]) {
      await page.goto(`${server.origin}/teachers/`);
      await page.locator("input[name=search]").pressSequentially(typed);
      await page.getByRole("option").first().waitFor();
      await page.evaluate("scrollTo({ top: 100, behavior: 'instant' })");
      await leave();
      await page.waitForURL((url) => url.pathname !== "/teachers/" || url.search !== "");
      await page.goBack();
      await page.waitForURL(`${server.origin}/teachers/`);
      await waitFor(
        () => page.evaluate("scrollY"),
        (top) => top === 100,
      );
      await waitFor(
        () => page.inputValue("input[name=search]"),
        (value) => value === typed,
      );
    }
    expectQuiet(withScript);
  });

  test("without JavaScript there are no buttons that need it", async () => {
    await withoutScript.page.goto(`${server.origin}/teachers/12/`);
    expect(await withoutScript.page.locator("button.copy:visible").count()).toBe(0);
  });

  test("a search, its results, a teacher and the way back are walked with the keyboard alone", async () => {
    const { page } = withScript;
    const focused = (): Promise<string> => page.evaluate("document.activeElement.textContent.trim()");
    /** Presses Tab until an element has the focus, which must not take more than some presses. */
    const tabTo = async (selector: string, pressesMax: number): Promise<void> => {
      for (let presses = 0; presses < pressesMax; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      }
      throw new Error(`${selector} is not reached; the focus is on ${await focused()}`);
    };
    await page.goto(`${server.origin}/teachers/`);
    await page.keyboard.press("/");
    await page.keyboard.type("шевчнеко");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=/);
    const list = page.url();
    await tabTo('.skip[href="#results"]', 2);
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("results");
    await tabTo(".reading a", 1);
    await tabTo(".results a", 5);
    const { results } = await ask("search=шевчнеко&limit=1");
    expect((await focused()).replace(" без імені", "")).toBe(rowOf(results[0]!));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/teachers\/\d+\/$/);
    await tabTo('.skip[href="#content"]', 1);
    await page.keyboard.press("Enter");
    await tabTo(".back a", 1);
    await page.keyboard.press("Enter");
    await page.waitForURL(list);
    expectQuiet(withScript);
  });

  test("the keyboard reaches every control, and the focus is visible", async () => {
    const { page } = withScript;
    await page.goto(`${server.origin}/teachers/?offset=10&limit=10`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    await page.keyboard.press("Shift+Tab");
    const reached = new Set<string>();
    for (let index = 0; index < 110; index++) {
      await page.keyboard.press("Tab");
      const [text, outline] = (await page.evaluate(
        "[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]",
      )) as [string, string];
      if (text.length < 200) reached.add(text);
      if (text !== "" && text.length < 200) expect(`${text}: ${outline}`).not.toEndWith(": none");
    }
    const { results } = await ask("offset=10");
    for (const found of results) expect(reached).toContain(rowOf(found));
    for (const link of ["Наступна", "Дані у форматі JSON", "Знайти"]) expect(reached).toContain(link);
  });
});

/** The text with plain spaces, for readable expectations. */
function spaced(text: string): string {
  return text.replaceAll("\u00a0", " ");
}
