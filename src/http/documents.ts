/**
 * Documents that are the same for every client. They are rendered once, and compressed when the first client accepts
 * gzip.
 */
import { acceptsGzip } from "../contract/negotiation.ts";
import { lazy } from "../domain/lazy.ts";
import { isNotModified, type PlainAnswer, plainAnswer } from "./answer.ts";
import type { Bytes } from "./downloads.ts";
import type { FixedDocument, RequestContext } from "./request-context.ts";

interface DocumentSource {
  readonly name: string;
  /** Identifies the content. The document is rendered again when its key changes. */
  readonly key: string;
  readonly render: () => string | Bytes;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The hash of the content. If given, the answer has an ETag, one per coding. */
  readonly hash?: string;
}

/** The document in the coding that the client accepts. */
export function documentAnswer(context: RequestContext, source: DocumentSource): PlainAnswer {
  const { contentType, headers, hash } = source;
  const isGzip = acceptsGzip(context.headers.get("accept-encoding"));
  const etag = hash === undefined ? null : `"${hash}${isGzip ? "-gzip" : ""}"`;
  const all = { ...headers, Vary: "Accept-Encoding", ...(etag !== null && { ETag: etag }) };
  if (etag !== null && isNotModified(context.headers, etag)) return plainAnswer(304, all);
  const { content, gzipped } = findDocument(context.documents, source);
  const full = { "Content-Type": contentType, ...all };
  return isGzip
    ? plainAnswer(200, { ...full, "Content-Encoding": "gzip" }, gzipped())
    : plainAnswer(200, full, content);
}

function findDocument(documents: Map<string, FixedDocument>, { name, key, render }: DocumentSource): FixedDocument {
  const last = documents.get(name);
  if (last?.key === key) return last;
  const rendered = render();
  const content = typeof rendered === "string" ? new TextEncoder().encode(rendered) : rendered;
  const document = { key, content, gzipped: lazy(() => Bun.gzipSync(content)) };
  documents.set(name, document);
  return document;
}
