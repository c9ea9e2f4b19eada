import { expect, test } from "bun:test";
import { bodyBytesMax, Problem } from "./contract/problem.ts";
import { createRequestBodies, type RequestBodies } from "./request-bodies.ts";

function requestOf(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

/** A body that has arrived in part. */
const unfinished = (): ReadableStream =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) });

async function read(
  bodies: RequestBodies,
  request: Request,
): Promise<number | [status: number, connection: string | undefined]> {
  try {
    return await bodies.use(request, async ({ length }) => length);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.status, error.headers.Connection];
  }
}

test("a body is read up to its limit", async () => {
  const bodies = createRequestBodies();
  expect(await read(bodies, requestOf("ї"))).toBe(2);
  expect(await read(bodies, new Request("http://localhost/", { method: "POST" }))).toBe(0);
  expect(await read(bodies, requestOf("x".repeat(bodyBytesMax)))).toBe(bodyBytesMax);
  expect(await read(bodies, requestOf("x".repeat(bodyBytesMax + 1)))).toEqual([413, undefined]);
});

test("a body in pieces is put together", async () => {
  const pieces = Array.from({ length: 20_000 }, (_, i) => String(i));
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const text = await createRequestBodies().use(requestOf(body), async (bytes) => new TextDecoder().decode(bytes));
  expect(text).toBe(pieces.join(""));
});

test("a body with a too large Content-Length is not read", async () => {
  for (const [length, connection] of [
    [bodyBytesMax + 1, undefined],
    [4 * bodyBytesMax + 1, "close"],
  ] as const) {
    const request = requestOf(unfinished(), { "Content-Length": String(length) });
    expect(await read(createRequestBodies(), request)).toEqual([413, connection]);
    expect(request.bodyUsed).toBe(false);
  }
});

test("an endless body is read no further than four times its limit", async () => {
  let pulled = 0;
  const piece = new Uint8Array(64 * 1024);
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(piece);
    },
  });
  expect(await read(createRequestBodies(), requestOf(endless))).toEqual([413, "close"]);
  expect(pulled).toBeLessThan(20);
});

test("a body that does not arrive in time is refused", async () => {
  expect(await read(createRequestBodies(1), requestOf(unfinished()))).toEqual([408, "close"]);
});

test("64 bodies are accepted at once, until they have been used", async () => {
  const bodies = createRequestBodies();
  const { promise, resolve } = Promise.withResolvers<number>();
  const used = bodies.use(requestOf("x"), () => promise);
  const arriving = Array.from({ length: 63 }, () => read(bodies, requestOf(unfinished())));
  expect(await read(bodies, requestOf("x"))).toEqual([503, "close"]);
  resolve(1);
  expect(await used).toBe(1);
  expect(await read(bodies, requestOf("x"))).toBe(1);
  bodies.end();
  expect(await Promise.all(arriving)).toEqual(Array(63).fill([503, "close"]));
});

test("end() refuses bodies that are arriving or come later, but not those in use", async () => {
  const bodies = createRequestBodies();
  const { promise, resolve } = Promise.withResolvers<number>();
  const used = bodies.use(requestOf("x"), () => promise);
  const arriving = read(bodies, requestOf(unfinished()));
  await Bun.sleep(0);
  bodies.end();
  expect(await arriving).toEqual([503, "close"]);
  expect(await read(bodies, requestOf("x"))).toEqual([503, "close"]);
  resolve(2);
  expect(await used).toBe(2);
});
