/** The suggestions while typing, in a real Chromium: with the keyboard, in the accessibility tree, and out of order. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { findViolations, openBrowser, visit } from "./support/browser.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

const chromium = findPart("chromium");

describe.skipIf(chromium === null)("the suggestions in Chromium", () => {
  const folder = makeFolder();
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSampleServer([], { folder: folder.path }), openBrowser(chromium!)]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  test("suggestions can be selected with the arrow keys, closed by Escape and opened by Enter, and are announced", async () => {
    await using visited = await visit(browser);
    const { page } = visited;
    await page.goto(`${server.origin}/teachers/?lang=en&degree=${encodeURIComponent("доцент")}`);
    const box = page.getByRole("combobox", { name: "Name, initials" });
    await box.focus();
    await page.keyboard.type("ш");
    expect(await page.getByRole("listbox").count()).toBe(0);
    const before = await page.locator(".results").boundingBox();
    await page.keyboard.type("евч");
    const query = `search=${encodeURIComponent("шевч")}&degree=${encodeURIComponent("доцент")}`;
    const found = await (await fetch(`${server.origin}/teachers.json?${query}&limit=4`)).json();
    await page.getByRole("status").getByText(`Found: ${found.count}`, { exact: true }).waitFor();
    const suggested = page.getByRole("listbox", { name: "Suggestions" });
    // An earlier answer, for fewer letters, may have the same number. So the test waits for the highlight of all
    // letters.
    await suggested.locator("mark").first().getByText("Шевч", { exact: true }).waitFor();
    const options = (await suggested.getByRole("option").allTextContents()).map((text) => text.trim());
    // Common last names, then people in the order of the list, then the list itself.
    const people = (found.results as { name: string; degree: string }[]).map(({ name, degree }) => `${name} ${degree}`);
    const lastNames: string[] = [];
    for (const name of ["Шевченко", "Шевчук"]) {
      const named = await fetch(`${server.origin}/teachers.json?last_name=${name}&degree=доцент`);
      lastNames.push(`${name} ${(await named.json()).count}`);
    }
    expect(options).toEqual([...lastNames, ...people, `Show all ${found.count}`]);
    expect(await suggested.locator("mark").allTextContents()).toEqual(Array(6).fill("Шевч"));
    expect(await page.locator(".results").boundingBox()).toEqual(before);
    expect(await box.getAttribute("aria-expanded")).toBe("true");

    const activeOf = async (): Promise<string> => {
      const id = await box.getAttribute("aria-activedescendant");
      return id === "" ? "" : ((await page.locator(`#${id}[aria-selected=true]`).textContent()) ?? "").trim();
    };
    expect(await activeOf()).toBe("");
    for (const [key, index] of [
      ["ArrowDown", 0],
      ["ArrowDown", 1],
      ["ArrowUp", 0],
      ["ArrowUp", -1],
      ["ArrowUp", 6],
      ["ArrowDown", -1],
    ] as const) {
      await page.keyboard.press(key);
      expect(await activeOf()).toBe(options[index] ?? "");
    }

    await page.keyboard.press("Escape");
    expect(await suggested.count()).toBe(0);
    expect(await box.getAttribute("aria-expanded")).toBe("false");
    expect(await box.inputValue()).toBe("шевч");
    await page.keyboard.press("ArrowDown");
    expect(await activeOf()).toBe(options[0]!);
    for (const _ of lastNames) await page.keyboard.press("ArrowDown");
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${server.origin}/teachers/${found.results[0].id}/?lang=en`);
    expect(visited.faults).toEqual([]);
    expect([...visited.hosts]).toEqual([new URL(server.origin).host]);
  });

  test("a response to earlier input is never shown, and a search needs no suggestion", async () => {
    await using visited = await visit(browser);
    const { page } = visited;
    await page.goto(`${server.origin}/teachers/`);
    const asked: string[] = [];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/suggestions/, async (route) => {
      const search = new URL(route.request().url()).searchParams.get("search")!;
      asked.push(search);
      if (search === "шевч") await released;
      // By then the page has aborted the first request.
      await route.continue().catch(() => {});
    });
    await page.locator("input[name=search]").fill("шевч");
    await page.waitForRequest(/suggestions/);
    await page.locator("input[name=search]").fill("коваль");
    await page
      .getByRole("option", { name: /^Коваль/ })
      .first()
      .waitFor();
    release();
    expect(asked).toEqual(["шевч", "коваль"]);
    expect(await page.getByRole("option", { name: /^Шевч/ }).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=/);
    expect(await page.inputValue("input[name=search]")).toBe("коваль");
  });

  test("a last name leads to its list, and the last row to all matches", async () => {
    await using visited = await visit(browser);
    const { page } = visited;
    for (const [option, address] of [
      [/^Шевченко \d/, "last_name=Шевченко"],
      [/^Показати всі/, "search=шевч&degree="],
    ] as const) {
      await page.goto(`${server.origin}/teachers/`);
      await page.locator("input[name=search]").pressSequentially("шевч");
      await page.getByRole("option", { name: option }).click();
      await page.waitForURL((url) => decodeURI(url.search) === `?${address}`);
    }
    expect(visited.faults).toEqual([]);
  });

  test("six suggestions and the last row are above the keyboard of a phone", async () => {
    await using visited = await visit(browser, {
      viewport: { width: 390, height: 374 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = visited;
    await page.goto(`${server.origin}/teachers/`);
    await page.locator("input[name=search]").tap();
    await page.keyboard.type("шевч");
    await page.getByRole("option").first().waitFor();
    const boxes = await page
      .locator(".suggestions > div")
      .evaluateAll((options: { getBoundingClientRect(): DOMRect }[]) =>
        options.map((option) => {
          const { top, bottom, height } = option.getBoundingClientRect();
          return { top, bottom, height };
        }),
      );
    expect(boxes).toHaveLength(7);
    expect(boxes[0]!.top).toBeGreaterThanOrEqual(0);
    expect(boxes.at(-1)!.bottom).toBeLessThanOrEqual(374);
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
  });
});
