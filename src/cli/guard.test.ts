import { expect, test } from "bun:test";
import type { Breach } from "../domain/change-guard.ts";
import { renderAllowance, renderBreaches } from "./guard.ts";

test.each<[Breach[], string, string]>([
  [
    [{ kind: "removed", count: 31, of: 200, limit: "removed" }],
    "It would remove 31 of 200 teachers (16%).",
    "--allow-removed 16%",
  ],
  [
    [{ kind: "emptied", count: 1, of: 1, limit: "removed" }],
    "It would empty the directory: 1 of 1 teachers (100%) would be removed.",
    "--allow-removed 100%",
  ],
  [
    [
      { kind: "renamed", count: 1500, of: 10_000, limit: "renamed" },
      { kind: "moved", count: 3001, of: 10_000, limit: "renamed" },
    ],
    "It would assign the ids of 1,500 of 10,000 teachers (15%) to other names. It would change the ids of 3,001 of 10,000 teachers (31%).",
    "--allow-renamed 31%",
  ],
])("renderBreaches() and renderAllowance() of %j", (breaches, words, flags) => {
  expect([renderBreaches(breaches), renderAllowance(breaches)]).toEqual([words, flags]);
});
