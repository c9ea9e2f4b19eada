/** Checks the arrows of the house: which folder may import which, and that no imports go in a circle. */
import { dirname, join, normalize } from "node:path";

/** What the files of a place may import within src; places are folders, or files of src itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "teacher.ts": [],
  "names.ts": [],
  "publication.ts": [],
  "log.ts": [],
  "release.ts": [],
  "csv-field.ts": [],
  "sound.ts": ["names.ts"],
  "roster.ts": ["teacher.ts"],
  "generate/": ["teacher.ts"],
  "import/": ["teacher.ts", "names.ts", "roster.ts", "csv-field.ts"],
  "store/": ["teacher.ts", "roster.ts", "publication.ts", "import/"],
  "directory/": ["teacher.ts", "names.ts", "sound.ts", "roster.ts", "publication.ts"],
  "http/": ["teacher.ts", "names.ts", "publication.ts", "release.ts", "csv-field.ts", "directory/"],
};

/** What lies outside of src and may be imported from anywhere. */
const outside = ["package.json", "public/"];

const root = join(import.meta.dir, "..", "src");
const faults: string[] = [];
const imports = new Map<string, string[]>();

for (const file of new Bun.Glob("**/*.{ts,tsx}").scanSync(root)) {
  if (/\.test\.tsx?$/.test(file)) continue;
  const text = await Bun.file(join(root, file)).text();
  imports.set(
    file,
    findImports(text).map((path) => normalize(join(dirname(file), path))),
  );
}

for (const [file, targets] of imports) {
  const from = placeOf(file);
  for (const target of targets) {
    const to = placeOf(target);
    // What is not in the table ties the stages together and may import anything; nothing but its like imports it.
    if (from === to || !(from in allowed) || outside.includes(placeOf(target.slice(3)))) continue;
    if (!allowed[from]!.includes(to)) faults.push(`src/${file} must not import src/${target}`);
  }
}

const settled = new Set<string>();
for (const file of imports.keys()) findCircles(file, []);

for (const fault of faults) console.error(fault);
console.log(
  `${imports.size} files, ${faults.length === 0 ? "all arrows as they should be" : `${faults.length} faults`}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The relative paths that a file imports, types and what is imported only when needed among them. */
function findImports(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gms);
  return [...statements].map(([, fixed, late]) => (fixed ?? late)!);
}

function placeOf(file: string): string {
  const slash = file.indexOf("/");
  return slash === -1 ? file : file.slice(0, slash + 1);
}

function findCircles(file: string, path: readonly string[]): void {
  if (path.includes(file)) {
    faults.push(`Imports go in a circle: ${[...path.slice(path.indexOf(file)), file].join(" -> ")}`);
    return;
  }
  if (settled.has(file)) return;
  for (const target of imports.get(file) ?? []) findCircles(target, [...path, file]);
  settled.add(file);
}
