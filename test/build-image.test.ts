/** The builder: its images are the same however it builds them, and it builds on no damaged image. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { builderVariables } from "../src/server/builder.ts";
import { makeFolder, programFile, run } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

interface Report {
  readonly path: string;
  readonly fromVersion: number | null;
}

const databaseIn = (folder: string): string => `sqlite:${join(folder, "teachers.db")}`;

/** Builds the image of the newest version in a folder of images, with the command that a server uses. */
async function build(folder: string, images: string, launcher = [programFile]): Promise<Report> {
  const environment = { [builderVariables.database]: databaseIn(folder), [builderVariables.folder]: images };
  const { exitCode, stdout, stderr } = await run(["build-image"], { folder, environment, launcher });
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Report;
}

/** The offset of a section of an image file. */
function offsetOf(image: Buffer, section: string): number {
  const header = JSON.parse(image.toString("utf8").split("\n", 3)[2]!) as {
    readonly sections: readonly { readonly name: string; readonly offset: number }[];
  };
  return header.sections.find(({ name }) => name === section)!.offset;
}

test("an image that was merged is the same as one of all teachers, and a damaged image is not merged", async () => {
  using folder = makeFolder();
  const images = (name: string): string => join(folder.path, name);
  const teachers = makeTeachers(1000);
  await publish(folder.path, teachers, databaseIn(folder.path));
  const { path: base } = await build(folder.path, images("first"));
  const changed = teachers.with(500, { ...teachers[500]!, first_name: "Ірина", last_name: "Нечуй-Левицька" });
  await publish(folder.path, changed, databaseIn(folder.path));
  const whole = readFileSync((await build(folder.path, images("whole"))).path);

  const bytes = readFileSync(base);
  for (const [i, section] of [null, "columns.degree.rankedPostings", "words.last_name.sound.keys.bytes"].entries()) {
    mkdirSync(images(`${i}`));
    const copy = Buffer.from(bytes);
    if (section !== null) copy[offsetOf(copy, section)]! ^= 1;
    writeFileSync(join(images(`${i}`), basename(base)), copy);
    const { path, fromVersion } = await build(folder.path, images(`${i}`));
    expect([section, fromVersion]).toEqual([section, section === null ? 1 : null]);
    expect(readFileSync(path).equals(whole)).toBe(true);
  }
});
