/** The recipes for generated clients in docs/api.md; in the long form, their commands and code run as they stand there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "./support/long.ts";
import { makeFolder, root, run, type Server } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";
import { typeCheck } from "./support/type-check.ts";

const generators = ["openapi-typescript", "hey-api", "orval"] as const;

const folder = makeFolder();
let server: Server;
const document = readFileSync(join(root, "docs/api.md"), "utf8");

beforeAll(async () => {
  server = await startSampleServer([], { folder: folder.path });
});

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

/** The generators that `npm ci` installs. Orval needs a newer Node than the project, so its recipe installs it. */
const installed: readonly string[] = generators.filter((generator) => generator !== "orval");

test.each(installed)("the recipe for %s installs the versions that these tests use", (generator) => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const packages = commandsOf(generator).flatMap((line) => /^npm install (?:--save-dev )?(.+)$/.exec(line)?.[1] ?? []);
  expect(packages.length).toBeGreaterThan(0);
  for (const [, name, version] of packages.map((text) => /^(.+)@(.+)$/.exec(text)!)) {
    expect([name, devDependencies[name!]]).toEqual([name, version]);
  }
});

describe.if(isLong)("the client", () => {
  const clients = join(folder.path, "clients");
  const folderOf = (generator: string): string => join(clients, generator);

  test.each(generators)("of %s is generated", async (generator) => {
    const path = folderOf(generator);
    mkdirSync(path, { recursive: true });
    const isInstalled = installed.includes(generator);
    if (isInstalled) symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
    for (const file of blocksOf(generator)) {
      const name = /^\/\/ (\S+)\n/.exec(file)?.[1];
      if (name !== undefined) writeFileSync(join(path, name), file);
    }
    // Nothing else is downloaded: npm has no network here and no cache.
    const offline = { HOME: path, npm_config_offline: "true", npm_config_cache: join(path, "cache") };
    const environment = isInstalled ? offline : {};
    for (const command of commandsOf(generator)) {
      if (isInstalled && command.startsWith("npm install ")) continue;
      const { exitCode, stdout, stderr } = await run([command], { folder: path, environment, launcher: ["sh", "-c"] });
      expect({ command, exitCode, output: exitCode === 0 ? "" : stdout + stderr }).toEqual({
        command,
        exitCode: 0,
        output: "",
      });
    }
  });

  // All clients are compiled at once, because most of the work of the compiler is to read the types of the platform.
  test("of each generator compiles", async () => {
    expect(await typeCheck(clients)).toBe("");
  });

  test.each(generators)("of %s lists all teachers, reads one and sees a problem", async (generator) => {
    const options = { folder: folderOf(generator), launcher: [process.execPath] };
    const { exitCode, stdout, stderr } = await run(["client.ts"], options);
    const { results } = (await (await fetch(`${server.origin}/teachers/?limit=1000`)).json()) as TeacherPage;
    const [, id] = /\[(\d+), /.exec(blocksOf(generator).at(-1)!)!;
    const teacher = results.find((result) => result.id === Number(id))!;
    expect(stderr).toBe("");
    expect(stdout.trimEnd().split("\n")).toEqual([
      ...results.map(({ name }) => name),
      teacher.full_name,
      "404 Not found.",
    ]);
    expect(exitCode).toBe(0);
  });
});

interface TeacherPage {
  readonly results: readonly { readonly id: number; readonly name: string; readonly full_name: string }[];
}

/** The blocks of code of a recipe, with the URL of the server. */
function blocksOf(generator: string): string[] {
  const [, recipe] = document.split(`### ${generator}\n`) as [string, string];
  const [own] = recipe.split(/^##/m) as [string];
  return [...own.matchAll(/^```\w+\n([\s\S]*?)\n```$/gm)].map(([, block]) =>
    block!.replaceAll("http://127.0.0.1:8000", server.origin),
  );
}

/** The commands of a recipe: the lines of its block that is not a file. */
function commandsOf(generator: string): string[] {
  return blocksOf(generator)
    .filter((block) => !block.startsWith("// "))
    .flatMap((block) => block.split("\n"));
}
