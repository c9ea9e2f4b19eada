/** deploy/kubernetes.yaml against the published schemas of Kubernetes and of the Prometheus operator, and against the program. */
import { expect, test } from "bun:test";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { CronJob, type ICronJob, type IJob, Job } from "kubernetes-models/batch/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { type IPodSpec, PersistentVolumeClaim, Service } from "kubernetes-models/v1";
import packageJson from "../package.json" with { type: "json" };
import { commands } from "../src/cli/commands.ts";
import { variablesOf } from "../src/cli/settings/setting.ts";
import { settings } from "../src/cli/settings/settings.ts";
import { makeFolder, root } from "./support/program.ts";
import { typeCheck } from "./support/type-check.ts";

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const models = { Deployment, Service, ServiceMonitor, PodDisruptionBudget, PersistentVolumeClaim, Job, CronJob };
const modules: Readonly<Record<string, string>> = {
  "apps/v1": "kubernetes-models/apps/v1",
  "batch/v1": "kubernetes-models/batch/v1",
  "policy/v1": "kubernetes-models/policy/v1",
  v1: "kubernetes-models/v1",
  "monitoring.coreos.com/v1": "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
};
const text = readFileSync(join(root, "deploy/kubernetes.yaml"), "utf8");
const manifests = Bun.YAML.parse(text) as readonly Manifest[];
const titled = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);

/** The specifications of all pods. */
const pods = manifests.flatMap((manifest): IPodSpec[] => {
  if (manifest.kind === "CronJob") return [(manifest as unknown as ICronJob).spec!.jobTemplate.spec!.template.spec!];
  const { template } = (manifest as unknown as IJob).spec ?? {};
  return template === undefined ? [] : [template.spec!];
});

test.each(titled)("%s is valid", (_, manifest) => {
  const Model = models[manifest.kind as keyof typeof models];
  expect(Object.keys(modules)).toContain(manifest.apiVersion);
  new Model(manifest as never).validate();
});

test("a field of a wrong type is not valid", () => {
  const wrong = { metadata: { name: "teachers" }, spec: { selector: {}, endpoints: [{ port: 9000 }] } };
  expect(() => new ServiceMonitor(wrong as never).validate()).toThrow("port must be string");
});

test("no manifest has a field that its kind does not have", async () => {
  using folder = makeFolder();
  symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
  const check = (all: readonly Manifest[]): Promise<string> => {
    const lines = all.map(
      ({ apiVersion, kind, ...rest }, i) =>
        `export const manifest${i}: import("${modules[apiVersion]}").I${kind} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
    );
    writeFileSync(join(folder.path, "manifests.ts"), lines.join("\n"));
    return typeCheck(folder.path, { skipLibCheck: true });
  };
  expect(await check([{ ...manifests[0]!, spek: {} } as Manifest])).toContain("'\"spek\"' does not exist");
  expect(await check(manifests)).toBe("");
});

test("pods run commands, variables and probes of the program, without rights", () => {
  expect(pods.length).toBe(4);
  const known = Object.values(settings).flatMap(variablesOf);
  for (const { containers, volumes, enableServiceLinks, securityContext } of pods) {
    expect(enableServiceLinks).toBe(false);
    expect(securityContext?.runAsNonRoot).toBe(true);
    const [container] = containers;
    expect(container!.image).toEndWith(`/teachers:${packageJson.version}`);
    expect(commands.map(({ name }) => name)).toContain(container!.args![0]!);
    for (const { name } of container!.env ?? []) expect(known).toContain(name);
    expect(container!.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    const mounted = container!.volumeMounts!.map(({ name }) => name).sort();
    expect(mounted).toEqual(volumes!.map(({ name }) => name).sort());
  }
  const [server] = pods[0]!.containers;
  const paths = [server!.startupProbe, server!.livenessProbe, server!.readinessProbe].map((probe) => probe?.httpGet);
  expect(paths).toEqual(["/startupz", "/livez", "/readyz"].map((path) => ({ path, port: "admin" })));
  const drainDelay = Number(server!.env!.find(({ name }) => name === "TEACHERS_DRAIN_DELAY")?.value);
  expect(pods[0]!.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainDelay + 15);
});
