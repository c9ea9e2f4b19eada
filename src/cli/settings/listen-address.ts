/**
 * Checks an address to listen on: who can reach it, and whether its name resolves. Turns errors of listening into
 * setting errors.
 */
import { lookup } from "node:dns/promises";
import { isLoopback } from "../../http/contract/routes.ts";
import { SettingError } from "./settings.ts";

/** The address of the settings `--host` and `--port`, or of the same settings with a prefix, such as `--admin-host`. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly prefix?: "" | "admin-";
}

/** Throws {@link SettingError} if other machines can reach the address but links would start with a loopback name. */
export function checkExposure(host: string, baseUrl: string | null): void {
  if (baseUrl !== null || isLoopback(host.toLowerCase())) return;
  throw new SettingError(
    `--host: "${host}" can be reached from other machines; set --base-url to the public address, or listen on 127.0.0.1`,
  );
}

/**
 * Throws if a host name can't be resolved. Checked before listening, because the error of listening depends on the
 * resolver.
 */
async function checkHost({ host, prefix = "" }: ListenAddress): Promise<void> {
  const { code } = await lookup(host).then(
    () => ({ code: null }),
    (error: { code?: string }) => error,
  );
  if (code === null) return;
  // Not a setting error: service managers do not retry after its exit code 2, although the name server may recover.
  if (code === "EAI_AGAIN") {
    throw new Error(
      `--${prefix}host: "${host}" can't be resolved, because no name server answers; use 127.0.0.1 or :: instead`,
    );
  }
  throw unknownHost(prefix, host);
}

function unknownHost(prefix: string, host: string): SettingError {
  return new SettingError(
    `--${prefix}host: "${host}" is not an address of this machine; use 127.0.0.1, :: or localhost`,
  );
}

/** Starts a listener, and turns its errors into setting errors. */
export async function startOn<Server>(address: ListenAddress, start: () => Server | Promise<Server>): Promise<Server> {
  await checkHost(address);
  const { host, port, prefix = "" } = address;
  try {
    return await start();
  } catch (error) {
    const { code = "", syscall, message } = error as Error & { readonly code?: string; readonly syscall?: string };
    if (code === "EADDRINUSE") {
      const flag = `${prefix}port`;
      throw new SettingError(
        `--${flag}: "${port}" is in use on ${host}; set --${flag} or TEACHERS_${flag.toUpperCase().replace("-", "_")} to another one; 0 chooses a free one`,
      );
    }
    if (code === "EACCES") {
      throw new SettingError(`--${prefix}port: "${port}" is for root alone; set it to a port from 1024`);
    }
    const isListening = syscall === "listen" || message.startsWith("Failed to listen");
    // For an address that can't be resolved, Bun reports the code of an unrelated error, or none.
    if (!isListening) throw error;
    throw unknownHost(prefix, host);
  }
}
