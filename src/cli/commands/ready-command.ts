/** The ready command: requests `/readyz` from the server on this machine. */
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, print } from "../terminal/output.ts";

/** The health checks of containers usually allow 30 seconds. */
const answerMs = 3000;

/** Prints one line. Returns 0 if the server is ready, otherwise 1. */
export async function checkReady({ host, port }: SettingValues): Promise<number> {
  if (port === 0)
    throw new SettingError('--port: "0" lets serve choose a port; expected the port that serve listens on');
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const name = `${own.includes(":") ? `[${own}]` : own}:${port}`;
  // A proxy is meant for other machines.
  process.env.NO_PROXY = process.env.no_proxy = "*";
  try {
    const options = { signal: AbortSignal.timeout(answerMs), redirect: "manual" } as const;
    const response = await fetch(`http://${name}/readyz`, options);
    const body = (await response.json().catch(() => null)) as Readonly<Record<string, string | number>> | null;
    if (response.status === 200 && body?.version !== undefined)
      return print(`Ready: ${body.teachers} teachers, version ${body.version}`);
    const reason = body?.reason ?? "an unexpected response; another program may use this port";
    return fail(`Not ready: ${name} answers ${response.status}, ${reason}`);
  } catch (error) {
    const { name: kind, message } = error as Error;
    return fail(`Not ready: ${name} does not answer: ${kind === "TimeoutError" ? "no answer within 3 s" : message}`);
  }
}
