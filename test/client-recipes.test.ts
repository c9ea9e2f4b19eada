/**
 * The recipes for generated clients in docs/api.md. In the long form, each generator makes a client of a server's
 * document; the clients compile strictly, and list, page, search, fetch one, match by POST and filter by three ids.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "./support/asking.ts";
import { isLong } from "./support/long.ts";
import { root, run } from "./support/program.ts";
import { shareServer } from "./support/shared.ts";

const server = shareServer();
const documented = "http://127.0.0.1:8000";

/** For each generator: its packages, the arguments of its recipe, and `list`, `fetchOne` and `match` by its client. */
const clients: Readonly<Record<string, readonly [packages: string, recipe: string, functions: string]>> = {
  "openapi-typescript": [
    "openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3",
    `openapi-typescript ${documented}/openapi.json -o teachers.ts`,
    `import createClient from "openapi-fetch";
import type { paths } from "./teachers.ts";
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: "${documented}" });
const list = async (query: paths["/teachers/"]["get"]["parameters"]["query"]) =>
  (await client.GET("/teachers/", { params: { query } })).data!;
const fetchOne = async (id: number) => (await client.GET("/teachers/{id}/", { params: { path: { id } } })).data!;
const match = async (names: string[]) => (await client.POST("/teachers/match/", { body: { names } })).data!;`,
  ],
  "hey-api": [
    "@hey-api/openapi-ts@0.95.0",
    `@hey-api/openapi-ts -i ${documented}/openapi.json -o teachers`,
    `import { getTeacher, type ListTeachersData, listTeachers, matchManyNames } from "./teachers/index.ts";
const list = async (query: ListTeachersData["query"]) => jsonOf((await listTeachers({ query })).data);
const fetchOne = async (id: number) => jsonOf((await getTeacher({ path: { id } })).data);
const match = async (names: string[]) => jsonOf((await matchManyNames({ body: { names } })).data);`,
  ],
  orval: [
    "orval@8.22.0 axios@1.21.1",
    `orval --input ${documented}/openapi.json --output teachers.ts`,
    `import axios from "axios";
import { getTeacher, type ListTeachersParams, listTeachers, matchManyNames } from "./teachers.ts";
axios.defaults.baseURL = "${documented}";
const list = async (query: ListTeachersParams) => jsonOf((await listTeachers(query)).data);
const fetchOne = async (id: number) => jsonOf((await getTeacher(id)).data);
const match = async (names: string[]) => jsonOf((await matchManyNames({ names })).data);`,
  ],
  "swagger-typescript-api": [
    "swagger-typescript-api@13.13.0",
    `swagger-typescript-api generate -p ${documented}/openapi.json -o .`,
    `import { Api } from "./Api.ts";
const { teachers } = new Api({ baseUrl: "${documented}" });
const list = async (query: Parameters<typeof teachers.listTeachers>[0]) =>
  (await teachers.listTeachers(query, { format: "json" })).data;
const fetchOne = async (id: number) => (await teachers.getTeacher(id, { format: "json" })).data;
const match = async (names: string[]) => (await teachers.matchManyNames({ names })).data;`,
  ],
  oazapfts: [
    "oazapfts@7.5.0 @oazapfts/runtime@1.2.0",
    `oazapfts ${documented}/openapi.json teachers.ts`,
    `import { getTeacher, listTeachers, matchManyNames } from "./teachers.ts";
const okOf = <T extends { status: number }>(answer: T) => {
  if (answer.status !== 200) throw new Error(String(answer.status));
  return answer as Extract<T, { status: 200 }>;
};
const list = async (query: Parameters<typeof listTeachers>[0]) => jsonOf(okOf(await listTeachers(query)).data);
const fetchOne = async (id: number) => jsonOf(okOf(await getTeacher(id)).data);
const match = async (names: string[]) => jsonOf(okOf(await matchManyNames({ names })).data);`,
  ],
};

