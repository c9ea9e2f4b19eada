/** Fixed documents: contents that are the same for every client, compressed once, when a client first accepts gzip. */
import { acceptsGzip } from "../contract/negotiation.ts";
import { type Answer, isNotModified } from "./answer.ts";

export interface FixedDocument {
  readonly content: string | Uint8Array<ArrayBuffer>;
  gzipped(): Uint8Array<ArrayBuffer>;
}

export function createFixedDocument(content: FixedDocument["content"]): FixedDocument {
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  return {
    content,
    gzipped() {
      bytes ??= Bun.gzipSync(content);
      return bytes;
    },
  };
}

interface FixedAnswer {
  readonly contentType: string;
  readonly document: FixedDocument;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the text. With it the answer has an ETag, one per coding. */
  readonly hash?: string;
}

/** The document in the coding that the client accepts. */
export function answerFixed(request: Request, { contentType, document, headers, hash }: FixedAnswer): Answer {
  const isGzip = acceptsGzip(request.headers.get("accept-encoding"));
  const etag = `"${hash}${isGzip ? "-gzip" : ""}"`;
  const all = { ...headers, Vary: "Accept-Encoding", ...(hash === undefined ? {} : { ETag: etag }) };
  if (hash !== undefined && isNotModified(request.headers, etag)) return { status: 304, headers: all, body: null };
  return {
    status: 200,
    headers: { "Content-Type": contentType, ...all, ...(isGzip ? { "Content-Encoding": "gzip" } : {}) },
    body: isGzip ? document.gzipped() : document.content,
  };
}
