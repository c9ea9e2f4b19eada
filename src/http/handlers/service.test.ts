import { expect, test } from "bun:test";
import { resources } from "../../contract/resources.ts";
import { describeResource } from "./service.ts";

test("describeResource() names the resource and its media types once each", () => {
  const { status, body } = describeResource(resources.list);
  const described = JSON.parse(body as string) as { renders: string[] };
  expect([status, Object.keys(described)]).toEqual([200, ["name", "description", "renders", "parses"]]);
  const { renders } = described;
  expect(renders).toEqual([...new Set(renders)]);
});
