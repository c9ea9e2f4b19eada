/** An address to listen on: whether its name can be resolved, and what its errors mean. */
import { lookup } from "node:dns/promises";
import { findFreePort } from "../server/port.ts";
import { SettingError, settings, variableOf } from "./settings.ts";

/** Where to listen, and the settings that say so. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly names: readonly [host: "host" | "adminHost", port: "port" | "adminPort"];
}

/** Throws if a host name can't be resolved. Errors of listening would depend on the resolver. */
export async function checkHost(address: Address): Promise<void> {
  const { host, names } = address;
  const { code } = await lookup(host).then(
    () => ({ code: null }),
    (error: { code?: string }) => error,
  );
  if (code === null) return;
  // A name server may answer later. With exit code 2, a service manager would not retry.
  if (code === "EAI_AGAIN") {
    throw new Error(
      `--${settings[names[0]].flag}: "${host}" can't be resolved, because no name server answers; use 127.0.0.1 or :: instead`,
    );
  }
  throw unknownHost(address);
}

function unknownHost({ host, names }: Address): SettingError {
  return new SettingError(
    `--${settings[names[0]].flag}: "${host}" is not an address of this machine; use 127.0.0.1, :: or localhost`,
  );
}

/** Starts a listener, and turns its errors into setting errors. */
export function startOn<Server>(address: Address, start: () => Server): Server {
  const { host, port, names } = address;
  try {
    return start();
  } catch (error) {
    const { code = "", syscall, message } = error as Error & { readonly code?: string; readonly syscall?: string };
    if (code === "EADDRINUSE") {
      const declared = settings[names[1]];
      throw new SettingError(
        `--${declared.flag}: "${port}" is in use on ${host}; set --${declared.flag} or ${variableOf(declared)} to another one, such as ${findFreePort(host, port)}`,
      );
    }
    const isListening = syscall === "listen" || message.startsWith("Failed to listen");
    // For an unresolvable address, Bun reports the code of an unrelated error, or none.
    if (!isListening || code === "EACCES") throw error;
    throw unknownHost(address);
  }
}
