/** Turns errors of listening into setting errors. */
import { describeSystemError } from "../../domain/quoting.ts";
import { SettingError } from "./settings.ts";

/** That of `--host` and `--port`, of these with a prefix, such as `--admin-host`, or of `--socket`. */
type Address =
  | { readonly host: string; readonly port: number; readonly prefix?: "" | "admin-" }
  | { readonly socket: string };

/** Starts a listener on an address. Throws {@link SettingError} if it can't be used. */
export async function startOn<Server>(address: Address, start: () => Server | Promise<Server>): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    const { code = "", syscall = "" } = error as { readonly code?: string; readonly syscall?: string };
    if ("socket" in address) {
      if (syscall !== "listen") throw error;
      const problem = `can't be made: ${describeSystemError(error as Error)}`;
      throw new SettingError(`--socket: "${address.socket}" ${problem}; name a new file in a folder that exists`);
    }
    const { host, port, prefix = "" } = address;
    const flag = `--${prefix}port`;
    if (code === "EADDRINUSE") {
      const variable = `TEACHERS_${prefix.toUpperCase().replace("-", "_")}PORT`;
      const advice = `set ${flag} or ${variable} to another one; 0 chooses a free one`;
      throw new SettingError(`${flag}: "${port}" is in use on ${host}; ${advice}`);
    }
    if (code === "EACCES") throw new SettingError(`${flag}: "${port}" is for root alone; set it to a port from 1024`);
    if (syscall !== "listen" && syscall !== "getaddrinfo") throw error;
    const advice = "use 127.0.0.1, :: or localhost";
    throw new SettingError(`--${prefix}host: "${host}" is not an address of this machine; ${advice}`);
  }
}
