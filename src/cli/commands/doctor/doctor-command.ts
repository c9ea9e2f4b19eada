/**
 * The doctor command: checks what serving and importing need, and that clients on other machines can follow `next`
 * links. Prints a line for each check.
 */
import { statSync } from "node:fs";
import { isLoopback } from "../../../contract/urls.ts";
import { listImages } from "../../../image/image-files.ts";
import { readTimeline } from "../../../server/follow/follow-state.ts";
import { listUrlOf } from "../../../server/server.ts";
import { imageFolderBeside } from "../../../store/database-url.ts";
import { checkExposure, checkHost } from "../../settings/listen-address.ts";
import type { SettingValues } from "../../settings/settings.ts";
import { print, renderJson } from "../../terminal/output.ts";
import { checkDatabases } from "./doctor-database.ts";
import { badFinding, describeFindings, type Finding, okFinding, renderChecks } from "./doctor-finding.ts";
import { checkClock, checkDisk, checkMemory, checkPermissions } from "./doctor-machine.ts";

/** The approximate size of an image, in bytes for each teacher. */
const bytesPerTeacher = 50;

/** Prints the findings. Returns 1 if a check fails, otherwise 0. Changes nothing. */
export async function runDoctor(values: SettingValues): Promise<number> {
  const folder = values.dataDir ?? imageFolderBeside(values.database);
  const { findings, inspected } = await checkDatabases(values.database, readTimeline(folder));
  const [image] = listImages(folder);
  const sizeFound = image === undefined ? 0 : statSync(image, { throwIfNoEntry: false })?.size;
  const publication = inspected?.current ?? null;
  const imageBytes = Math.max(sizeFound ?? 0, (publication?.count ?? 0) * bytesPerTeacher);
  const all: Finding[] = [
    await checkSettings(values),
    ...findings,
    ...checkPermissions(folder, image !== undefined),
    ...checkDisk(values.database, folder, imageBytes),
    checkMemory(imageBytes, values),
    checkClock(Date.now(), {
      databaseOffsetMs: inspected?.clockOffsetMs ?? null,
      publishedMs: publication === null ? null : Date.parse(publication.publishedAt),
    }),
    await checkLinks(values),
  ];
  const healthy = all.every(({ status }) => status !== "fail");
  print(values.json ? renderJson({ healthy, checks: describeFindings(all) }) : renderChecks(all));
  return healthy ? 0 : 1;
}

/** Checks combinations of settings that are each valid on their own. */
async function checkSettings({ host, port, baseUrl, rateLimit, trustedProxy }: SettingValues): Promise<Finding> {
  try {
    checkExposure(host, baseUrl);
    await checkHost({ host, port });
    // A server on a loopback address gets its clients' requests only through a proxy on this machine.
    if (rateLimit !== null && trustedProxy === null && baseUrl !== null && isLoopback(host)) {
      const detail = "--rate-limit counts all clients of the proxy as one";
      return badFinding("warn", "settings.shared_client", detail, "set --trusted-proxy to the proxy");
    }
    const url = listUrlOf(host, port);
    return okFinding("settings.listening", `serve would listen on ${url}`, { url });
  } catch (error) {
    const { message } = error as Error;
    return badFinding("fail", "settings.refused", message, message.includes("; ") ? null : "correct the setting");
  }
}

/** The time limit for an answer of the public URL. */
const answerMs = 5000;

/**
 * Requests a page from the public URL as a client would, and checks that its `next` link starts with that URL. Without
 * a public URL, reports the `next` link that this machine would give.
 */
async function checkLinks({ baseUrl, host, port }: SettingValues): Promise<Finding> {
  if (baseUrl === null) {
    const next = `${listUrlOf(host, port)}?limit=10&offset=10`;
    const detail = `next is ${next}, which only this machine can follow`;
    return badFinding("warn", "links.local", detail, "set --base-url to the public URL", { next });
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
    return badFinding("warn", "links.unreachable", detail, "start the server, or try it from outside", { url });
  }
  return checkResponse(url, baseUrl, response, text);
}

function checkResponse(url: string, baseUrl: string, { status, headers }: Response, text: string): Finding {
  if (status >= 300 && status < 400) {
    const location = headers.get("location");
    const action = "set --base-url to the address that it redirects to";
    return badFinding("fail", "links.redirected", `${url} redirects to ${location}`, action, { url, location });
  }
  if (status === 503) {
    return badFinding("warn", "links.not_ready", `${url} answers 503`, "wait until the server is ready", { url });
  }
  const next = findNext(text);
  if (status !== 200 || next === undefined) {
    const detail = `${url} answers ${status}, but not with a page of teachers`;
    return badFinding("fail", "links.not_a_page", detail, "check the proxy and --base-url", { url, status });
  }
  if (next === null) return okFinding("links.last_page", `${url} answers, and has no next page`, { url });
  const detail = `clients on other machines get the next link ${next}`;
  if (next.startsWith(`${baseUrl}/teachers/?`)) return okFinding("links.next", detail, { next });
  return badFinding("fail", "links.other_next", detail, "set the same --base-url on the running servers", { next });
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
