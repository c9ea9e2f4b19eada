/** Receives the form of a request within limits of type, size and time. Its token is checked before it is parsed. */
import { createArrivingBody } from "../http/request-bodies.ts";
import { isEqual } from "./entry/entrance.ts";
import { OfficeError, type UploadedFile } from "./request.ts";

interface Bounds {
  /** The token that the form must have; null if it needs none. */
  readonly token: string | null;
  readonly bytes: number;
  readonly ms: number;
  /** Aborted when the session ends. */
  readonly ended?: AbortSignal;
}

const textType = /^application\/x-www-form-urlencoded(?:;|$)/i;
const uploadType = /^multipart\/form-data; *boundary="?([\w'()+,./:=?-]{1,70})"?$/i;

/** Reads a form without a file. Throws {@link OfficeError}. */
export async function readForm(request: Request, bounds: Bounds): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!textType.test(type)) throw new OfficeError("badForm", 415);
  const text = (await receive(request, bounds, "badForm")).toString();
  if (bounds.token !== null) checkToken(/(?:^|&)token=([\w-]*)(?:&|$)/.exec(text)?.[1], bounds.token);
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/** Reads the form of an upload: the token and one file. The name is empty if none was chosen. Throws {@link OfficeError}. */
export async function readUploadForm(request: Request, bounds: Bounds & { token: string }): Promise<UploadedFile> {
  const boundary = uploadType.exec(request.headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) throw new OfficeError("badForm", 415);
  const body = await receive(request, bounds, "tooLarge");
  const parts = findParts(body, boundary);
  checkToken(parts?.[0].fields === 'form-data; name="token"' ? parts[0].content.toString() : undefined, bounds.token);
  const name = /^form-data; name="file"; filename="([^"]*)"$/.exec(parts?.[1].fields ?? "")?.[1];
  if (parts === null || name === undefined) throw new OfficeError("badForm", 400);
  return { name: name.replaceAll("%22", '"'), bytes: parts[1].content };
}

type Body = Buffer<ArrayBuffer>;
type Part = Readonly<{ fields: string; content: Body }>;

/** The two parts of a body; null if it has more or fewer. A general parser would build an object for each of many parts. */
function findParts(body: Body, boundary: string): readonly [Part, Part] | null {
  const delimiter = `\r\n--${boundary}`;
  let start = delimiter.length;
  const parts: Part[] = [];
  if (body.indexOf(delimiter.slice(2)) !== 0) return null;
  while (parts.length < 2) {
    const headEnd = body.subarray(0, start + headBytesMax).indexOf("\r\n\r\n", start - 2);
    const end = headEnd < 0 ? -1 : body.indexOf(delimiter, headEnd + 2);
    if (end < headEnd + 2 || headEnd < 0) return null;
    const fields = /^content-disposition: *(.*)$/im.exec(body.toString("utf8", start, headEnd))?.[1] ?? "";
    parts.push({ fields: fields.trim(), content: body.subarray(Math.min(headEnd + 4, end), end) });
    start = end + delimiter.length;
  }
  return body.toString("latin1", start, start + 2) === "--" ? [parts[0]!, parts[1]!] : null;
}

const headBytesMax = 4096;

function checkToken(given: string | undefined, token: string): void {
  if (!isEqual(given ?? "", token)) throw new OfficeError("forbidden", 403);
}

async function receive(
  request: Request,
  { bytes, ms, ended }: Bounds,
  tooLarge: "badForm" | "tooLarge",
): Promise<Body> {
  const body = createArrivingBody(request, bytes, () => new OfficeError(tooLarge, 413));
  const timer = setTimeout(() => body.refuse(new OfficeError("tooSlow", 408)), ms);
  const refuse = (): void => body.refuse(new OfficeError("sessionEnded", 403));
  ended?.addEventListener("abort", refuse, { once: true });
  try {
    const { buffer, byteOffset, length } = await body.read();
    return Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw error instanceof OfficeError ? error : new OfficeError("badForm", 400);
  } finally {
    clearTimeout(timer);
    ended?.removeEventListener("abort", refuse);
  }
}

export function fieldsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/** A field as text; empty if it is missing. */
export function textOf(form: FormData, name: string): string {
  return fieldsOf(form, name)[0] ?? "";
}
