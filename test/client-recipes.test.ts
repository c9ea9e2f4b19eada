/**
 * The recipes for generated clients in docs/api.md. In the long form, each generator makes a client of a server's
 * document; the clients compile strictly, and list, page, search, fetch one, match by POST and filter by three ids.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "./support/asking.ts";
import { clientPrograms, clients, spectral } from "./support/client-programs.ts";
import { isLong } from "./support/long.ts";
import { root, run } from "./support/program.ts";
import { shareServer } from "./support/shared.ts";
import { typeCheck } from "./support/type-check.ts";

const server = shareServer();

const [, recipes = ""] =
  /^## Generated clients\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, "docs/api.md"), "utf8")) ?? [];

test.each(clients)("docs/api.md has the recipe of %s, as these tests run it", (name) => {
  expect(recipes.split("\n").map((line) => line.replace(/ +#.*/, ""))).toContain(clientPrograms[name].recipe);
});

describe.if(isLong)("a generated client", () => {
  const made = join(server.folder, "clients");

  beforeAll(async () => {
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "package.json"), '{ "private": true, "type": "module" }');
    const packages = [...clients.flatMap((name) => clientPrograms[name].packages), spectral];
    await runIn(made, ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages]);
  });

  test.each(clients)("of %s is made by its recipe", async (name) => {
    const own = join(made, name);
    mkdirSync(own);
    symlinkSync(join(made, "node_modules"), join(own, "node_modules"));
    const { recipe, program } = clientPrograms[name];
    const [, ...command] = recipe.replaceAll("http://127.0.0.1:8000", server.origin).split(" ");
    // npx would look for the package in a registry.
    await runIn(own, [`node_modules/.bin/${command[0]!.replace(/^@hey-api\//, "")}`, ...command.slice(1)]);
    writeFileSync(join(own, "client.ts"), program.replaceAll("http://127.0.0.1:8000", server.origin));
  });

  // All clients are compiled at once, because most of the work of the compiler is to read the types of the platform.
  test("of each generator compiles strictly", async () => expect(await typeCheck(made)).toBe(""));

  test.each(clients)("of %s lists, pages, searches, fetches one, matches and filters", async (name) => {
    const { stdout, stderr, exitCode } = await run(["client.ts"], {
      folder: join(made, name),
      launcher: [process.execPath],
    });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(JSON.parse(stdout)).toEqual(await answersOf(server.origin));
  });

  test("is made of a document in which Spectral finds trailing slashes alone", async () => {
    writeFileSync(join(made, "ruleset.yaml"), 'extends: ["spectral:oas"]\n');
    const arguments_ = ["lint", `${server.origin}/openapi.json`, "--ruleset", "ruleset.yaml", "--format", "json"];
    const { stdout } = await run(arguments_, { folder: made, launcher: ["node_modules/.bin/spectral"] });
    // The path of the list has a trailing slash by the specification (section 4.1).
    const codes = (JSON.parse(stdout) as { readonly code: string }[]).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(["path-keys-no-trailing-slash"]));
  });
});

async function runIn(path: string, [program, ...args]: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await run(args, { folder: path, launcher: [program!] });
  if (exitCode !== 0) throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
}

/** What each client prints. */
async function answersOf(origin: string): Promise<unknown> {
  const read = async (path: string) => (await (await fetch(`${origin}/teachers/${path}`)).json()) as Page;
  const { count, results } = await read("?limit=1000");
  return {
    walked: results.map(({ id }) => id),
    count,
    page: results.slice(40, 45).map(({ id }) => id),
    search: (await read("?search=shevchenko")).results.map(({ id }) => id),
    name: results.find(({ id }) => id === 7)!.full_name,
    verdicts: ["one", "none"],
    three: [3, 7, 12],
  };
}
