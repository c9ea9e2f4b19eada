/** Edges: servers without a database, which follow the images in a folder. */
import { expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { askReady, keepAsking, waitForVersion } from "./support/asking.ts";
import { makeFolder, run, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

test("edges follow a folder, survive damage to it, and never return to an older version", async () => {
  using folder = makeFolder();
  const images = join(folder.path, "images");
  const options = { folder: folder.path };
  const publishImage = async (): Promise<void> => {
    const { exitCode, stderr } = await run(["publish-image", images], options);
    expect(exitCode, stderr).toBe(0);
  };
  const hidden = storedTeacher({ id: 9999, last_name: "Прихований" });
  await publish(folder.path, [...makeTeachers(2000), hidden]);
  await publishImage();
  // Nothing listens at this URL, so an edge that read a database would fail.
  const edgeOptions = { ...options, environment: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" } };
  const argsOf = (edge: string): string[] => ["--images-from", images, "--data-dir", join(folder.path, edge)];
  await using first = await startServer(argsOf("edge-1"), edgeOptions);
  await using second = await startServer(argsOf("edge-2"), edgeOptions);
  const edges = [first, second];
  expect(await askReady(first)).toMatchObject({ status: 200, version: 1, teachers: 2001, folder: "reachable" });

  const asking = keepAsking(edges);
  await publish(folder.path, [...makeTeachers(2100), hidden]);
  await publishImage();
  await waitForVersion(edges, 2);

  const [manifest] = readdirSync(images).filter((name) => name.startsWith("manifest.")) as [string];
  const older = readFileSync(join(images, manifest), "utf8");
  writeFileSync(join(images, manifest), older.slice(0, 200));
  await Promise.all(edges.map((edge) => edge.logged(/folder\.unreachable: .*manifest.*is not a complete manifest/)));
  expect(await askReady(second)).toMatchObject({ status: 200, version: 2, folder: "unreachable" });

  // The erasure removes every image that has the teacher, and the edges remove their copies.
  const erased = await run(["erase", String(hidden.id), "--yes"], options);
  expect(erased.exitCode, erased.stderr).toBe(0);
  await publishImage();
  await waitForVersion(edges, 3);
  const findHidden = (): string[] =>
    ["images", "edge-1", "edge-2"].flatMap((name) =>
      readdirSync(join(folder.path, name))
        .filter((file) => readFileSync(join(folder.path, name, file)).includes(hidden.last_name))
        .map((file) => join(name, file)),
    );
  await waitFor(findHidden, ({ length }) => length === 0);

  writeFileSync(join(images, manifest), older);
  await Promise.all(
    edges.map((edge) => edge.logged(/folder\.unreachable: .*has sequence \d+, but sequence \d+ was already followed/)),
  );
  const { failures, versions } = await asking.stop();
  expect(failures).toEqual([]);
  for (const seen of versions) expect(seen).toEqual(seen.toSorted());

  // An edge restarts while the folder is away, and while it has an older state.
  await second.stop();
  cpSync(images, join(folder.path, "copy"), { recursive: true });
  rmSync(images, { recursive: true });
  {
    await using restarted = await startServer(argsOf("edge-2"), edgeOptions);
    await restarted.logged(/folder\.unreachable: .*does not exist/);
    expect(await askReady(restarted)).toMatchObject({ status: 200, version: 3 });
    renameSync(join(folder.path, "copy"), images);
    await restarted.logged("has sequence");
    await publishImage();
    await restarted.logged("folder.reachable");
    expect(await askReady(restarted)).toMatchObject({ status: 200, version: 3, folder: "reachable" });
  }
});

test("an edge has no sample, and a folder of its own; a server's folder is not published to", async () => {
  using folder = makeFolder();
  const options = { folder: folder.path };
  const refusals: [args: string[], message: string][] = [
    [["serve", "--images-from", "images", "--sample"], "--sample: has no effect with --images-from"],
    [["serve", "--images-from", "images", "--data-dir", "images/"], "is also the folder of --data-dir"],
    [["publish-image", "var/teachers.db.images"], "is where a server builds its own images"],
  ];
  for (const [args, message] of refusals) {
    const { exitCode, stderr } = await run(args, options);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  }
  const { exitCode, stderr } = await run(["publish-image", "images"], options);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("var/teachers.db") });
});
