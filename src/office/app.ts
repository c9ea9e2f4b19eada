/** Turns a request to the officer's pages into its response: checks host, session, origin and form, and calls a handler. */
import { langs } from "../domain/lang.ts";
import { withLanguage } from "../read/language.ts";
import { describeError } from "../server/log/log.ts";
import { withStore } from "../store/store.ts";
import { readForm, readUploadForm } from "./form.ts";
import { erasePerson, searchPeople, showFound } from "./pages/erase.tsx";
import { downloadCurrent, downloadEmpty, showChanges, showHome, showVersions } from "./pages/home.tsx";
import { findAsset, redirectTo, showProblem } from "./pages/layout.tsx";
import { publish, showPreview } from "./pages/preview.tsx";
import { askToEnter, enter, leave, showEntered } from "./pages/sign-in.tsx";
import type { Arrival, OfficeOptions, OfficeRequest } from "./request.ts";
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
const methods: readonly string[] = ["GET", "HEAD", "POST"];

const formBounds = { bytes: 256 * 1024, ms: 10_000 };
/** 20 MiB for the file, and 16 KiB for the form around it. A slow connection may pause for minutes. */
const uploadBounds = { bytes: 20 * 1024 * 1024 + 16 * 1024, ms: 600_000 };
/** How long a page waits for an import in progress. Short, because nothing else runs while SQLite waits. */
const lockWaitMs = 2000;

/** Finds the handler of a request, and the `:id` of its path. */
function findRoute(isPost: boolean, path: string): { readonly handle: Handler; readonly id: string } {
  const [, before, id = "", after = ""] = /^(\/(?:preview|changes|erase)\/)([\w-]+)(.*)$/.exec(path) ?? [];
  const key = `${isPost ? "POST" : "GET"} ${before === undefined ? path : `${before}:id${after}`}`;
  if (!Object.hasOwn(handlers, key)) throw new OfficeError("notFound", 404);
  return { handle: handlers[key]!, id };
}

/** Receives the form, opens the database and calls the handler. */
async function answerOfficer(arrival: Arrival, session: OfficeSession, query: URLSearchParams): Promise<Response> {
  const { request, options, sessions, path } = arrival;
  const isPost = request.method === "POST";
  const { handle, id } = findRoute(isPost, path);
  const work = async (): Promise<Response> => {
    const bounds = { ...formBounds, token: session.token, ended: session.ended.signal };
    const file = handle === takeUpload ? await readUploadForm(request, { ...bounds, ...uploadBounds }) : null;
    const form = isPost && file === null ? await readForm(request, bounds) : new URLSearchParams();
    // Also while the database can't be opened.
    if (handle === leave) return leave({ sessions, session });
    // A missing database is an error: creating an empty one would hide that it was lost.
    return withStore(options.databaseUrl, { lockWaitMs, create: false, migrates: false }, async (store) =>
      handle({ ...arrival, session, store, id, query, form, file }),
    );
  };
  return reading.includes(handle) ? sessions.runAlone(session.user, work) : work();
}

/** Creates the function that answers requests to `origins`, such as `https://teachers-office.example.edu`. */
export function createOfficeApp(options: OfficeOptions, sessions: Sessions, origins: readonly string[]) {
  const hosts = origins.map((origin) => new URL(origin).host);

  /** The session of a request, if its user may still enter. It ends if the proxy now names another user. */
  function findSession(headers: Headers): OfficeSession | null {
    const session = sessions.find(headers);
    if (session === null) return null;
    const { user, refusal } = options.entrance.identify(headers);
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
    if (session === null) return isPost || path === "/enter" ? askToEnter(arrival) : redirectTo("/enter");
    if (isPost && !isOwnForm(request)) throw new OfficeError("forbidden", 403);
    return path === "/enter" ? showEntered(arrival) : answerOfficer(arrival, session, query);
  }

  return async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const url = URL.parse(request.url) ?? new URL(origins[0]!);
    const isOurs = hosts.includes(headers.get("host") ?? "");
    const isPost = method === "POST";
    const asset = isOurs && !isPost ? findAsset(url.pathname) : null;
    if (asset !== null) return asset;
    const session = isOurs ? findSession(headers) : null;
    const lang = langs.find((one) => one === url.searchParams.get("lang")) ?? session?.lang ?? langs[0];
    if (session !== null) session.lang = lang;
    const arrival = { request, options, sessions, lang, session, path: url.pathname };
    const response = await withLanguage(lang, async () => {
      if (!isOurs) throw new OfficeError("badHost", 421);
      if (!methods.includes(method)) throw new OfficeError("forbidden", 405);
      return answer(arrival, url.searchParams);
    }).catch((error: Error) => {
      if (!(error instanceof OfficeError)) options.log("request.failed", { error: describeError(error) });
      return withLanguage(lang, () => showProblem(arrival, error));
    });
    // Otherwise Bun keeps the connection open to read the rest of a body that is no longer needed.
    if (isPost && response.status >= 400) response.headers.set("Connection", "close");
    return response;
  };
}
