/** A real Chromium, driven as a user would, that records forbidden actions of a page. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Starts the browser. What it would do by itself, such as look for its updates, is switched off. */
export function openBrowser(executablePath: string, moreArguments: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...moreArguments,
    ],
  });
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** What went wrong so far: errors in the console, CSP violations among them, scripts that failed, dialogs. */
  readonly faults: readonly string[];
  /** The hosts that were asked for anything. */
  readonly hosts: ReadonlySet<string>;
}

/** A window of its own, which shares nothing with others; a Ukrainian on a large screen unless options say otherwise. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ locale: "uk-UA", viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    // The console notes a page with a status of 400 or more as an error; that is what some pages are about.
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

/** What reaches past the right edge of the window, but for what scrolls by itself or is kept out of sight. */
export function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("body *")]
    .filter((element) => !element.closest("pre, .alphabet, .contents, .visually-hidden, .skip"))
    .filter((element) => {
      // A long text scrolls inside its field.
      const width = element.tagName === "INPUT" ? 0 : element.scrollWidth;
      return element.getBoundingClientRect().right > innerWidth + 0.5 || width > innerWidth;
    })
    .map((element) => element.outerHTML.slice(0, 80))`);
}
