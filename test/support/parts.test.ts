/** The line that a test run prints about a missing program. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { root } from "./program.ts";

/** Looks for curl with an empty PATH. */
function findNowhere(environment: Readonly<Record<string, string>>): { exitCode: number; printed: string } {
  const program = `import { findPart } from "${join(root, "test/support/parts.ts")}"; console.log(findPart("curl"));`;
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "-e", program], {
    env: { PATH: "/nowhere", ...environment },
  });
  return { exitCode, printed: `${stdout}${stderr}` };
}

test("a missing part is one line that says how to install it", () => {
  const printed = "null\nSKIPPED: curl is missing; to install it: apt-get install curl\n";
  expect(findNowhere({})).toEqual({ exitCode: 0, printed });
});

test("with CI=true a missing part is an error", () => {
  const { exitCode, printed } = findNowhere({ CI: "true" });
  expect(exitCode).toBe(1);
  expect(printed).toContain("curl is missing; to install it: apt-get install curl");
});
