/** Documents that are the same for every client. Each is rendered once, and compressed for the first that accepts gzip. */
import { lazy } from "../domain/lazy.ts";
import type { Answer } from "./answer.ts";
import { acceptsGzip, isNotModified } from "./contract/negotiation.ts";
import type { Bytes } from "./downloads.ts";
import type { FixedDocument, RequestContext } from "./request-context.ts";

interface DocumentSource {
  readonly name: string;
  /** The document is rendered again when its key changes. */
  readonly key: string;
  readonly render: () => string | Bytes;
  readonly contentType: string;
  readonly headers: Answer["headers"];
}

/** The document in the coding that the client accepts. */
export function documentAnswer(context: RequestContext, source: DocumentSource): Answer {
  const isGzip = acceptsGzip(context.headers.get("accept-encoding"));
  const { hash, content, gzipped } = findDocument(context.documents, source);
  const etag = `"${hash}${isGzip ? "-gzip" : ""}"`;
  const headers = { ...source.headers, Vary: "Accept-Encoding", ETag: etag };
  if (isNotModified(context.headers, etag)) return { status: 304, headers, body: null };
  const full = { "Content-Type": source.contentType, ...headers };
  if (!isGzip) return { status: 200, headers: full, body: content };
  return { status: 200, headers: { ...full, "Content-Encoding": "gzip" }, body: gzipped() };
}

function findDocument(documents: Map<string, FixedDocument>, { name, key, render }: DocumentSource): FixedDocument {
  const last = documents.get(name);
  if (last?.key === key) return last;
  const rendered = render();
  const content = typeof rendered === "string" ? new TextEncoder().encode(rendered) : rendered;
  const hash = Bun.hash.xxHash3(content).toString(36);
  const document = { key, hash, content, gzipped: lazy(() => Bun.gzipSync(content)) };
  documents.set(name, document);
  return document;
}
