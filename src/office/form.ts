/** Reads the form of a request within limits of size and time. */
import { createArrivingBody } from "../http/request-bodies.ts";
import { OfficeError } from "./request.ts";

/** `isUpload`: whether the form has a file. */
type Bounds = Readonly<{ bytes: number; ms: number; isUpload: boolean }>;

/** Throws {@link OfficeError}. */
export async function readForm(request: Request, { bytes, ms, isUpload }: Bounds): Promise<FormData> {
  const body = createArrivingBody(request, bytes, () => new OfficeError(isUpload ? "tooLarge" : "badForm", 413));
  const timer = setTimeout(() => body.refuse(new OfficeError("tooSlow", 408)), ms);
  try {
    const type = { "Content-Type": request.headers.get("content-type") ?? "" };
    return await new Response(await body.read(), { headers: type }).formData();
  } catch (error) {
    throw error instanceof OfficeError ? error : new OfficeError(isUpload ? "malformed" : "badForm", 400);
  } finally {
    clearTimeout(timer);
  }
}

export function fieldsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/** A field as text; empty if it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  return fieldsOf(form, name)[0] ?? "";
}
