/** Containerfile and compose.yaml, as far as they can be checked without a container engine. */
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { variableOf } from "../src/cli/settings/setting.ts";
import { settings } from "../src/cli/settings/settings.ts";
import { makeFolder, root, run } from "./support/program.ts";

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

interface Instruction {
  readonly name: string;
  readonly value: string;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const instructions: readonly Instruction[] = read("Containerfile")
  .replaceAll("\\\n", "")
  .split("\n")
  .filter((line) => !/^(?:#|$)/.test(line))
  .map((line) => ({ name: line.split(" ")[0]!, value: line.slice(line.indexOf(" ") + 1) }));
/** The instructions of the image itself, which follow those of the build stage. */
const final = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
const valuesOf = (name: string, of = final): string[] =>
  of.filter((one) => one.name === name).map(({ value }) => value);
const [entrypoint, command] = ["ENTRYPOINT", "CMD"].map((name) => JSON.parse(valuesOf(name)[0]!) as string[]);
const { services, volumes } = Bun.YAML.parse(read("compose.yaml")) as Compose;
const own = Object.entries(services).filter(([, { build }]) => build !== undefined);
const variables = Object.values(settings).map(variableOf);

async function helpOf(name: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run([name, "--help"], { folder: root });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

describe("Containerfile", () => {
  test("has an image that runs an init and the server, as a user without a name or rights", () => {
    expect(valuesOf("USER")).toEqual(["10001:10001"]);
    expect([...entrypoint!, ...command!]).toEqual(["tini", "--", "teachers", "serve"]);
    expect(valuesOf("HEALTHCHECK")).toEqual([expect.stringMatching(/ CMD \["teachers", "ready"\]$/)]);
    expect(valuesOf("RUN")).toEqual([]);
    const targets = valuesOf("COPY").map((copied) => copied.split(" ").at(-1)!);
    expect(targets).toEqual(["/usr/local/bin/tini", "/usr/local/bin/teachers", "/var/lib/teachers"]);
  });

  test("sets what the server and its health check read, and writes only to the volume", async () => {
    const set = Object.fromEntries(
      [
        ...valuesOf("ENV")
          .join(" ")
          .matchAll(/(\w+)=(\S+)/g),
      ].map((match) => match.slice(1)),
    );
    for (const name of Object.keys(set)) expect(variables).toContain(name);
    for (const name of ["TEACHERS_HOST", "TEACHERS_PORT"]) expect(await helpOf("ready")).toContain(`(${name}`);
    expect(valuesOf("EXPOSE")).toEqual([set.TEACHERS_PORT]);
    expect(valuesOf("VOLUME")).toEqual([dirname(set.TEACHERS_DATABASE.replace("sqlite:", ""))]);
    expect(valuesOf("WORKDIR")).toEqual(valuesOf("VOLUME"));
  });

  test("copies all that the build needs, and .dockerignore lets it", async () => {
    using folder = makeFolder();
    const copied = valuesOf("COPY", instructions.slice(0, -final.length)).flatMap((copy) =>
      copy.split(" ").slice(0, -1),
    );
    const ignored = read(".dockerignore").split("\n");
    for (const name of copied) {
      expect(ignored).toContain(`!${name}`);
      cpSync(join(root, name), join(folder.path, name), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
    const { exitCode, stderr } = await run(["run", "build"], { folder: folder.path, launcher: ["npm"] });
    expect(exitCode, stderr).toBe(0);
    const [, built] = valuesOf("COPY").map((copy) => copy.split(" ").at(-2)!.replace("/source/", ""));
    const version = await run(["--version"], { folder: folder.path, launcher: [join(folder.path, built!)] });
    expect(version.stdout).toBe(`${JSON.parse(read("package.json")).version}\n`);
  });
});

describe("compose.yaml", () => {
  test("starts the command of the image with existing settings, without rights and on a read-only file system", async () => {
    expect(own.map(([name]) => name)).toEqual(["server-1", "server-2", "admin"]);
    for (const [, service] of own) {
      const help = await helpOf(service.command![0]!);
      for (const flag of service.command!.slice(1).filter((word) => word.startsWith("--")))
        expect(help).toContain(flag);
      for (const name of Object.keys(service.environment!)) expect(variables).toContain(name);
      expect(service.build).toEqual({ context: ".", dockerfile: "Containerfile" });
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    }
  });

  test("waits for as long as a server drains", () => {
    for (const [, { command, stop_grace_period: patience }] of own.slice(0, 2)) {
      // Ten for requests under way, and two for a supervisor that waits for its workers.
      expect(Number.parseInt(patience!, 10)).toBeGreaterThanOrEqual(Number(command![2]) + 10 + 2);
    }
  });

  test("mounts existing files, and volumes that it declares", () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(":")[0]!),
    );
    const named = mounted.filter((source) => !source.startsWith("./"));
    expect(named.sort()).toEqual(Object.keys(volumes));
    expect(mounted.filter((source) => source.startsWith("./") && !existsSync(join(root, source)))).toEqual([]);
  });

  test("names the variables that .env must have, and connects as the roles that the database gets", () => {
    const text = read("compose.yaml");
    const [head] = text.split("\nname:");
    const names = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    expect([...new Set(names)].filter((name) => !head!.includes(`${name}=`))).toEqual([]);
    const roles = read("deploy/postgres-roles.sql");
    for (const [, { environment }] of own) {
      const [, role, password, host, database] = /^postgres:\/\/(\w+):\$\{(\w+).*\}@(\w+)\/(\w+)$/.exec(
        environment!.TEACHERS_DATABASE!,
      )!;
      expect(roles).toContain(`create role ${role} login`);
      expect(roles).toContain(`_password ${password}\n`);
      expect(services[host!]!.environment!.POSTGRES_DB).toBe(database!);
      expect(Object.keys(services[host!]!.environment!)).toContain(password!);
    }
  });

  test("gives nginx the configuration of deploy/ with its servers", async () => {
    using folder = makeFolder();
    mkdirSync(join(folder.path, "conf.d"));
    const script = services
      .nginx!.command![2]!.replace("/etc/teachers/nginx.conf", join(root, "deploy/nginx.conf"))
      .replace("/etc/nginx/conf.d", join(folder.path, "conf.d"))
      .replace("exec nginx -g 'daemon off;'", "true")
      // As compose does with the variable of .env.
      .replace(/\$\{TEACHERS_BASE_URL:-.*?\}/, "https://staff.example.org:8443/api");
    const { exitCode, stderr } = await run([], { folder: folder.path, launcher: ["sh", "-c", script] });
    expect(exitCode, stderr).toBe(0);
    const written = readFileSync(join(folder.path, "conf.d/teachers.conf"), "utf8");
    const [port] = valuesOf("EXPOSE");
    const upstreams = [...written.matchAll(/^ *server (\S+) max_fails=0;$/gm)].map(([, address]) => address);
    expect(upstreams).toEqual(["server-1", "server-2"].map((name) => `${name}:${port}`));
    expect(written).not.toContain("127.0.0.1");
    expect(written).toContain("access_log /dev/stdout teachers;");
    expect(written).toContain("server_name staff.example.org;");
  });
});
