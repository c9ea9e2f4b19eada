import { expect, test } from "bun:test";
import { resources } from "../contract/resources.ts";
import { describeResource } from "./service-handlers.ts";

test("describeResource() names the resource and its media types once each", () => {
  const { status, body } = describeResource(resources.list);
  expect([status, Object.keys(JSON.parse(body as string))]).toEqual([
    200,
    ["name", "description", "renders", "parses"],
  ]);
  const { renders } = JSON.parse(body as string) as { renders: string[] };
  expect(renders).toEqual([...new Set(renders)]);
});
