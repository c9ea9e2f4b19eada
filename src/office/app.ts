/** From a request to the officer's pages to its response: host, origin, session, form, handler. */
import type { Lang } from "../domain/lang.ts";
import { langs } from "../domain/lang.ts";
import { htmlHeaders } from "../pages/page-layout.tsx";
import { describeFailure } from "../publishing/texts/failure-texts.ts";
import { withLanguage } from "../publishing/texts/language.ts";
import { describeError } from "../server/log/log.ts";
import { findAsset } from "./assets.ts";
import type { OfficeAnswer, OfficeOptions, OfficeRequest } from "./context.ts";
import { isEqual } from "./entry/entrance.ts";
import { createSessions, type OfficeSession } from "./entry/sessions.ts";
import { FormError, readForm, textOf } from "./form.ts";
import { type Frame, problemPage, renderOfficePage } from "./pages/layout.tsx";
import { enteredPage, signInPage } from "./pages/sign-in-page.tsx";
import { findOfficeRoute } from "./routes.ts";
import type { OfficeProblem } from "./texts.ts";
import { createWaitingList } from "./upload/waiting-list.ts";

/** The address of an office as browsers see it. */
export interface OfficeAddress {
  /** Such as `https://teachers-office.example.edu`; the first one is preferred. */
  readonly origins: readonly string[];
  readonly port: number;
}

