/** The server of the officer's pages: checks host, session, origin and form of a request, and calls a handler. */
import { chmodSync, rmSync, statSync } from "node:fs";
import { langs, withLanguage } from "../domain/lang.ts";
import { release } from "../domain/release.ts";
import { describeError } from "../server/log.ts";
import { withStore } from "../store/store.ts";
import { erasePerson, searchPeople, showErased, showFound } from "./pages/erase.tsx";
import { downloadCurrent, downloadEmpty, showChanges, showHome, showVersions } from "./pages/home.tsx";
import { findAsset, redirectTo, showProblem } from "./pages/layout.tsx";
import { showPreview, submitPreview } from "./pages/preview.tsx";
import { askToEnter, enter, leave, showEntered } from "./pages/sign-in.tsx";
import { createPreviews, type Previews } from "./previews.ts";
import { type IncomingRequest, type OfficeOptions, type OfficeRequest, readForm, readUploadForm } from "./request.ts";
import { createSessions, type OfficeSession, type Sessions } from "./sessions.ts";
import { OfficeError } from "./texts.ts";
import { downloadCorrections, returnTo, takeUpload } from "./upload.ts";

type Handler = (request: OfficeRequest) => Response | Promise<Response>;

const handlers: Readonly<Record<string, Handler>> = {
  "GET /": showHome,
  "POST /leave": leave,
  "GET /download/teachers.xlsx": downloadCurrent,
  "GET /download/empty.xlsx": downloadEmpty,
  "POST /upload": takeUpload,
  "POST /return": returnTo,
  "GET /preview/:id": (request) => showPreview(request),
  "GET /preview/:id/corrections.xlsx": downloadCorrections,
  "POST /preview/:id": submitPreview,
  "GET /history": showVersions,
  "GET /changes/:id": showChanges,
  "GET /erase": (request) => showFound(request, null),
  // By POST, so that no name gets into a URL or a log.
  "POST /erase": searchPeople,
  "POST /erase/:id": erasePerson,
  "GET /erased": showErased,
};

/** The interval at which expired sessions and uploads are dropped, even without requests. */
const sweepMs = 60_000;
/** How long a page waits for an import in progress. */
const lockWaitMs = 2000;

/** Starts the server, which listens at once. Throws if listening fails. */
export function startOffice(options: OfficeOptions) {
  const { at, baseUrl, log } = options;
  const socket = "socket" in at ? at.socket : null;
  // A socket that a crash left behind is replaced.
  if (socket !== null && statSync(socket, { throwIfNoEntry: false })?.isSocket()) rmSync(socket);
  // Bun's types leave out the idle time of sockets.
  const where: object = socket === null ? { hostname: "127.0.0.1", ...at } : { unix: socket };
  const server = Bun.serve({
    fetch: (request) => answer(request),
    development: false,
    // Our own page, and not Bun, refuses a large file.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    // Reading a file may take a minute, after another one.
    idleTimeout: 240,
    ...where,
  });
  // Its owner and group may open it. Until now, the umask has kept out others.
  if (socket !== null) chmodSync(socket, 0o660);
  const { port = 0 } = server;
  const origins = baseUrl === null ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : [baseUrl];
  const now = () => performance.now();
  const sessions = createSessions(baseUrl === null ? `office-${port}` : "__Host-office", now);
  const previews = createPreviews(now);
  const answer = createApp(options, sessions, previews, origins);
  const sweeping = [sessions, previews].map(({ sweep }) => setInterval(sweep, sweepMs));
  const url = `${origins[0]}/`;
  log("server.listening", { release: release.version, url });
  return {
    url,
    async stop() {
      sweeping.forEach(clearInterval);
      await server.stop(true);
      if (socket !== null) rmSync(socket, { force: true });
    },
  };
}

function createApp(options: OfficeOptions, sessions: Sessions, previews: Previews, origins: readonly string[]) {
  const hosts = origins.map((origin) => new URL(origin).host);

  return async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const { pathname: path, searchParams: query } = URL.parse(request.url) ?? new URL(origins[0]!);
    const isOurs = hosts.includes(headers.get("host") ?? "");
    const isPost = method === "POST";
    const asset = isOurs && !isPost ? findAsset(path) : null;
    if (asset !== null) return asset;
    const visitor = options.entrance.identify(headers);
    const found = isOurs && visitor.refusal === null ? sessions.find(headers) : null;
    const session = found?.user === visitor.user ? found : null;
    // The proxy now names another user.
    if (found !== session) sessions.end(found!);
    const lang = langs.find((one) => one === query.get("lang")) ?? session?.lang ?? langs[0];
    if (session !== null) session.lang = lang;
    const isSameSite = (headers.get("sec-fetch-site") ?? "same-origin") === "same-origin";
    const isOwnForm = isSameSite && origins.includes(headers.get("origin") ?? "");
    const incoming = { request, isPost, isOwnForm, visitor, options, sessions, previews, lang, session, path, query };
    const response = await withLanguage(lang, async () => {
      try {
        if (!isOurs) throw new OfficeError("badHost", 421);
        if (!["GET", "HEAD", "POST"].includes(method)) throw new OfficeError("forbidden", 405);
        return await answerIncoming(incoming);
      } catch (error) {
        if (!(error instanceof OfficeError)) options.log("request.failed", { error: describeError(error as Error) });
        return showProblem(incoming, error as Error);
      }
    });
    // Otherwise Bun keeps the connection open to read the rest of a body that is no longer needed.
    if (isPost && response.status >= 400) response.headers.set("Connection", "close");
    return response;
  };
}

async function answerIncoming(incoming: IncomingRequest): Promise<Response> {
  const { isPost, isOwnForm, session, path } = incoming;
  if (isPost && path === "/enter") return enter(incoming);
  if (session === null) return isPost || path === "/enter" ? askToEnter(incoming) : redirectTo("/enter");
  if (isPost && !isOwnForm) throw new OfficeError("forbidden", 403);
  return path === "/enter" ? showEntered(incoming) : answerOfficer(incoming, session);
}

async function answerOfficer(incoming: IncomingRequest, session: OfficeSession): Promise<Response> {
  const { request, isPost, options, sessions, previews, path } = incoming;
  const [, before, id = "", after] = /^(\/(?:preview|changes|erase)\/)([\w-]+)(.*)$/.exec(path) ?? [];
  const route = `${isPost ? "POST" : "GET"} ${before === undefined ? path : `${before}:id${after}`}`;
  if (!Object.hasOwn(handlers, route)) throw new OfficeError("notFound", 404);
  const handle = handlers[route]!;
  const work = async (): Promise<Response> => {
    const file = handle === takeUpload ? await readUploadForm(request, session) : null;
    const form = isPost && file === null ? await readForm(request, session) : new URLSearchParams();
    // Also while the database can't be opened.
    if (handle === leave) return leave({ sessions, session });
    // A missing database is an error: creating an empty one would hide that it was lost.
    return withStore(options.databaseUrl, { lockWaitMs, create: false, migrates: false }, async (store) =>
      handle({ ...incoming, session, store, id, form, file }),
    );
  };
  const readsFile = handle === takeUpload || handle === downloadCorrections;
  return readsFile ? previews.runAlone(session.user, work) : work();
}
