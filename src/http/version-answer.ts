/** Answers made from a version of the data; their headers are the same for every page of a form and made once. */
import { LRUCache } from "lru-cache";
import type { Directory } from "../directory/directory.ts";
import { type Body, commonHeaders } from "./answer.ts";
import type { Validators } from "./validators.ts";

/** An answer made from a version of the data, of which the body is not written where the client has it already. */
export interface VersionAnswer {
  readonly directory: Directory;
  readonly headers: VersionHeaders;
  write(): Body | Promise<Body>;
}

export interface VersionHeaders {
  readonly validators: Validators;
  /** Those of a 200. A Headers object makes a Response in a third of the time that a record takes. */
  readonly full: Headers;
  /** Those of a 304: without what tells of a body (RFC 9110, section 15.4.5). */
  readonly unchanged: Headers;
}

/** Forms differ by format, language, indent, coding and the address asked for; clients decide about the last. */
const formsMax = 256;

const known = new WeakMap<Directory, LRUCache<string, VersionHeaders>>();

/** The headers of a form of a version; `make` is called where they are not known yet. */
export function versionHeadersOf(
  directory: Directory,
  form: string,
  make: () => { readonly validators: Validators; readonly headers: Readonly<Record<string, string>> },
): VersionHeaders {
  let forms = known.get(directory);
  if (forms === undefined) {
    forms = new LRUCache({ max: formsMax });
    known.set(directory, forms);
  }
  let found = forms.get(form);
  if (found === undefined) {
    const { validators, headers } = make();
    const full = new Headers({ ...commonHeaders, ...headers });
    const unchanged = new Headers(full);
    for (const name of ["Content-Type", "Content-Encoding", "Content-Disposition"]) unchanged.delete(name);
    found = { validators, full, unchanged };
    forms.set(form, found);
  }
  return found;
}
