import { expect, test } from "bun:test";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { makeFile, open, publish } from "../../store/engines-testing.ts";
import type { OfficeRequest } from "../request.ts";
import { searchPeople } from "./erase.tsx";

test("a search by an earlier name finds the newest one, which is to be typed, and all versions", async () => {
  using file = makeFile();
  await using store = await open(file.url);
  for (const last_name of ["Коваль", "Шевченко"]) await publish(store, [storedTeacher({ id: 7, last_name })]);
  const session = { ended: new AbortController(), user: "anna", token: "" };
  const form = new URLSearchParams({ name: "коваль" });
  const request = { store, session, form, id: "", lang: "uk", query: new URLSearchParams(), options: {} } as unknown;
  const html = await (await searchPeople(request as OfficeRequest)).text();
  expect(html).toContain("To confirm, type: Шевченко");
  expect(html).toContain("versions 1 and later");
});
