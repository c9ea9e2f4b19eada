import { expect, test } from "bun:test";
import { createRouter } from "../contract/routes.ts";
import { describeRoute } from "./service.ts";

const findRoute = createRouter(null, new Set());

test.each<[path: string, name: string, renders: string[], parses: string[]]>([
  ["/teachers/7.json", "Teacher", ["application/json"], []],
  ["/teachers/7/", "Teacher", ["application/json", "text/html"], []],
  ["/teachers/match/", "Match names", ["application/json", "text/csv"], ["application/json", "text/plain"]],
  ["/livez", "Liveness", ["application/json"], []],
])("OPTIONS of %s describes %s", (path, name, renders, parses) => {
  const { status, body } = describeRoute(findRoute(path)!);
  expect(status).toBe(200);
  expect(JSON.parse(body as string)).toEqual({ name, description: expect.any(String), renders, parses });
});