/** What each program does with its client. */
const program = `
function jsonOf<T>(data: T): Exclude<T, string | undefined> {
  if (typeof data !== "object") throw new Error(String(data));
  return data as Exclude<T, string | undefined>;
}
const idsOf = ({ results }: { readonly results: readonly { readonly id: number }[] }) => results.map(({ id }) => id);

const walked: number[] = [];
let next: string | null = "${documented}/?offset=0";
while (next !== null) {
  const page: Awaited<ReturnType<typeof list>> = await list({ limit: 300, offset: Number(new URL(next).searchParams.get("offset")) });
  walked.push(...idsOf(page));
  next = page.next;
}
const answers = {
  walked,
  page: idsOf(await list({ limit: 5, offset: 40 })),
  search: idsOf(await list({ search: "shevchenko" })),
  name: (await fetchOne(7)).full_name,
  verdicts: (await match(["ас. Коваленко О. В.", "Ніхто"])).results.map(({ verdict }) => verdict),
  three: idsOf(await list({ id: [3, 7, 12] })),
};
console.log(JSON.stringify(answers));
`;

const [, recipes = ""] =
  /^## Generated clients\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, "docs/api.md"), "utf8")) ?? [];

test.each(Object.entries(clients))("docs/api.md has the recipe of %s, as these tests run it", (_, [, recipe]) => {
  expect(recipes.split("\n").map((line) => line.replace(/ +#.*/, ""))).toContain(`npx ${recipe}`);
});

describe.if(isLong)("a generated client", () => {
  const made = join(server.folder, "clients");

  beforeAll(async () => {
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "package.json"), '{ "private": true, "type": "module" }');
    const packages = Object.values(clients).flatMap(([packages]) => packages.split(" "));
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
    await runIn(made, "npm", "install", ...flags, ...packages);
  });

  test.each(Object.entries(clients))("of %s is made by its recipe", async (name, [, recipe, functions]) => {
    const own = join(made, name);
    mkdirSync(own);
    symlinkSync(join(made, "node_modules"), join(own, "node_modules"));
    const [command, ...args] = recipe.replaceAll(documented, server.origin).split(" ");
    // npx would look for the package in a registry.
    await runIn(own, `node_modules/.bin/${command!.replace(/^@hey-api\//, "")}`, ...args);
    writeFileSync(join(own, "client.ts"), (functions + program).replaceAll(documented, server.origin));
  });

  // All clients are compiled at once, because most of the work of the compiler is to read the types of the platform.
  test("of each generator compiles strictly", async () => {
    const compilerOptions = {
      ...{ target: "ESNext", module: "Preserve", lib: ["ESNext", "DOM", "DOM.Iterable"], types: [] },
      // The declarations of TypeScript's own libraries are not checked, because that takes a third of the time.
      ...{ noEmit: true, strict: true, allowImportingTsExtensions: true, skipDefaultLibCheck: true },
    };
    writeFileSync(join(made, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*/*.ts"] }));
    await runIn(made, process.execPath, join(root, "node_modules/typescript-7/bin/tsc"), "-p", ".");
  });

  test.each(Object.keys(clients))("of %s lists, pages, searches, fetches one, matches and filters", async (name) => {
    const read = async (path: string) => (await (await fetch(`${server.origin}/teachers/${path}`)).json()) as Page;
    const { results } = await read("?limit=1000");
    const ids = results.map(({ id }) => id);
    expect(JSON.parse(await runIn(join(made, name), process.execPath, "client.ts"))).toEqual({
      walked: ids,
      page: ids.slice(40, 45),
      search: (await read("?search=shevchenko")).results.map(({ id }) => id),
      name: results.find(({ id }) => id === 7)!.full_name,
      verdicts: ["one", "none"],
      three: [3, 7, 12],
    });
  });
});

async function runIn(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args, { folder, launcher: [program] });
  if (exitCode !== 0) throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}
