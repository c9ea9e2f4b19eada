/**
 * Checks the imports between files by dependency-cruiser, as a part of `npm run check`. It fails where few files were cruised:
 * dependency-cruiser reads TypeScript through the compiler API, and with a `typescript` without that API, such as version 7, it
 * sees no file and reports success.
 */
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const modulesMin = 200;

const cruise = Bun.spawn(
  [join(root, "node_modules/.bin/depcruise"), "--config", ".dependency-cruiser.cjs", "src", "test", "bench"],
  { cwd: root, stdout: "pipe", stderr: "inherit" },
);
const report = await new Response(cruise.stdout).text();
process.stdout.write(report);
process.exitCode = await cruise.exited;

const modules = Number(/\((\d+) modules/.exec(report)?.[1] ?? 0);
if (modules < modulesMin) {
  console.error(`dependency-cruiser saw ${modules} modules; expected at least ${modulesMin}`);
  process.exitCode = 1;
}
