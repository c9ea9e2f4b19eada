/** The input of the handlers, and the forms of requests: received within limits, their token checked before they are parsed. */
import type { Lang } from "../domain/lang.ts";
import { createArrivingBody } from "../http/request-bodies.ts";
import type { Log } from "../server/log.ts";
import type { Store } from "../store/store.ts";
import { type Entrance, isEqual } from "./entrance.ts";
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
export interface Arrival {
  readonly request: Request;
  readonly isPost: boolean;
  /** Whether the browser says that one of our pages sent this form. */
  readonly isOwnForm: boolean;
  readonly options: OfficeOptions;
  readonly sessions: Sessions;
  readonly lang: Lang;
  readonly session: OfficeSession | null;
  /** The path, for the link to the other language. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A request of a signed-in officer. */
export interface OfficeRequest extends Arrival {
  readonly session: OfficeSession;
  readonly store: Store;
  /** The `:id` of the path; empty if the route has none. */
  readonly id: string;
  /** Empty for GET and for an upload. */
  readonly form: URLSearchParams;
  /** A file as the browser sent it; null for other requests. The name is empty if none was chosen. */
  readonly file: Readonly<{ name: string; bytes: Buffer<ArrayBuffer> }> | null;
}

/** Null for the form to sign in. */
type Sender = Pick<OfficeSession, "token" | "ended"> | null;

const formBounds = { bytes: 256 * 1024, ms: 10_000 };
/** 20 MiB for the file, and 16 KiB for the form around it. A slow connection may pause for minutes. */
const uploadBounds = { bytes: 20 * 1024 * 1024 + 16 * 1024, ms: 600_000 };

const textType = /^application\/x-www-form-urlencoded(?:;|$)/i;
const uploadType = /^multipart\/form-data; *boundary="?([\w'()+,./:=?-]{1,70})"?$/i;

/** Reads a form without a file. Throws {@link OfficeError}. */
export async function readForm(request: Request, sender: Sender, bounds = formBounds): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!textType.test(type)) throw new OfficeError("forbidden", 415);
  const text = (await receive(request, sender, bounds, "forbidden")).toString();
  const [, given = ""] = /(?:^|&)token=([\w-]*)(?:&|$)/.exec(text) ?? [];
  if (sender !== null && !isEqual(given, sender.token)) throw new OfficeError("forbidden", 403);
  return new URLSearchParams(text);
}

/** The head of a part has the name of the file. */
const headBytesMax = 4096;

/**
 * Reads the form of an upload: the token and one file. A general parser would build an object for each of many parts.
 * Throws {@link OfficeError}.
 */
export async function readUploadForm(request: Request, sender: NonNullable<Sender>): Promise<OfficeRequest["file"]> {
  const boundary = uploadType.exec(request.headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) throw new OfficeError("forbidden", 415);
  const body = await receive(request, sender, uploadBounds, "tooLarge");
  const token = `--${boundary}\r\nContent-Disposition: form-data; name="token"\r\n\r\n${sender.token}\r\n`;
  if (!isEqual(body.toString("latin1", 0, token.length), token)) throw new OfficeError("forbidden", 403);
  const headEnd = body.subarray(0, token.length + headBytesMax).indexOf("\r\n\r\n", token.length);
  const head = body.toString("utf8", token.length, Math.max(headEnd, token.length));
  const name = /^content-disposition: form-data; name="file"; filename="([^"]*)"/im.exec(head)?.[1];
  const last = `\r\n--${boundary}--`;
  const end = body.indexOf(last.slice(0, -2), headEnd);
  const isLast = end >= 0 && body.toString("latin1", end, end + last.length) === last;
  if (name === undefined || !isLast) throw new OfficeError("forbidden", 400);
  return { name: name.replaceAll("%22", '"'), bytes: body.subarray(headEnd + 4, end) };
}

/** Receives a body, unless the session of its sender ends meanwhile. */
async function receive(
  request: Request,
  sender: Sender,
  { bytes, ms }: typeof formBounds,
  tooLarge: "forbidden" | "tooLarge",
): Promise<Buffer<ArrayBuffer>> {
  const body = createArrivingBody(request, bytes, () => new OfficeError(tooLarge, 413));
  const timer = setTimeout(() => body.refuse(new OfficeError("tooSlow", 408)), ms);
  const refuse = (): void => body.refuse(sender?.ended.signal.reason);
  sender?.ended.signal.addEventListener("abort", refuse);
  try {
    const { buffer, byteOffset, length } = await body.read();
    return Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw error instanceof OfficeError ? error : new OfficeError("forbidden", 400);
  } finally {
    clearTimeout(timer);
    sender?.ended.signal.removeEventListener("abort", refuse);
  }
}

/** The number of a version; -1, which no version has, for another text. */
export const versionOf = (text: string | null): number => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : -1);
