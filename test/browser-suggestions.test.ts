/** The suggestions while typing, in a real Chromium: with the keyboard, in the accessibility tree, and out of order. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
import { openBrowser, visit } from "./support/browser.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";

const chromium = findPart("chromium");

interface Found {
  readonly count: number;
  readonly results: readonly { readonly id: number; readonly name: string; readonly degree: string }[];
}

describe.skipIf(chromium === null)("the suggestions in Chromium", () => {
  const folder = makeFolder();
  let server: Server;
  let browser: Browser;
  let axe: string;

  beforeAll(async () => {
    axe = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();
    [server, browser] = await Promise.all([startServer(["--sample"], { folder: folder.path }), openBrowser(chromium!)]);
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
    const { count, results } = (await (
      await fetch(`${server.origin}/teachers.json?search=шевч&degree=доцент&limit=7`)
    ).json()) as Found;
    await box.focus();
    await page.keyboard.type("ш");
    expect(await page.getByRole("listbox").count()).toBe(0);
    const before = await page.locator(".results").boundingBox();
    await page.keyboard.type("евч");
    await page.getByRole("status").getByText(`Found: ${count}`, { exact: true }).waitFor();
    const options = page.getByRole("option", { name: "доцент", exact: false });
    const suggested = page.getByRole("listbox", { name: "Suggestions" });
    expect(await suggested.getByRole("option").allTextContents()).toEqual(
      results.map(({ name, degree }) => name + degree),
    );
    expect(await options.count()).toBeGreaterThanOrEqual(7);
    expect(await page.locator(".results").boundingBox()).toEqual(before);
    expect(await box.getAttribute("aria-expanded")).toBe("true");

    const activeOf = async (): Promise<string> => {
      const id = await box.getAttribute("aria-activedescendant");
      return id === "" ? "" : page.locator(`#${id}[aria-selected=true] bdi`).first().innerText();
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
      expect(await activeOf()).toBe(results[index]?.name ?? "");
    }

    await page.keyboard.press("Escape");
    expect(await suggested.count()).toBe(0);
    expect(await box.getAttribute("aria-expanded")).toBe("false");
    expect(await box.inputValue()).toBe("шевч");
    await page.keyboard.press("ArrowDown");
    expect(await activeOf()).toBe(results[0]!.name);
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${server.origin}/teachers/${results[0]!.id}/?lang=en`);
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
    await page.route(/format=json/, async (route) => {
      const search = new URL(route.request().url()).searchParams.get("search")!;
      asked.push(search);
      if (search === "шевч") await released;
      // By then the page has aborted the first request.
      await route.continue().catch(() => {});
    });
    await page.locator("input[name=search]").fill("шевч");
    await page.waitForRequest(/format=json/);
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
});
