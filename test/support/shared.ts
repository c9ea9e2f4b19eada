/** What the tests of a file, or of a block of it, share: made before them, and removed after them. */
import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { makeFolder, type Server } from "./program.ts";
import { startSampleServer } from "./sample.ts";

/** A server in a folder of its own, by default of the sample. */
export function shareServer(
  begin: (folder: string) => Promise<Server> = (folder) => startSampleServer([], { folder }),
): { readonly folder: string; readonly origin: string } {
  const folder = makeFolder();
  let server: Server;
  beforeAll(async () => {
    server = await begin(folder.path);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });
  return {
    folder: folder.path,
    get origin() {
      return server.origin;
    },
  };
}

export function shareBrowser(executablePath: string): { readonly get: () => Browser } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(executablePath);
  });
  afterAll(() => browser?.close());
  return { get: () => browser };
}
