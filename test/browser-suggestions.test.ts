/** The suggestions while typing, in a real Chromium: by keyboard, by touch on a slow network, and out of order. */
import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page as Tab } from "playwright-core";
import type { Page } from "./support/asking.ts";
import { findViolations, phoneOf, visit } from "./support/browser.ts";
import { findPart } from "./support/parts.ts";
import { shareBrowser, shareServer } from "./support/shared.ts";

const chromium = findPart("chromium");

/** With the keyboard open, half of the screen remains. */
const phones = [phoneOf(390, 664), phoneOf(320, 374)];

describe.skipIf(chromium === null)("the suggestions in Chromium", () => {
  const server = shareServer();
  const browser = shareBrowser(chromium!);

  /** Opens the list in a window of its own. */
  async function openList(query = "", options: BrowserContextOptions = {}) {
    const visited = await visit(browser.get(), options);
    await visited.page.goto(`${server.origin}/teachers/${query}`);
    return { ...visited, box: visited.page.locator("#q") };
  }

  test("can be selected with the arrow keys, closed by Escape and opened by Enter, and are announced", async () => {
    await using visited = await openList("?lang=en");
    const { page } = visited;
    const box = page.getByRole("combobox", { name: "Name, initials" });
    await box.focus();
    await page.keyboard.type("ш");
    expect(await page.getByRole("listbox").count()).toBe(0);
    await page.keyboard.type("евч");
    const answer = await fetch(`${server.origin}/teachers/?search=шевч&limit=6`);
    const { count, results } = (await answer.json()) as Page;
    await page.getByRole("status").getByText(`Found: ${count}`, { exact: true }).waitFor();
    const suggested = page.getByRole("listbox", { name: "Suggestions" });
    const options = (await suggested.getByRole("option").allTextContents()).map((text) => text.trim());
    const people = results.map(({ name, degree }) => `${name} ${degree}`.trim());
    expect(options).toEqual([...people, `Show all: ${count}`]);
    expect(await box.getAttribute("aria-expanded")).toBe("true");

    const activeOf = async (): Promise<string> => {
      const id = await box.getAttribute("aria-activedescendant");
      return id === "" ? "" : ((await page.locator(`#${id}[aria-selected=true]`).textContent()) ?? "").trim();
    };
    expect(await activeOf()).toBe("");
    const active: string[] = [];
    for (const key of ["Down", "Down", "Up", "Up", "Up", "Down"]) {
      await page.keyboard.press(`Arrow${key}`);
      active.push(await activeOf());
    }
    expect(active).toEqual([options[0]!, options[1]!, options[0]!, "", options[6]!, ""]);

    await page.keyboard.press("Escape");
    expect(await suggested.count()).toBe(0);
    expect(await box.getAttribute("aria-expanded")).toBe("false");
    expect(await box.inputValue()).toBe("шевч");
    await page.keyboard.press("ArrowDown");
    expect(await activeOf()).toBe(options[0]!);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${server.origin}/teachers/${results[0]!.id}/?lang=en`);
    expect([visited.faults, ...visited.hosts]).toEqual([[], new URL(server.origin).host]);
  });

  test("are links, and the last one leads to all matches", async () => {
    await using visited = await openList();
    await visited.box.pressSequentially("шевч");
    const last = visited.page.getByRole("option", { name: /^Показати всіх/ });
    expect(await last.evaluate(({ tagName }: { tagName: string }) => tagName)).toBe("A");
    await last.click();
    await visited.page.waitForURL((url) => url.searchParams.get("search") === "шевч");
    expect(visited.faults).toEqual([]);
  });

  test("of an earlier input are never shown", async () => {
    await using visited = await openList();
    const { page, box } = visited;
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route(/format=json/, async (route) => {
      const search = new URL(route.request().url()).searchParams.get("search")!;
      asked.push(search);
      if (search === "шевч") await promise;
      // By then the page has aborted the first request.
      await route.continue().catch(() => {});
    });
    await box.fill("шевч");
    await page.waitForRequest(/format=json/);
    await box.fill("коваль");
    await page
      .locator("[role=option]", { hasText: /^Коваль/ })
      .nth(0)
      .waitFor();
    resolve();
    expect(asked).toEqual(["шевч", "коваль"]);
    expect(await page.getByRole("option", { name: /^Шевч/ }).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=/);
    expect(await box.inputValue()).toBe("коваль");
  });

  /** Opens the list on a network of 400 ms. */
  async function openSlowly(page: Tab): Promise<void> {
    await page.goto(`${server.origin}/teachers/`);
    const session = await page.context().newCDPSession(page);
    const network = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send("Network.emulateNetworkConditions", network);
  }

  test.each(phones)(
    "move nothing when they arrive, on a phone of $viewport.width × $viewport.height",
    async (phone) => {
      await using visited = await visit(browser.get(), phone);
      const { page } = visited;
      await openSlowly(page);
      await page.locator("input[name=search]").tap();
      // The box is at the top before anything is typed.
      const places = () =>
        page.evaluate(`["input[name=search]", ".search button", ".rows li"].map((selector) => {
        const { top, left } = document.querySelector(selector).getBoundingClientRect();
        return [top, left];
      })`) as Promise<[number, number][]>;
      const before = await places();
      expect(before[0]![0]).toBeWithin(0, 60);
      await page.keyboard.type("шевч");
      await page.getByRole("option").first().waitFor();
      expect(await places()).toEqual(before);
      expect(await page.evaluate("shift")).toBe(0);

      const options = await page.locator(".suggestions a").all();
      expect(options).toHaveLength(7);
      for (const option of options) expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      expect(visited.faults).toEqual([]);
    },
  );

  test("do not catch a tap on the button, at whatever moment they arrive", async () => {
    await using visited = await visit(browser.get(), phones[0]!);
    const { page } = visited;
    for (const moment of ["before", "after"] as const) {
      await openSlowly(page);
      await page.locator("input[name=search]").tap();
      await page.keyboard.type("шевч");
      if (moment === "after") await page.getByRole("option").first().waitFor();
      await page.getByRole("button", { name: "Знайти" }).tap();
      await page.waitForURL(/search=/);
      expect(new URL(page.url()).pathname).toBe("/teachers/");
    }
  });

  test("ignore a tap whose press began before they were there", async () => {
    await using visited = await openList("", phones[0]!);
    const { page, box } = visited;
    // The answer waits for the press, and comes at once then: a long press would open the menu of the link, and end no tap.
    const pressed = Promise.withResolvers<void>();
    await page.route(/search=/, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await box.tap();
    // What a finger presses here, below the box, is soon under the suggestions.
    const { x, y, height } = (await box.boundingBox())!;
    const touchPoints = [{ x: x + 40, y: y + height + 30 }];
    const session = await page.context().newCDPSession(page);
    await page.keyboard.type("шевч");
    const clicked = page.evaluate(`new Promise((resolve) => {
      addEventListener("click", (event) => resolve(event.target.closest("[role=option]") !== null && event.defaultPrevented));
    })`);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    pressed.resolve();
    await page.getByRole("option").first().waitFor();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    expect(await clicked).toBe(true);
    expect(new URL(page.url()).pathname).toBe("/teachers/");
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("option").first().tap();
    await page.waitForURL(/\/teachers\/\d+\//);
  });
});
