/** Random bytes and bodies for requests. All text is Latin-1: one character per byte. */
import fc, { type Arbitrary } from "fast-check";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const byteFrom = (min: number, max: number): Arbitrary<string> =>
  fc.integer({ min, max }).map((byte) => String.fromCharCode(byte));

const visible = byteFrom(0x21, 0x7e);
const escaped = fc.nat({ max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
const known = fc.constantFrom(
  ...["/", "?", "&", "=", "+", "%", "%%", "..", "/../", "\\", "//", "#", ";", ",", '"', "*", "q=0", "7", "-1", "1e3"],
  ...["/teachers/", "/teachers", ".json", "/openapi.json", "/livez", "/readyz", "/docs/", "limit=", "offset=5"],
  ...["first_name=", "Limit=1", "degree__in=a", "full_name=", "ordering=-id", "format=csv", "lang=uk", "search=a"],
  ...["application/json", "text/html", "text/csv", "*/*", ";indent=2", "gzip", "W/", "__proto__", "null"],
  ...["Олена", "ʼ", "’", "\u0438\u0306", "😀", "\u202e", "\ufeff"].map(latin1),
  ...["Олена", "О'Н", "\u0000", "\n", "\u0085", "😀"].map((text) => encodeURIComponent(text)),
);
const joined = (pieces: Arbitrary<string>[]): Arbitrary<string> =>
  fc.array(fc.oneof(...pieces), { maxLength: 12 }).map((all) => all.join(""));
/** Bytes that Bun's parser accepts anywhere. */
export const tame = joined([visible, byteFrom(0x80, 0xff), escaped, known]);
/** Bytes of any kind. */
export const wild = joined([byteFrom(0, 0xff), visible, escaped, known]);

export type Header = readonly [name: string, value: string];

/** A body, and the headers that say how long it is. */
export interface FuzzBody {
  readonly headers: readonly Header[];
  readonly body: string;
  /** The fault in the stated length of the body; null if the next request starts where the headers say. */
  readonly framingFault: string | null;
}

const content = fc.oneof(
  wild,
  fc.nat({ max: 2000 }).map((length) => "x".repeat(length)),
);

function framed(headers: FuzzBody["headers"], body: string, framingFault: string | null = null): FuzzBody {
  return { headers, body, framingFault };
}

function withLength(body: string, ...more: FuzzBody["headers"]): FuzzBody {
  return framed([["Content-Length", String(body.length)], ...more], body);
}

function chunked(pieces: readonly string[]): FuzzBody {
  const chunks = pieces.filter((piece) => piece !== "").map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  return framed([["Transfer-Encoding", "chunked"]], `${chunks.join("")}0\r\n\r\n`);
}

const contents = fc.array(content, { maxLength: 3 });

/** Bodies with a clear length; usually none. */
export const goodBody: Arbitrary<FuzzBody> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(framed([], "")) },
  { weight: 1, arbitrary: content.map((body) => withLength(body)) },
  { weight: 1, arbitrary: content.map((body) => withLength(body, ["Expect", "100-continue"])) },
  { weight: 1, arbitrary: contents.map(chunked) },
);

const lengths = fc.constantFrom("x", "-1", "+5", "0x5", "5, 5", "5 5", "", "99999999999999999999", "1e1");
const codings = fc.constantFrom("gzip", "gzip, chunked", "chunked, chunked", "Chunked", "identity", "");

/** Bodies with a wrong length in the headers, or with an unusual form of it. */
export const badBody: Arbitrary<FuzzBody> = fc.oneof(
  fc.tuple(lengths, wild).map(([length, body]) => framed([["Content-Length", length]], body, "a malformed length")),
  content.map((body) => framed([...withLength(body).headers, ["Content-Length", "3"]], body, "two lengths")),
  content.map((body) => framed(withLength(body).headers, `${body}xyz`, "a body that is too long")),
  content.map((body) => framed(withLength(`${body}xyz`).headers, body, "a body that is too short")),
  contents.map((pieces) =>
    framed([["Content-Length", "3"], ...chunked(pieces).headers], chunked(pieces).body, "a length and chunks"),
  ),
  codings.map((coding) => framed([["Transfer-Encoding", coding]], "0\r\n\r\n", "another transfer coding")),
  wild.map((body) => framed([["Transfer-Encoding", "chunked"]], body, "malformed chunks")),
);
