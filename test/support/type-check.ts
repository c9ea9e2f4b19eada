/** Type-checks the TypeScript files of a folder and of its folders with the compiler of this checkout. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

const compilerOptions = {
  target: "ESNext",
  module: "Preserve",
  lib: ["ESNext", "DOM", "DOM.Iterable"],
  types: [],
  noEmit: true,
  strict: true,
  allowImportingTsExtensions: true,
  // The declarations of TypeScript's own libraries are not checked, because that takes a third of the time. Generated
  // declarations are checked.
  skipDefaultLibCheck: true,
};

/** Returns the messages of the compiler with `strict`; empty if there are none. */
export async function typeCheck(folder: string): Promise<string> {
  const config = { compilerOptions, include: ["*.ts", "*/*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = Bun.spawn([process.execPath, join(root, "node_modules/typescript-7/bin/tsc"), "-p", "."], {
    cwd: folder,
    stdout: "pipe",
  });
  const report = await new Response(compiler.stdout).text();
  const exitCode = await compiler.exited;
  return report === "" && exitCode !== 0 ? `The compiler ended with ${exitCode}` : report;
}
