/** The reference page: docs/api.md with the server's own URL. test/docs.test.ts runs the examples of the document. */
import { beforeAll, expect, test } from "bun:test";
import { parsePage } from "./support/page-views.ts";
import { shareServer } from "./support/shared.ts";

const server = shareServer();
let html: string;
beforeAll(async () => {
  html = await (await fetch(`${server.origin}/docs/`)).text();
});

test("every heading has an id, and every link of the page leads somewhere", async () => {
  const { elements } = parsePage(html);
  const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { name, attributes } of elements) if (/^h[123]$/.test(name)) expect(attributes.id).toMatch(/^[a-z-]+$/);
  const links = new Set(elements.flatMap(({ attributes }) => attributes.href ?? []));
  expect(links.size).toBeGreaterThan(25);
  for (const href of links) {
    if (href.startsWith("#")) expect(ids).toContain(href.slice(1));
    // Some examples show errors of parameters.
    else expect([200, 400, 404], href).toContain((await fetch(server.origin + href)).status);
  }
});

/** The examples: the command, what its link asks for, and a part of the answer. */
test.each([
  ["curl -s 'BASE/teachers/?limit=1'", "/teachers/?limit=1&format=json", '"previous":null'],
  [
    "--data-urlencode 'last_name=Шевченко' --data-urlencode 'degree=доцент'",
    "/teachers/?last_name=%D0%A8%D0%B5%D0%B2%D1%87%D0%B5%D0%BD%D0%BA%D0%BE&degree=%D0%B4%D0%BE%D1%86%D0%B5%D0%BD%D1%82&format=json",
    '"count":4,',
  ],
  ["curl -s BASE/readyz", "/readyz", '"ready"'],
])("the example with %s is a link", async (command, target, words) => {
  const block = html.split("\n").find((line) =>
    line
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(server.origin, "BASE")
      .includes(command),
  )!;
  const [, href] = /<a href="([^"]*)">/.exec(block.slice(block.indexOf("$ ")))!;
  const path = href!.replaceAll("&amp;", "&");
  expect(path).toBe(target);
  expect(await (await fetch(server.origin + path)).text()).toContain(words);
});
