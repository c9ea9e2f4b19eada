/** The executable, as `npm run build` makes it but in another folder. */
import { join } from "node:path";
import { scripts } from "../../package.json" with { type: "json" };
import { root } from "./program.ts";

/** Builds the executable in the folder, and returns its path. */
export async function buildExecutable(folder: string): Promise<string> {
  const command = scripts.build.replaceAll("dist/", `${folder}/`);
  const build = Bun.spawn(["sh", "-c", command], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const outputs = [build.stdout, build.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(outputs)).join("");
  if ((await build.exited) !== 0) throw new Error(`npm run build failed: ${output}`);
  return join(folder, "teachers");
}
