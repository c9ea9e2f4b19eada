/** The import rules of the project, checked by `npm run check`. docs/architecture.md explains the folders. */

/** For each folder of src/, the other folders whose files its files may import. */
const stages = {
  domain: [],
  workbook: ["domain"],
  read: ["domain"],
  store: ["domain"],
  directory: ["domain"],
  pages: ["domain"],
  http: ["domain", "directory", "pages", "workbook"],
  server: ["domain", "store", "directory", "pages", "http"],
  publish: ["domain", "read", "store", "workbook"],
};
const allowedImports = {
  ...stages,
  office: Object.keys(stages),
  cli: [...Object.keys(stages), "office"],
};

/** For each library, the folders of src/ that may import it. */
const libraryOwners = {
  "bun:sqlite": "store",
  commander: "cli",
  hucre: "(?:read|workbook)",
  preact: "pages|office",
  "preact-render-to-string": "pages|office",
  "prom-client": "server",
  saxen: "read",
};

/** Unit tests and what only they use; they may import more than the code that they test. */
const unitTests = "\\.test\\.tsx?$|-testing\\.ts$";

const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const folderRules = Object.entries(allowedImports).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: unitTests },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...allowed].join("|")})/` },
}));

const libraryRules = Object.entries(libraryOwners).map(([library, owners]) => ({
  name: `${library}-imports`,
  severity: "error",
  from: { path: "^src/", pathNot: [`^src/(${owners})/`, unitTests] },
  to: { path: `^(node_modules/)?${escapePattern(library)}(/|$)` },
}));

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^bun(:|$)" } },
    {
      name: "no-unused-files",
      severity: "error",
      from: { orphan: true, pathNot: "\\.d\\.ts$|^src/main\\.ts$|^bench/|^test/" },
      to: {},
    },
    {
      name: "no-tests-in-product",
      comment: "The product imports neither tests nor benchmarks.",
      severity: "error",
      from: { path: "^src/", pathNot: unitTests },
      to: { path: `^(test|bench)/|${unitTests}` },
    },
    {
      name: "no-bench-in-tests",
      comment: "Tests and benchmarks share what is in test/support/.",
      severity: "error",
      from: { path: "^(src|test)/" },
      to: { path: "^bench/" },
    },
    {
      name: "main-is-last",
      severity: "error",
      from: { pathNot: "^src/main\\.ts$" },
      to: { path: "^src/main\\.ts$" },
    },
    ...folderRules,
    ...libraryRules,
  ],
  options: {
    // These programs have a package.json of their own, which is installed when they are measured.
    exclude: { path: "^bench/(autocannon|peers/fastify)/.*\\.js$" },
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
