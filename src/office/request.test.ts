import { afterAll, beforeAll, expect, jest, test } from "bun:test";
import { readForm, readUploadForm } from "./request.ts";
import type { OfficeError } from "./texts.ts";

const bytesMax = 256 * 1024;
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

/** Why a form is refused after the ten seconds in which it must arrive. */
async function faultOf(request: Request): Promise<string> {
  const read = readForm(request, null).then(() => "none", refusal);
  for (let second = 0; second < 10; second++) {
    await new Promise(setImmediate);
    jest.advanceTimersByTime(1000);
  }
  return read;
}

beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

test("reads the fields of a form", async () => {
  const form = await readForm(post("name=%D0%A8&sure=a&sure=b"), null);
  expect([form.get("name"), form.getAll("sure"), form.get("other")]).toEqual(["Ш", ["a", "b"], null]);
});

test.each([
  ["a body that fits", post(stream(bytesMax)), "none"],
  ["a body that is too large", post(stream(bytesMax + 1)), "forbidden"],
  ["a body that never ends", post(stream(3000, true)), "tooSlow"],
  [
    "another content type",
    new Request("http://localhost/", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }),
    "forbidden",
  ],
])("%s", async (_, request, fault) => {
  expect(await faultOf(request)).toBe(fault);
});

const token = "t0ken";
const sender = { token, ended: new AbortController() };
const refusal = (error: unknown) => (error as OfficeError).text;

test.each([
  ["token=t0ken&a=b", "none"],
  ["token=t0ken", "none"],
  ["token=t0kena&a=b", "forbidden"],
  ["a=b&token=t0ken", "none"],
  ["", "forbidden"],
  ["a&".repeat(150_000), "forbidden"],
])("a form must have its token: %p", async (body, fault) => {
  expect(await readForm(post(body), sender).then(() => "none", refusal)).toBe(fault);
});

const part = (fields: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${fields}\r\n\r\n${content}\r\n`;
const tokenPart = part('name="token"', token);
const filePart = part('name="file"; filename="список.csv"', "1\r\n--2");

test.each([
  ["the token and a file", `${tokenPart}${filePart}--b--\r\n`, "список.csv: 1\r\n--2"],
  ["no chosen file", `${tokenPart}${part('name="file"; filename=""', "")}--b--`, "undefined: "],
  ["another token", `${part('name="token"', "other")}${filePart}--b--`, "forbidden"],
  ["no token", `${filePart}--b--`, "forbidden"],
  ["the file first", `${filePart}${tokenPart}--b--`, "forbidden"],
  ["no end", `${tokenPart}${filePart}`, "forbidden"],
  ["a text for the file", `${tokenPart}${part('name="file"', "1")}--b--`, "forbidden"],
  ["many small parts", "--b\r\n\r\n\r\n".repeat(9000), "forbidden"],
  ["a head without an end", `--b\r\n${"a".repeat(90_000)}`, "forbidden"],
])("an upload with %s", async (_, body, result) => {
  const headers = { "Content-Type": "multipart/form-data; boundary=b" };
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  const read = readUploadForm(request, sender).then(async (file) => `${file.name}: ${await file.text()}`, refusal);
  expect(await read).toBe(result);
});

test("a form of another kind is no upload, and an upload no other form", async () => {
  const upload = new Request("http://localhost/", { method: "POST", body: new FormData() });
  expect(await readForm(upload, sender).catch(refusal)).toBe("forbidden");
  expect(await readUploadForm(post("token=t0ken"), sender).catch(refusal)).toBe("forbidden");
});
