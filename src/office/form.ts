/** Reads the form of a request within bounds: bytes, and a time for all of them. */
import { OfficeError } from "./request.ts";

/** Throws {@link OfficeError}. */
export async function readForm(request: Request, bounds: { bytes: number; ms: number }): Promise<FormData> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new OfficeError("tooSlow", 408)), bounds.ms);
  try {
    const body = await Promise.race([request.bytes(), late.promise]);
    if (body.length > bounds.bytes) throw new OfficeError("tooLarge", 413);
    const type = { "Content-Type": request.headers.get("content-type") ?? "" };
    return await new Response(body, { headers: type }).formData();
  } catch (error) {
    throw error instanceof OfficeError ? error : new OfficeError("malformed", 400);
  } finally {
    clearTimeout(timer);
  }
}

/** All texts of a field. */
export function fieldsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/** A field as a text; empty if it is missing, or a file. */
export function textOf(form: FormData, name: string): string {
  return fieldsOf(form, name)[0] ?? "";
}
