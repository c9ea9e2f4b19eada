/** Checks for `teachers doctor` which `next` a client outside would get. */
import { listUrlOf } from "../server/server.ts";
import { type Finding, fail, ok, warn } from "./doctor-finding.ts";
import type { SettingValues } from "./settings.ts";

/** How long the public URL may take to answer. */
const answerMs = 5000;

/**
 * Asks the public URL for a page as a client would, and compares its `next` with the settings. Without a public URL, says what
 * `next` is on this machine.
 */
export async function checkLinks({
  baseUrl,
  host,
  port,
}: Pick<SettingValues, "baseUrl" | "host" | "port">): Promise<Finding> {
  if (baseUrl === null) {
    const next = `${listUrlOf(host, port)}?limit=10&offset=10`;
    return warn("links", `next is ${next}, which only this machine can follow`, "set --base-url to the public URL");
  }
  const url = `${baseUrl}/teachers/?limit=1`;
  let response: Response;
  let text: string;
  try {
    const headers = { Accept: "application/json" };
    response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(answerMs) });
    text = await response.text();
  } catch (error) {
    const { message } = error as Error;
    const detail = `next would be ${url}&offset=1, but ${url} can't be reached from here: ${message}`;
    return warn("links", detail, "start the server, or try it from outside");
  }
  return checkResponse(url, baseUrl, response, text);
}

function checkResponse(url: string, baseUrl: string, { status, headers }: Response, text: string): Finding {
  if (status >= 300 && status < 400) {
    return fail(
      "links",
      `${url} redirects to ${headers.get("location")}`,
      "set --base-url to the address that it redirects to",
    );
  }
  if (status === 503) return warn("links", `${url} answers 503`, "wait until the server is ready");
  const next = findNext(text);
  if (status !== 200 || next === undefined) {
    return fail("links", `${url} answers ${status}, and not with a page of teachers`, "check the proxy and --base-url");
  }
  if (next === null) return ok("links", `${url} answers, and has no next page`);
  if (next.startsWith(`${baseUrl}/teachers/?`)) return ok("links", `a client outside gets the next page ${next}`);
  return fail("links", `a client outside gets the next page ${next}`, "set the same --base-url on the running servers");
}

/** The `next` of a page; undefined if the text is not a page. */
function findNext(text: string): string | null | undefined {
  try {
    const { next, results } = JSON.parse(text) as { readonly next?: unknown; readonly results?: unknown };
    return Array.isArray(results) && (next === null || typeof next === "string") ? next : undefined;
  } catch {
    return undefined;
  }
}
