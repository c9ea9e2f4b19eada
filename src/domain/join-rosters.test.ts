import { expect, test } from "bun:test";
import fc from "fast-check";
import { joinRosters } from "./join-rosters.ts";
import { rosterOf } from "./roster-testing.ts";

test("joinRosters() gives the roster of all teachers, also of those that both have", () => {
  const names = fc.array(fc.constantFrom("", "А", "Б", "Яр"), { maxLength: 12 });
  fc.assert(
    fc.property(names, fc.nat(12), fc.nat(12), (lastNames, a, b) => {
      const teachers = lastNames.map((last_name, i) => ({ id: 2 * i + 1, last_name, degree: `${i % 3}` }));
      const lower = teachers.slice(0, Math.max(a, b));
      const upper = teachers.slice(Math.min(a, b));
      expect(joinRosters(rosterOf(lower), rosterOf(upper))).toEqual(rosterOf(teachers));
    }),
  );
});
