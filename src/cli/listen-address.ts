/** Checks the address that a server listens on, as far as that is possible without listening. */
import { lookup } from "node:dns/promises";
import { isLoopback } from "../contract/request-url.ts";
import { SettingError } from "./settings.ts";

/** Throws {@link SettingError} if other machines can reach the address, and links would start with a loopback name. */
export function checkExposure(host: string, baseUrl: string | null): void {
  if (baseUrl !== null || isLoopback(host.toLowerCase())) return;
  throw new SettingError(
    `--host: "${host}" can be reached from other machines; set --base-url to the public address, or listen on 127.0.0.1`,
  );
}

/** Throws if a host name can't be resolved. Errors of listening would depend on the resolver. */
export async function checkHost(host: string): Promise<void> {
  const { code } = await lookup(host).then(
    () => ({ code: null }),
    (error: { code?: string }) => error,
  );
  if (code === null) return;
  // A name server may answer later. With exit code 2, a service manager would not retry.
  if (code === "EAI_AGAIN") {
    throw new Error(`--host: "${host}" can't be resolved, because no name server answers; use 127.0.0.1 or :: instead`);
  }
  throw unknownHost(host);
}

export function unknownHost(host: string): SettingError {
  return new SettingError(`--host: "${host}" is not an address of this machine; use 127.0.0.1, :: or localhost`);
}
