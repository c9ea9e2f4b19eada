/** The ids of requests, by which a client, a proxy and our logs speak of the same request. */

/** What others commonly send: UUIDs, hexadecimal numbers, base64, and ids with a prefix. */
const wellFormed = /^[\w.:@/+=-]{1,128}$/;

/** The id that came with the request if it is well-formed, otherwise a new one. */
export function chooseRequestId(sent: string | null): string {
  return sent !== null && wellFormed.test(sent) ? sent : crypto.randomUUID();
}
