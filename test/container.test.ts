/** Containerfile and the compose file of docs/install.md, as far as they can be checked without a container engine. */
import { describe, expect, test } from "bun:test";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { settings } from "../src/cli/settings/settings.ts";
import { makeFolder, root, run } from "./support/program.ts";

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<"ports" | "volumes", readonly string[]>> & Settings>>;
  readonly volumes: Readonly<Record<string, null>>;
}

interface Settings {
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const instructions = read("Containerfile")
  .replaceAll("\\\n", "")
  .split("\n")
  .filter((line) => !/^(?:#|$)/.test(line))
  .map((line) => ({ name: line.split(" ")[0]!, value: line.slice(line.indexOf(" ") + 1) }));
/** The instructions of the image itself, which follow those of the build stage. */
const final = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
const valuesOf = (name: string, of = final): string[] =>
  of.filter((one) => one.name === name).map(({ value }) => value);
const [entrypoint, command] = ["ENTRYPOINT", "CMD"].map((name) => JSON.parse(valuesOf(name)[0]!) as string[]);
const variables = Object.values(settings).map(({ envVar }) => envVar);

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
    for (const name of ["TEACHERS_HOST", "TEACHERS_PORT"]) expect(await helpOf("ready")).toContain(`env: ${name})`);
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

describe("the compose file of docs/install.md", () => {
  const example = /```yaml\n(services:\n[\s\S]*?)```/.exec(read("docs/install.md"))![1]!;
  const { services, volumes } = Bun.YAML.parse(example) as Compose;
  const [service] = Object.values(services);

  test("runs the image with existing settings, without rights and on a read-only file system", () => {
    expect(example.trim().split("\n").length).toBeLessThanOrEqual(15);
    for (const name of Object.keys(service!.environment)) expect(variables).toContain(name);
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    const [volume, folder] = service!.volumes[0]!.split(":");
    expect(Object.keys(volumes)).toEqual([volume!]);
    expect(valuesOf("VOLUME")).toEqual([folder!]);
    const [port] = valuesOf("EXPOSE");
    expect(service!.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(service!.environment.TEACHERS_BASE_URL).toBe(`http://localhost:${port}`);
  });

  test("waits for as long as a server drains", () => {
    // Ten for requests under way.
    expect(Number.parseInt(service!.stop_grace_period, 10)).toBeGreaterThan(10);
  });
});
