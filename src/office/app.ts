/** Turns a request to the officer's pages into its response: checks host, session, origin and form, and calls a handler. */
import { langs } from "../domain/lang.ts";
import { withLanguage } from "../read/language.ts";
import { describeError } from "../server/log/log.ts";
import { withStore } from "../store/store.ts";
import { readForm, readUploadForm } from "./form.ts";
import { erasePerson, searchPeople, showFound } from "./pages/erase.tsx";
import { downloadCurrent, downloadEmpty, showChanges, showHome, showVersions } from "./pages/home.tsx";
import { showProblem } from "./pages/layout.tsx";
import { publish, showPreview } from "./pages/preview.tsx";
import { askToEnter, enter, leave, showEntered } from "./pages/sign-in.tsx";
import type { Arrival, OfficeOptions, OfficeRequest } from "./request.ts";
import { findAsset, redirectTo } from "./responses.ts";
import type { OfficeSession, Sessions } from "./sessions.ts";
import { OfficeError } from "./texts.ts";
import { answerQuestions, downloadCorrections, returnTo, takeUpload } from "./upload.ts";

type Handler = (request: OfficeRequest) => Response | Promise<Response>;

/** The pages after sign-in. */
const handlers: Readonly<Record<string, Handler>> = {
  "GET /": showHome,
  "POST /leave": leave,
  "GET /download/teachers.xlsx": downloadCurrent,
  "GET /download/empty.xlsx": downloadEmpty,
  "POST /upload": takeUpload,
  "POST /return": returnTo,
  "GET /preview/:id": (request) => showPreview(request),
  "GET /preview/:id/corrections.xlsx": downloadCorrections,
  "POST /preview/:id/answers": answerQuestions,
  "POST /preview/:id/publish": publish,
  "GET /history": showVersions,
  "GET /changes/:id": showChanges,
  "GET /erase": (request) => showFound(request, null),
  // By POST, so that no name gets into a URL or a log.
  "POST /erase": searchPeople,
  "POST /erase/:id": erasePerson,
};

/** The handlers that receive or read a file. */
const reading: readonly Handler[] = [takeUpload, downloadCorrections, answerQuestions];
/** At most this many of them run at a time, and one for each user. */
const readingMax = 2;

const formBounds = { bytes: 256 * 1024, ms: 10_000 };
/** 20 MiB for the file, and 16 KiB for the form around it. A slow connection may pause for minutes. */
const uploadBounds = { bytes: 20 * 1024 * 1024 + 16 * 1024, ms: 600_000 };
/** How long a page waits for an import in progress. Short, because nothing else runs while SQLite waits. */
const lockWaitMs = 2000;

/** Creates the function that answers requests to `origins`, such as `https://teachers-office.example.edu`. */
export function createOfficeApp(options: OfficeOptions, sessions: Sessions, origins: readonly string[]) {
  const { entrance, log } = options;
  const hosts = origins.map((origin) => new URL(origin).host);
  /** The users whose files are being received or read. */
  const busy = new Set<string>();

  /** The session of a request, if its user may still enter. It ends if the proxy now names another user. */
  function findSession(headers: Headers): OfficeSession | null {
    const session = sessions.find(headers);
    if (session === null) return null;
    const { user, refusal } = entrance.identify(headers);
    if (user !== session.user) sessions.end(session);
    return user === session.user && refusal === null ? session : null;
  }

  /** Whether the browser says that the form came from one of our pages. */
  function isOwnForm({ headers }: Request): boolean {
    const site = headers.get("sec-fetch-site") ?? "same-origin";
    return site === "same-origin" && origins.includes(headers.get("origin") ?? "");
  }

  async function answer(arrival: Arrival, query: URLSearchParams): Promise<Response> {
    const { request, session, path } = arrival;
    const isPost = request.method === "POST";
    if (isPost && path === "/enter") return enter(arrival, isOwnForm(request));
    if (session === null && !isPost && path !== "/enter") return redirectTo("/enter");
    if (session === null) return askToEnter(arrival, isPost ? 403 : 200);
    if (isPost && !isOwnForm(request)) throw new OfficeError("forbidden", 403);
    if (path === "/enter") return showEntered(arrival);
    const [, before, id = "", after = ""] = /^(\/(?:preview|changes|erase)\/)([\w-]+)(.*)$/.exec(path) ?? [];
    const key = `${isPost ? "POST" : "GET"} ${before === undefined ? path : `${before}:id${after}`}`;
    if (!Object.hasOwn(handlers, key)) throw new OfficeError("notFound", 404);
    const handle = handlers[key]!;
    const { user } = session;
    const isReading = reading.includes(handle);
    if (isReading && busy.has(user)) throw new OfficeError("busyWithYours", 503);
    if (isReading && busy.size >= readingMax) throw new OfficeError("busy", 503);
    if (isReading) busy.add(user);
    try {
      const bounds = { ...formBounds, token: session.token, ended: session.ended.signal };
      const file = handle === takeUpload ? await readUploadForm(request, { ...bounds, ...uploadBounds }) : null;
      const form = isPost && file === null ? await readForm(request, bounds) : new URLSearchParams();
      // Also while the database can't be opened.
      if (handle === leave) return leave({ sessions, session });
      // A missing database is an error: creating an empty one would hide that it was lost.
      const opening = { lockWaitMs, create: false, migrates: false };
      return await withStore(options.databaseUrl, opening, async (store) =>
        handle({ ...arrival, session, store, id, query, form, file }),
      );
    } finally {
      if (isReading) busy.delete(user);
    }
  }

  return async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const url = URL.parse(request.url);
    const isOurs = url !== null && hosts.includes(headers.get("host") ?? "");
    const isPost = method === "POST";
    const asset = isOurs && !isPost ? findAsset(url.pathname) : null;
    if (asset !== null) return asset;
    const session = isOurs ? findSession(headers) : null;
    const chosen = isPost ? undefined : langs.find((one) => one === url?.searchParams.get("lang"));
    const lang = chosen ?? session?.lang ?? langs[0];
    if (session !== null) session.lang = lang;
    const arrival = { request, options, sessions, lang, session, path: url?.pathname ?? "/" };
    const response = await withLanguage(lang, async () => {
      try {
        if (!isOurs) throw new OfficeError("badHost", 421);
        if (!isPost && method !== "GET" && method !== "HEAD") throw new OfficeError("method", 405);
        return await answer(arrival, url.searchParams);
      } catch (error) {
        if (!(error instanceof OfficeError)) log("request.failed", { error: describeError(error as Error) });
        return showProblem(arrival, error as Error);
      }
    });
    // Otherwise Bun keeps the connection open to read the rest of a body that is no longer needed.
    if (isPost && response.status >= 400) response.headers.set("Connection", "close");
    return response;
  };
}
