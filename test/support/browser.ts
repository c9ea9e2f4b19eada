/** A real Chromium, driven as a user would, that records forbidden actions of a page. */
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { isLong } from "./long.ts";

/** Starts the browser. playwright-core switches most of its background activity off, such as first runs. */
export function openBrowser(executablePath: string, ...moreArguments: readonly string[]): Promise<Browser> {
  // Without a limit, Chromium starts a second process for each page, in case another site is opened.
  const args = ["--disable-gpu", "--disable-quic", "--disable-sync", "--renderer-process-limit=1", ...moreArguments];
  return chromium.launch({ executablePath, timeout: 0, args });
}

/** The window of a phone with this size. */
export const phoneOf = (width: number, height: number): BrowserContextOptions => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: true,
});

export type Visit = Awaited<ReturnType<typeof visit>>;

/** Opens an isolated window, which sums layout shifts up; by default with a Ukrainian locale and a large screen. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: "uk-UA", viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
  // Only `test/run.ts` limits the time.
  page.setDefaultTimeout(0);
  /** Console errors (including CSP violations), failed scripts and dialogs. */
  const faults: string[] = [];
  /** The hosts that received a request. */
  const hosts = new Set<string>();
  page.on("console", (message) => {
    // The console reports every status of 400 or more as an error. Some tests expect that.
    const isStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() !== "log" && !(isStatus && message.location().url === page.url())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => {
    faults.push(`Dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => hosts.add(new URL(request.url()).host));
  return { page, faults, hosts, [Symbol.asyncDispose]: () => context.close() };
}

/** Light, dark, and the colours that a user has chosen. */
export const colourModes = ["light", "dark", "forced"] as const;

let axe: string | null = null;

/**
 * The violations that axe-core finds on the page: the rule, and the elements that break it. The short form of the tests
 * checks only light colours unless it is asked for more.
 */
export async function findViolations(page: Page, modes = isLong ? colourModes : ["light" as const]): Promise<string[]> {
  axe ??= await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();
  const violated: string[] = [];
  await page.evaluate(axe);
  for (const mode of modes) {
    // With reduced motion, colours change at once.
    await page.emulateMedia({
      colorScheme: mode === "dark" ? "dark" : "light",
      forcedColors: mode === "forced" ? "active" : "none",
      reducedMotion: "reduce",
    });
    // Only the contrast depends on the colours.
    const rules = mode === "light" || isLong ? "" : ", runOnly: ['color-contrast']";
    // By default, axe-core also describes every element that passes, which takes as long as the rules themselves.
    const script = `axe.run({ resultTypes: ["violations"]${rules} }).then(({ violations }) => violations)`;
    for (const { id, nodes } of (await page.evaluate(script)) as AxeResults["violations"]) {
      violated.push(`${mode} ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    }
  }
  return violated;
}

/** The elements beyond the right edge of the window, except those in scrolling boxes and hidden ones. */
export function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("body *")]
    .filter((element) => !element.closest("pre, table, .scroll, .letters, .filter, .hide, .skip"))
    .filter((element) => {
      // A long text scrolls, or is cut, inside its field.
      const width = element.matches("input, select") ? 0 : element.scrollWidth;
      return element.getBoundingClientRect().right > innerWidth + 0.5 || width > innerWidth;
    })
    .map((element) => element.outerHTML.slice(0, 80))`);
}
