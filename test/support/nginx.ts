/** A real nginx with a configuration and a folder of its own. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "./program.ts";

/** Starts nginx with this content of its `http` block, and waits until it accepts connections at an origin. */
export async function startNginx(
  binary: string,
  folder: string,
  http: string,
  origin: string,
): Promise<AsyncDisposable> {
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${at(name)};`,
  );
  const configuration = `${process.getuid?.() === 0 ? "user root;\n" : ""}daemon off;
worker_processes 2;
pid ${at("nginx.pid")};
error_log stderr warn;
events { worker_connections 512; }
http {
${temporary.join("\n")}
${http}
}
`;
  writeFileSync(at("nginx.conf"), configuration);
  const nginx = Bun.spawn([binary, "-p", folder, "-e", "stderr", "-c", at("nginx.conf")], {
    stdio: ["ignore", "ignore", Bun.file(at("error.log"))],
  });
  const stop = async (): Promise<void> => {
    nginx.kill("SIGTERM");
    await nginx.exited;
  };
  const answers = (): Promise<boolean> => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(at("error.log"), "utf8")}`);
    return fetch(origin, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
  };
  try {
    await waitFor(answers, true);
  } catch (error) {
    await stop();
    throw error;
  }
  return { [Symbol.asyncDispose]: stop };
}
