/**
 * Turns a request to the officer's pages into its response: checks host, session, origin and form, and calls the
 * handler.
 */
import { type Lang, langs } from "../domain/lang.ts";
import { withLanguage } from "../read/language.ts";
import { describeError } from "../server/log/log.ts";
import type { OfficeSession, Sessions } from "./entry/sessions.ts";
import { readForm, readUploadForm, textOf } from "./form.ts";
import { showProblem } from "./pages/layout.tsx";
import { showEntered, showSignIn } from "./pages/sign-in.tsx";
import { type Frame, OfficeError, type OfficeOptions } from "./request.ts";
import { findAsset, redirectTo } from "./responses.ts";
import { findOfficeRoute } from "./routes.ts";

const formBounds = { bytes: 256 * 1024, ms: 10_000 };
/** 20 MiB for the file, and 16 KiB for the parts of a multipart body around it. */
const uploadBytesMax = 20 * 1024 * 1024 + 16 * 1024;
/** At most this many files are received and read at a time, and one for each user. */
const uploadsMax = 2;

/** Creates the function that answers requests to `origins`, such as `https://teachers-office.example.edu`. */
export function createOfficeApp(options: OfficeOptions, sessions: Sessions, origins: readonly string[]) {
  const { entrance, log } = options;
  const asksKey = entrance.renewKey !== null;
  const hosts = origins.map((origin) => new URL(origin).host);
  /** The users whose files are being received or read. */
  const uploading = new Set<string>();

  /** The session of a request. It ends if the proxy now names another user. */
  function findSession(headers: Headers): OfficeSession | null {
    const session = sessions.find(headers);
    if (session === null || entrance.identify(headers) === session.user) return session;
    sessions.end(session);
    return null;
  }

  /** Asks to sign in, and says why a session has ended or a user may not enter. */
  function askToEnter(frame: Frame, headers: Headers, status: 200 | 403): Response {
    const user = entrance.identify(headers);
    const listing = user === null ? "unlisted" : entrance.findListing(user);
    if (listing !== "listed")
      log("office.refused", { user: user ?? undefined, reason: user === null ? "no user" : listing });
    const hasEnded = sessions.find(headers) === null && sessions.hasCookie(headers);
    return showSignIn(frame, { user, listing, asksKey, hasEnded, status });
  }

  /** Whether the browser says that the form came from one of our pages. */
  function isOwnForm({ headers }: Request): boolean {
    const site = headers.get("sec-fetch-site") ?? "same-origin";
    return site === "same-origin" && origins.includes(headers.get("origin") ?? "");
  }

  /** Starts a session for a client that sends the key, or for a listed user that the proxy names. */
  async function enter(request: Request, frame: Frame): Promise<Response> {
    const { headers } = request;
    // The local file that posts the key has no origin. The key itself proves who sent the form.
    const bounds = { ...formBounds, token: null };
    const isProven = asksKey ? entrance.spend(textOf(await readForm(request, bounds), "key")) : isOwnForm(request);
    const user = entrance.identify(headers);
    if (!isProven || user === null || entrance.findListing(user) !== "listed") {
      if (!isProven) log("office.refused", { user: user ?? undefined, reason: asksKey ? "wrong key" : "another site" });
      return askToEnter(frame, headers, 403);
    }
    const before = sessions.find(headers);
    if (before !== null) sessions.end(before);
    const session = sessions.start(user, frame.lang);
    log("office.entered", { user });
    // Not a redirect: after a form from another site, the browser would request the next page without the new cookie.
    return showEntered({ ...frame, session }, { "Set-Cookie": sessions.renderCookie(session.id) });
  }

  /** Runs `work` in the language of the frame. An error becomes a page in the frame. */
  function answerIn(frame: Frame, work: () => Response | Promise<Response>): Promise<Response> {
    return withLanguage(frame.lang, async () => {
      try {
        return await work();
      } catch (error) {
        const cause = error instanceof OfficeError ? error.cause : error;
        if (cause instanceof Error) log("request.failed", { error: describeError(cause) });
        return showProblem(frame, error as Error);
      }
    });
  }

  function answer(request: Request, url: URL | null, frame: Frame): Response | Promise<Response> {
    const { method, headers } = request;
    if (url === null || !hosts.includes(headers.get("host") ?? "")) throw new OfficeError("badHost", 421);
    const isPost = method === "POST";
    if (!isPost && method !== "GET" && method !== "HEAD") throw new OfficeError("method", 405);
    const { pathname: path, searchParams: query } = url;
    const asset = isPost ? null : findAsset(path);
    if (asset !== null) return asset;
    if (isPost && path === "/enter") return enter(request, frame);
    const session = findSession(headers);
    if (session === null && !isPost && path !== "/enter") return redirectTo("/enter");
    if (session === null) return askToEnter(frame, headers, isPost ? 403 : 200);
    const officerFrame = { lang: isPost ? session.lang : findLang(query, session.lang), session, path };
    if (entrance.findListing(session.user) !== "listed")
      return askToEnter({ ...officerFrame, session: null }, headers, 403);
    session.lang = officerFrame.lang;
    return answerIn(officerFrame, () => {
      if (isPost && !isOwnForm(request)) throw new OfficeError("forbidden", 403);
      if (path === "/enter") return showEntered(officerFrame, {});
      const route = findOfficeRoute(isPost ? "POST" : "GET", path);
      if (route === null) throw new OfficeError("notFound", 404);
      return route.isReading ? handleAlone(session.user, handle) : handle();

      async function handle(): Promise<Response> {
        const bounds = { ...formBounds, token: session!.token, ended: session!.ended.signal };
        const uploadBounds = { ...bounds, bytes: uploadBytesMax, ms: options.uploadMs };
        const isUpload = path === "/upload";
        const file = isUpload ? await readUploadForm(request, uploadBounds) : null;
        const form = isPost && !isUpload ? await readForm(request, bounds) : new FormData();
        return route!.handle({
          options,
          sessions,
          session: session!,
          id: route!.id,
          query,
          form,
          file,
          frame: officerFrame,
        });
      }
    });
  }

  /** Calls a handler that reads a file, if neither the user nor too many others are having one read. */
  async function handleAlone(user: string, handle: () => Promise<Response>): Promise<Response> {
    if (uploading.has(user)) throw new OfficeError("busyWithYours", 503);
    if (uploading.size >= uploadsMax) throw new OfficeError("busy", 503);
    uploading.add(user);
    try {
      return await handle();
    } finally {
      uploading.delete(user);
    }
  }

  return async (request: Request): Promise<Response> => {
    const url = URL.parse(request.url);
    const frame: Frame = { lang: findLang(url?.searchParams), session: null, path: "/enter" };
    const response = await answerIn(frame, () => answer(request, url, frame));
    // Otherwise Bun keeps the connection open to read the rest of a body that is no longer needed.
    if (request.method === "POST" && response.status >= 400) response.headers.set("Connection", "close");
    return response;
  };
}

/** The language that the query names. Without one, returns `usual`, which is the first language by default. */
function findLang(query: URLSearchParams | undefined, usual: Lang = langs[0]): Lang {
  return langs.find((lang) => lang === query?.get("lang")) ?? usual;
}
