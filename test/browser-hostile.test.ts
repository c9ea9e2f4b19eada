/** Hostile names in a real Chromium behind the base URL of another host: they are displayed as plain text. */
import { describe, expect, test } from "bun:test";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { findTooWide, visit } from "./support/browser.ts";
import { findPart } from "./support/parts.ts";
import { startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { shareBrowser, shareServer } from "./support/shared.ts";

const encode = encodeURIComponent;

/** A teacher whose every field would do harm, or look broken, unless it is shown as text. */
const hostileParts = [
  '<script>alert(1)</script>"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' & \"=1+1\"",
  "\u202eЗворотний\u200f 😀👩‍🏫",
  `=HYPERLINK("javascript:alert(1)")${"Довгеслово".repeat(12)}`,
] as const;

const chromium = findPart("chromium");

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
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.origin).host]);
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
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.origin).host]);
  });
});
