import { expect, test } from "bun:test";
import { fieldsOf, readForm, textOf } from "./form.ts";
import type { OfficeError } from "./request.ts";

const contentType = { "Content-Type": "application/x-www-form-urlencoded" };

function post(body: BodyInit): Request {
  return new Request("http://localhost/", { method: "POST", body, headers: contentType });
}

/** A body of this many bytes in pieces; without an end, if `isEndless`. */
function stream(bytes: number, isEndless = false): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left > 0) controller.enqueue(new Uint8Array(Math.min(left, 1000)).fill(97));
      else if (!isEndless) controller.close();
      else return new Promise(() => {});
      left -= 1000;
      return undefined;
    },
  });
}

const faultOf = (request: Request, bytes = 5000): Promise<string> =>
  readForm(request, { bytes, ms: 50, isUpload: true }).then(
    () => "none",
    (error) => (error as OfficeError).text,
  );

test("reads the fields of a form", async () => {
  const form = await readForm(post("name=%D0%A8&sure=a&sure=b"), { bytes: 100, ms: 10_000, isUpload: false });
  expect([textOf(form, "name"), fieldsOf(form, "sure"), textOf(form, "other")]).toEqual(["Ш", ["a", "b"], ""]);
});

test.each([
  ["a body that fits", post(stream(5000)), "none"],
  ["a body that is too large", post(stream(5001)), "tooLarge"],
  ["a body that is far too large", post(stream(1_000_000)), "tooLarge"],
  ["a body that never ends", post(stream(3000, true)), "tooSlow"],
  ["a large body that never ends", post(stream(8000, true)), "tooSlow"],
  [
    "another content type",
    new Request("http://localhost/", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }),
    "malformed",
  ],
])("%s", async (_, request, fault) => {
  expect(await faultOf(request)).toBe(fault);
});

test("a body that is far too large is not read to its end", async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  expect(await faultOf(post(endless))).toBe("tooLarge");
  expect(pulled).toBeLessThan(50);
});

test("a form without a file is not refused as a large file", async () => {
  const faultOfForm = (body: string): Promise<unknown> =>
    readForm(post(body), { bytes: 10, ms: 10_000, isUpload: false }).catch((error) => (error as OfficeError).text);
  expect(await faultOfForm("a".repeat(11))).toBe("badForm");
});
