/** Captures a response of the service, which the peers with ready bytes send. */
import { type Case, pathOf, type Service } from "../support/service.ts";

interface Capture {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** The response in a case: the one of median length among up to a hundred. */
export async function capture({ origin }: Service, { queries }: Case): Promise<Capture> {
  const step = Math.max(1, Math.floor(queries.length / 100));
  const captures: Capture[] = [];
  for (let i = 0; i < queries.length; i += step) {
    // Like wrk, without compression.
    const response = await fetch(origin + pathOf(queries[i]!), { headers: { "Accept-Encoding": "identity" } });
    captures.push({ body: await response.bytes(), headers: response.headers });
  }
  captures.sort((a, b) => a.body.length - b.body.length);
  return captures[captures.length >> 1]!;
}
