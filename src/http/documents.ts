/** Documents that are the same for every client, rendered once, and compressed when a client first accepts gzip. */
import { acceptsGzip } from "../contract/negotiation.ts";
import { lazy } from "../domain/lazy.ts";
import { type Bytes, isNotModified, type PlainAnswer, plainAnswer } from "./answer.ts";

/** A document in both codings. */
interface FixedDocument {
  readonly content: Bytes;
  gzipped(): Bytes;
}

export interface DocumentCache {
  /** The cached document with this name if its key is the same, otherwise a new one. */
  find(name: string, key: string, render: () => string | Bytes): FixedDocument;
}

/** Creates the document cache of a server. It holds one document per name. */
export function createDocumentCache(): DocumentCache {
  const documents = new Map<string, { readonly key: string; readonly document: FixedDocument }>();
  return {
    find(name, key, render) {
      const last = documents.get(name);
      if (last?.key === key) return last.document;
      const document = createDocument(render());
      documents.set(name, { key, document });
      return document;
    },
  };
}

function createDocument(rendered: string | Bytes): FixedDocument {
  const content = typeof rendered === "string" ? new TextEncoder().encode(rendered) : rendered;
  return { content, gzipped: lazy(() => Bun.gzipSync(content)) };
}

interface DocumentHeaders {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The hash of the text. If given, the answer has an ETag, one per coding. */
  readonly hash?: string;
}

/** The document in the coding that the client accepts. */
export function documentAnswer(
  request: Pick<Request, "headers">,
  { content, gzipped }: FixedDocument,
  { contentType, headers, hash }: DocumentHeaders,
): PlainAnswer {
  const isGzip = acceptsGzip(request.headers.get("accept-encoding"));
  const etag = `"${hash}${isGzip ? "-gzip" : ""}"`;
  const all = { ...headers, Vary: "Accept-Encoding", ...(hash === undefined ? {} : { ETag: etag }) };
  if (hash !== undefined && isNotModified(request.headers, etag)) return plainAnswer(304, all);
  return plainAnswer(
    200,
    { "Content-Type": contentType, ...all, ...(isGzip ? { "Content-Encoding": "gzip" } : {}) },
    isGzip ? gzipped() : content,
  );
}
