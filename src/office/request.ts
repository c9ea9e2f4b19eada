/** The input of the handlers, and the forms of requests: received within limits, their token checked before they are parsed. */
import type { Lang } from "../domain/lang.ts";
import { readBody } from "../http/request-bodies.ts";
import type { Log } from "../server/log.ts";
import type { Store } from "../store/store.ts";
import { type Entrance, isEqual, type Visitor } from "./entrance.ts";
import type { Previews } from "./previews.ts";
import type { OfficeSession, Sessions } from "./sessions.ts";
import { OfficeError } from "./texts.ts";

export interface OfficeOptions {
  /** A port of the loopback address (0 for any free port), or a Unix socket. */
  readonly at: { readonly port: number } | { readonly socket: string };
  /** The URL that officers open; null for the loopback address itself. */
  readonly baseUrl: string | null;
  readonly databaseUrl: string;
  /** The file of the servers' copy, which an erasure removes; null if there is none. */
  readonly copyPath: string | null;
  /** The URL of the public directory; null if pages do not link to it. */
  readonly directoryUrl: string | null;
  readonly entrance: Entrance;
  /** The command that starts the process which reads a file. */
  readonly readerCommand: readonly string[];
  readonly log: Log;
}

/** A request of somebody who may not have signed in. */
export interface IncomingRequest {
  readonly request: Request;
  readonly isPost: boolean;
  /** Whether the browser says that one of our pages sent this form. */
  readonly isOwnForm: boolean;
  readonly visitor: Visitor;
  readonly options: OfficeOptions;
  readonly sessions: Sessions;
  readonly previews: Previews;
  readonly lang: Lang;
  readonly session: OfficeSession | null;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A request of a signed-in officer. */
export interface OfficeRequest extends IncomingRequest {
  readonly session: OfficeSession;
  readonly store: Store;
  /** The `:id` of the path; empty if the route has none. */
  readonly id: string;
  /** Empty for GET and for an upload. */
  readonly form: URLSearchParams;
  /** Empty if none was chosen; null for other requests. */
  readonly file: File | null;
}

/** Null for the form to sign in. */
type Sender = Pick<OfficeSession, "token" | "ended"> | null;

const formBounds = { bytesMax: 256 * 1024, ms: 10_000, tooLarge: "forbidden" } as const;
export const fileBytesMax = 20 * 1024 * 1024;
/** 16 KiB for the form around the file. A slow connection may pause for minutes. */
const uploadBounds = { bytesMax: fileBytesMax + 16 * 1024, ms: 600_000, tooLarge: "tooLarge" } as const;

const textType = /^application\/x-www-form-urlencoded(?:;|$)/i;
const uploadType = /^multipart\/form-data; *boundary="?([\w'()+,./:=?-]{1,70})"?$/i;

/** Reads a form without a file. Throws {@link OfficeError}. */
export async function readForm(request: Request, sender: Sender): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!textType.test(type)) throw new OfficeError("forbidden", 415);
  const text = (await receive(request, sender, formBounds)).toString();
  const [, given = ""] = /(?:^|&)token=([\w-]*)(?:&|$)/.exec(text) ?? [];
  if (sender !== null && !isEqual(given, sender.token)) throw new OfficeError("forbidden", 403);
  return new URLSearchParams(text);
}

/** Reads the form of an upload, which begins with the token. Throws {@link OfficeError}. */
export async function readUploadForm(request: Request, sender: NonNullable<Sender>): Promise<File> {
  const type = request.headers.get("content-type") ?? "";
  const boundary = uploadType.exec(type)?.[1];
  if (boundary === undefined) throw new OfficeError("forbidden", 415);
  const body = await receive(request, sender, uploadBounds);
  const token = `--${boundary}\r\nContent-Disposition: form-data; name="token"\r\n\r\n${sender.token}\r\n`;
  if (!isEqual(body.toString("latin1", 0, token.length), token)) throw new OfficeError("forbidden", 403);
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => null);
  const file = form?.get("file");
  if (!(file instanceof File)) throw new OfficeError("forbidden", 400);
  return file;
}

/** Receives a body, unless the session of its sender ends meanwhile. */
async function receive(request: Request, sender: Sender, bounds: typeof formBounds | typeof uploadBounds) {
  const tooLarge = () => new OfficeError(bounds.tooLarge, 413);
  const tooSlow = () => new OfficeError("tooSlow", 408);
  const limits = { ...bounds, signal: sender?.ended.signal, tooLarge, tooSlow };
  const body = await readBody(request, limits).catch((error: Error) => {
    throw error instanceof OfficeError ? error : new OfficeError("forbidden", 400);
  });
  return Buffer.from(body.buffer, body.byteOffset, body.length);
}

/** The number of a version; -1, which no version has, for another text. */
export const versionOf = (text: string | null): number => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : -1);
