/** The ready command: requests `/readyz` from the server on this machine. */
import type { SettingValues } from "../settings/settings.ts";
import { fail, print } from "../terminal/output.ts";

/** Prints one line. Returns 0 if the server is ready, otherwise 1. */
export async function checkReady({ host, port }: SettingValues): Promise<number> {
  const name = nameServer(host, port);
  try {
    const { status, body } = await askReady(name);
    if (status === 200 && body.version !== undefined)
      return print(`Ready: ${body.teachers} teachers, version ${body.version}`);
    const reason = body.reason ?? "an unexpected response; another program may use this port";
    return fail(`Not ready: ${name} answers ${status}, ${reason}`);
  } catch (error) {
    return fail(`Not ready: ${name} does not answer: ${(error as Error).message}`);
  }
}

/** The address and the port of a server, on loopback if it listens on all addresses. */
export function nameServer(host: string, port: number | string): string {
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${own.includes(":") ? `[${own}]` : own}:${port}`;
}

/** The answer for `/readyz`. Throws if there is none within 3 seconds; health checks of containers usually allow 30. */
export async function askReady(name: string) {
  // A proxy is meant for other machines.
  process.env.NO_PROXY = process.env.no_proxy = "*";
  const options = { signal: AbortSignal.timeout(3000), redirect: "manual" } as const;
  const response = await fetch(`http://${name}/readyz`, options).catch((error: Error & { code?: string }) => {
    if (error.code === "ECONNREFUSED") throw new Error("nothing listens there");
    throw error.name === "TimeoutError" ? new Error("no answer within 3 s") : error;
  });
  const body = (await response.json().catch(() => null)) as Readonly<Record<string, string | number>> | null;
  return { status: response.status, body: body ?? {} };
}
