/** Receives the form of a request within limits of type, size and time. Its token is checked before it is parsed. */
import { createArrivingBody } from "../http/request-bodies.ts";
import { isEqual } from "./entrance.ts";
import { OfficeError } from "./texts.ts";

interface Bounds {
  /** The token that the form must have; null if it needs none. */
  readonly token: string | null;
  readonly bytes: number;
  readonly ms: number;
  /** Aborted when the session ends. */
  readonly ended?: AbortSignal;
}

/** A file as the browser sent it. The name is empty if none was chosen. */
export type UploadedFile = Readonly<{ name: string; bytes: Buffer<ArrayBuffer> }>;

const textType = /^application\/x-www-form-urlencoded(?:;|$)/i;
const uploadType = /^multipart\/form-data; *boundary="?([\w'()+,./:=?-]{1,70})"?$/i;

/** Reads a form without a file. Throws {@link OfficeError}. */
export async function readForm(request: Request, bounds: Bounds): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!textType.test(type)) throw new OfficeError("forbidden", 415);
  const text = (await receive(request, bounds, "forbidden")).toString();
  const [, given = ""] = /(?:^|&)token=([\w-]*)(?:&|$)/.exec(text) ?? [];
  if (bounds.token !== null && !isEqual(given, bounds.token)) throw new OfficeError("forbidden", 403);
  return new URLSearchParams(text);
}

/** The head of a part has the name of the file. */
const headBytesMax = 4096;

/**
 * Reads the form of an upload: the token and one file. A general parser would build an object for each of many parts.
 * Throws {@link OfficeError}.
 */
export async function readUploadForm(request: Request, bounds: Bounds): Promise<UploadedFile> {
  const boundary = uploadType.exec(request.headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) throw new OfficeError("forbidden", 415);
  const body = await receive(request, bounds, "tooLarge");
  const token = `--${boundary}\r\nContent-Disposition: form-data; name="token"\r\n\r\n${bounds.token}\r\n`;
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

async function receive(
  request: Request,
  { bytes, ms, ended }: Bounds,
  tooLarge: "forbidden" | "tooLarge",
): Promise<Buffer<ArrayBuffer>> {
  const body = createArrivingBody(request, bytes, () => new OfficeError(tooLarge, 413));
  const timer = setTimeout(() => body.refuse(new OfficeError("tooSlow", 408)), ms);
  const refuse = (): void => body.refuse(new OfficeError("sessionEnded", 403));
  ended?.addEventListener("abort", refuse, { once: true });
  try {
    const { buffer, byteOffset, length } = await body.read();
    return Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw error instanceof OfficeError ? error : new OfficeError("forbidden", 400);
  } finally {
    clearTimeout(timer);
    ended?.removeEventListener("abort", refuse);
  }
}

/** The number of a version; -1, which no version has, for another text. */
export const versionOf = (text: string | null): number => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : -1);
