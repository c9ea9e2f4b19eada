import { describe, expect, test } from "bun:test";
import { bytesOf, contentOf, type Rendering, sizeOf } from "./body.ts";

const shared = Buffer.alloc(3);
const renderingOf = (text: string): Rendering => ({
  render() {
    shared.write(text);
    return { shared: shared.subarray(0, text.length) };
  },
});
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("render()", () => {
  test("gives bytes that Bun copies into a response at once", async () => {
    const first = new Response(renderingOf("abc").render().shared);
    const second = new Response(renderingOf("de").render().shared);
    expect(await first.text()).toBe("abc");
    expect(await second.text()).toBe("de");
  });
});

describe("bytesOf()", () => {
  test("gives bytes that no later rendering overwrites", () => {
    const first = bytesOf(renderingOf("abc"));
    const second = bytesOf(renderingOf("de"));
    expect(text(first)).toBe("abc");
    expect(text(second)).toBe("de");
    expect(text(bytesOf("я"))).toBe("я");
  });
});

describe("sizeOf()", () => {
  test("is the length in bytes of every kind of body", () => {
    for (const body of ["яя", new Uint8Array(4), new Blob(["яя"]), { render: () => ({ shared: new Uint8Array(4) }) }]) {
      expect(sizeOf(contentOf(body))).toBe(4);
    }
  });
});
