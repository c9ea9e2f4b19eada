/** The body of an answer. */

/** Bytes in memory that the next rendering overwrites. They are not a {@link Body}, so an answer that waits can't hold them. */
export interface SharedBytes {
  readonly shared: Uint8Array<ArrayBuffer>;
}

/** A large body, piece by piece. A shared piece is copied or used before the next one is made. */
export type Pieces<Bytes = Uint8Array | SharedBytes> = Generator<Bytes, void>;

/** A body that is rendered when it is needed, and then used or copied at once. */
export interface Rendering {
  render(): SharedBytes;
}

/** A body with a known length. Text is sent as UTF-8. */
export type WholeBody = string | Uint8Array<ArrayBuffer> | Rendering;

/** A function starts a streamed body; it is not called for HEAD. */
export type Body = WholeBody | (() => Pieces);

/** What a Response is made of. It copies bytes, but not those of a Blob. */
export type BodyContent = string | Uint8Array<ArrayBuffer> | Blob;

/** The content of a body, to be used at once: the next rendering may overwrite it. */
export function contentOf(body: WholeBody | Blob): BodyContent {
  return typeof body === "string" || body instanceof Uint8Array || body instanceof Blob ? body : body.render().shared;
}

/** The length of the content in bytes. */
export function sizeOf(content: BodyContent): number {
  return content instanceof Blob ? content.size : Buffer.byteLength(content);
}

/** The bytes of a body in memory of their own. */
export function bytesOf(body: WholeBody): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  return body instanceof Uint8Array ? body : copyShared(body.render());
}

/** Copies the bytes. `slice()` would not: of a Buffer it returns a view. */
export function copyShared({ shared }: SharedBytes): Uint8Array<ArrayBuffer> {
  return new Uint8Array(shared);
}
