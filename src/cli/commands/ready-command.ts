/** The ready command: requests `/readyz` from the server on this machine. */
import { get } from "node:http";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, print } from "../terminal/output.ts";

/** How long the answer may take; health checks of containers usually allow 30 s. */
const answerMs = 3000;

/** The longest body that is read, far more than a server sends. */
const bodyBytesMax = 100_000;

/** Prints one line. Returns 0 if the server is ready, otherwise 1. */
export async function askReady({ host, port }: Pick<SettingValues, "host" | "port">): Promise<number> {
  if (port === 0)
    throw new SettingError('--port: "0" lets serve choose a port; expected the port that serve listens on');
  const address = loopbackOf(host);
  const name = `${address.includes(":") ? `[${address}]` : address}:${port}`;
  try {
    const { status, body } = await request(address, port);
    const { reason, version, teachers } = parseBody(body);
    if (status === 200 && version !== undefined) {
      print(`Ready: ${teachers} teachers, version ${version}`);
      return 0;
    }
    return fail(
      `Not ready: ${name} answers ${status}, ${reason ?? "an unexpected response; another program may use this port"}`,
    );
  } catch (error) {
    return fail(`Not ready: ${name} does not answer: ${(error as Error).message}`);
  }
}

/** The loopback address for a server that listens on all addresses; any other address unchanged. */
function loopbackOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

/** Requests without a proxy. `fetch` would use HTTP_PROXY, which is meant for other machines. */
function request(host: string, port: number): Promise<{ readonly status: number; readonly body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const signal = AbortSignal.timeout(answerMs);
  signal.addEventListener("abort", () => reject(new Error(`no answer within ${answerMs / 1000} s`)));
  const asked = get({ host, port, path: "/readyz", agent: false, signal }, (response) => {
    let body = "";
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      body += text;
      if (body.length > bodyBytesMax) reject(new Error("it is not a server of this program"));
    });
    response.on("end", () => resolve({ status: response.statusCode!, body }));
    response.on("error", reject);
  });
  asked.on("error", reject);
  return promise.finally(() => asked.destroy());
}

function parseBody(body: string): Readonly<Record<string, string | number | undefined>> {
  try {
    return (JSON.parse(body) ?? {}) as Readonly<Record<string, string | number | undefined>>;
  } catch {
    return {};
  }
}
