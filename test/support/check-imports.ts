/**
 * Checks the imports between files by dependency-cruiser, as a part of `npm run check`. It fails if too few files were
 * checked: dependency-cruiser reads TypeScript through the compiler API, and with a `typescript` without that API, such
 * as version 7, it sees no file and reports success. It also fails if two files of `src/` export the same name.
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

/** No two files export the same name. */
const exporters = new Map<string, string[]>();
for (const file of new Bun.Glob("src/**/*.{ts,tsx}").scanSync(root)) {
  if (/\.test\.|-testing\.|\.d\.ts$/.test(file)) continue;
  const text = await Bun.file(join(root, file)).text();
  for (const [, name] of text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm)) {
    exporters.set(name!, [...(exporters.get(name!) ?? []), file]);
  }
}
for (const [name, files] of exporters) {
  if (files.length === 1) continue;
  console.error(`${files.join(" and ")} both export ${name}`);
  process.exitCode = 1;
}