const headersOfAll: Readonly<Record<string, string>> = {
  ...htmlHeaders,
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // Not "no-referrer": browsers then send no Origin with a form.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

const formBounds = { bytesMax: 256 * 1024, ms: 10_000 };
const uploadBounds = { bytesMax: 20 * 1024 * 1024, ms: 120_000 };
/** What a multipart body has around its file. */
const multipartBytes = 16 * 1024;
/** The most files that are received and read at a time. */
const uploadsMax = 3;

/** Creates the function that answers requests. `now` gives milliseconds, ascending. */
export function createOfficeApp(options: OfficeOptions, address: OfficeAddress, now: () => number) {
  const { entrance, log } = options;
  const isSecure = address.origins[0]!.startsWith("https:");
  const waiting = createWaitingList();
  const sessions = createSessions({ isSecure, port: address.port, now, onEnd: (session) => waiting.dropOf(session) });
  const hosts = address.origins.map((origin) => new URL(origin).host);
  let uploads = 0;

  /** The session of a request; it ends where the proxy names another user, or one who may not enter any more. */
  function findSession(headers: Headers): OfficeSession | null {
    const session = sessions.find(headers.get("cookie"));
    if (session === null || entrance.kind === "key") return session;
    if (entrance.identify(headers) === session.user && entrance.mayEnter(session.user)) return session;
    sessions.end(session);
    return null;
  }

  /** Whether the browser says that a page of ours sent the form. */
  function isOwnForm({ headers }: Request): boolean {
    const site = headers.get("sec-fetch-site") ?? "same-origin";
    return site === "same-origin" && address.origins.includes(headers.get("origin") ?? "");
  }

  function signIn(request: Request, frame: Frame, status: number, hasFailed = false): Response {
    const user = entrance.kind === "proxy" ? entrance.identify(request.headers) : null;
    const isListed = entrance.kind === "proxy" && user !== null && entrance.mayEnter(user);
    const html = renderOfficePage(frame, () => signInPage({ kind: entrance.kind, user, isListed, hasFailed }));
    return respond(html, isListed || entrance.kind === "key" ? status : 403);
  }

  /** Starts a session for whoever has the key, or is named by the proxy and listed. */
  async function enter(request: Request, frame: Frame): Promise<Response> {
    const { headers } = request;
    let user: string | null = null;
    if (entrance.kind === "key") {
      // The file that posts the key has no origin; the key itself shows who sent the form.
      const form = await readForm(request, formBounds);
      if (entrance.spend(textOf(form, "key"))) user = entrance.user;
    } else {
      const named = entrance.identify(headers);
      if (isOwnForm(request) && named !== null && entrance.mayEnter(named)) user = named;
    }
    if (user === null) {
      log("office.refused", {
        user: refusedUser(headers),
        reason: entrance.kind === "key" ? "wrong key" : "not listed",
      });
      return signIn(request, frame, 403, true);
    }
    const before = sessions.find(headers.get("cookie"));
    if (before !== null) sessions.end(before);
    const { session, cookie } = sessions.start(user, frame.lang);
    log("office.entered", { user });
    // Not a redirect: after a form from elsewhere, the browser would not send the new cookie with it.
    const html = renderOfficePage({ ...frame, session }, enteredPage);
    return respond(html, 200, { "Set-Cookie": sessions.renderCookie(cookie) });
  }

  function refusedUser(headers: Headers): string | undefined {
    return entrance.kind === "proxy" ? (entrance.identify(headers) ?? undefined) : undefined;
  }

  async function answer(request: Request): Promise<Response> {
    const { method, headers } = request;
    const url = URL.parse(request.url);
    const problem = (name: OfficeProblem, status: number, frame: Frame, detail?: string): Response =>
      respond(renderOfficePage(frame, problemPage(name, detail)), status);
    const anybody: Frame = { lang: findLang(url?.searchParams), session: null, path: "/enter" };
    if (url === null || !hosts.includes(headers.get("host") ?? "")) return problem("badHost", 421, anybody);
    const isPost = method === "POST";
    if (!isPost && method !== "GET" && method !== "HEAD") return problem("method", 405, anybody);
    const asset = isPost ? null : findAsset(url.pathname);
    if (asset !== null) return respondAsset(asset.body, asset.contentType);
    if (isPost && url.pathname === "/enter") return enter(request, anybody);
    const session = findSession(headers);
    if (session === null) {
      if (isPost) return signIn(request, anybody, 403);
      return url.pathname === "/enter" ? signIn(request, anybody, 200) : redirect("/enter");
    }
    if (!isPost) session.lang = findLang(url.searchParams, session.lang);
    const frame: Frame = { lang: session.lang, session, path: url.pathname };
    if (isPost && !isOwnForm(request)) return problem("forbidden", 403, frame);
    const route = findOfficeRoute(isPost ? "POST" : "GET", url.pathname);
    if (route === null) return problem("notFound", 404, frame);
    const isUpload = route.isUpload === true;
    if (isUpload && uploads >= uploadsMax) return problem("busy", 503, frame);
    if (isUpload) uploads++;
    try {
      const form = isPost
        ? await readForm(request, isUpload ? withMultipart(uploadBounds) : formBounds)
        : new FormData();
      if (isPost && !isEqual(textOf(form, "token"), session.token)) return problem("forbidden", 403, frame);
      const { params } = route;
      const given: OfficeRequest = { options, session, sessions, waiting, params, query: url.searchParams, form };
      return toResponse(await route.handle(given), frame);
    } catch (error) {
      if (error instanceof FormError) return problem(error.fault, error.fault === "tooLarge" ? 413 : 400, frame);
      log("request.failed", { error: describeError(error) });
      const detail = withLanguage(frame.lang, () => describeFailure(error as Error));
      return problem("database", 503, frame, detail);
    } finally {
      if (isUpload) uploads--;
    }
  }

  return async (request: Request): Promise<Response> => {
    const response = await answer(request).catch((error: unknown) => {
      if (!(error instanceof FormError)) log("request.failed", { error: describeError(error) });
      return new Response(null, { status: error instanceof FormError ? 400 : 500, headers: headersOfAll });
    });
    // Otherwise the connection would wait for the rest of a body that nobody reads.
    if (request.method === "POST" && response.status >= 400) response.headers.set("Connection", "close");
    return response;
  };
}

const withMultipart = ({ bytesMax, ms }: typeof uploadBounds) => ({ bytesMax: bytesMax + multipartBytes, ms });

/** The language of the query; the first one is the usual one. */
function findLang(query: URLSearchParams | undefined, usual: Lang = langs[0]): Lang {
  return langs.find((lang) => lang === query?.get("lang")) ?? usual;
}

function respond(html: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(html, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", ...headersOfAll, ...headers },
  });
}

function respondAsset(body: string | Uint8Array<ArrayBuffer>, contentType: string): Response {
  const headers = {
    ...headersOfAll,
    "Content-Type": contentType,
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  return new Response(body, { headers });
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { ...headersOfAll, Location: location, ...headers } });
}

function toResponse(answer: OfficeAnswer, frame: Frame): Response {
  if ("location" in answer) {
    return redirect(answer.location, answer.cookie === undefined ? {} : { "Set-Cookie": answer.cookie });
  }
  if ("page" in answer) return respond(renderOfficePage(frame, answer.page), answer.status ?? 200);
  const { fileName, contentType, body } = answer;
  const disposition = `attachment; filename="${fileName}"`;
  return new Response(body, {
    headers: { ...headersOfAll, "Content-Type": contentType, "Content-Disposition": disposition },
  });
}
