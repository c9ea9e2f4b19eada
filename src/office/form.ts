/** Reads the form of a request within bounds: bytes, and a time for all of them. */

/** A body that is refused, by what is wrong with it. */
export class FormError extends Error {
  readonly fault: "tooLarge" | "tooSlow" | "malformed";

  constructor(fault: FormError["fault"]) {
    super(fault);
    this.fault = fault;
  }
}

export interface FormBounds {
  readonly bytesMax: number;
  readonly ms: number;
}

/** A body that is too large is read a little longer, because a browser shows no answer before it has sent everything. */
const unreadFactor = 4;

/** Throws {@link FormError}. */
export async function readForm(request: Request, bounds: FormBounds): Promise<FormData> {
  const contentType = request.headers.get("content-type") ?? "";
  const body = await readBody(request, bounds);
  try {
    return await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw new FormError("malformed");
  }
}

async function readBody(request: Request, { bytesMax, ms }: FormBounds): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const slow = Promise.withResolvers<never>();
  const timer = setTimeout(() => slow.reject(new FormError("tooSlow")), ms);
  let pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), slow.promise]);
      if (done) break;
      length += value.byteLength;
      if (length > bytesMax) pieces = [];
      else pieces.push(value);
      if (length > bytesMax * unreadFactor) throw new FormError("tooLarge");
    }
  } catch (error) {
    // Also where the client has gone.
    void reader.cancel().catch(() => {});
    throw error instanceof FormError ? error : new FormError("malformed");
  } finally {
    clearTimeout(timer);
  }
  if (length > bytesMax) throw new FormError("tooLarge");
  return Uint8Array.from(Buffer.concat(pieces));
}

/** A field of a form as a text; empty if it is missing, or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** All texts of a field. */
export function fieldsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value): value is string => typeof value === "string");
}
