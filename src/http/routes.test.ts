import { describe, expect, test } from "bun:test";
import { describeResource, findRoute } from "./routes.ts";

describe("findRoute()", () => {
  test.each<[path: string, name: string | null, params: Record<string, string | undefined>, isSlashless: boolean]>([
    ["/", "/", {}, false],
    ["/teachers/", "/teachers/", {}, false],
    ["/teachers", "/teachers/", {}, true],
    ["/teachers.json", "/teachers/", { suffix: ".json" }, false],
    ["/teachers.json/", "/teachers/", { suffix: ".json" }, false],
    ["/teachers/7/", "/teachers/{id}/", { id: "7" }, false],
    ["/teachers/7", "/teachers/{id}/", {}, true],
    ["/teachers/7.json", "/teachers/{id}/", { id: "7", suffix: ".json" }, false],
    ["/openapi.json", "/openapi.json", {}, false],
    ["/docs/", "/docs/", {}, false],
    ["/docs", "/docs/", {}, true],
    ["/livez", "/livez", {}, false],
    ["/readyz", "/readyz", {}, false],
    ["/robots.txt", "/robots.txt", {}, false],
    ["/livez/", null, {}, false],
    ["/Teachers/", null, {}, false],
    ["/nowhere", null, {}, false],
    ["", null, {}, false],
  ])("of %j is %p", (path, resource, params, isSlashless) => {
    const route = findRoute(path);
    expect(route === null ? null : route.resource.path).toBe(resource as never);
    expect({ ...route?.params }).toEqual(params);
    expect(route?.isSlashless ?? false).toBe(isSlashless);
  });
});

test("describeResource() names the resource and its media types once each", () => {
  const { status, body } = describeResource(findRoute("/teachers/")!.resource);
  expect([status, Object.keys(JSON.parse(body as string))]).toEqual([
    200,
    ["name", "description", "renders", "parses"],
  ]);
  const { renders } = JSON.parse(body as string) as { renders: string[] };
  expect(renders).toEqual([...new Set(renders)]);
});
