/** The settings of the officer's pages. */
import { type Declarations, named } from "./setting.ts";

export const officeSettings = {
  socket: {
    placeholder: "PATH",
    help: "the Unix socket that a proxy asks the officer's pages through; its group may open it",
    ...named("a path"),
  },
  proxySecretFile: {
    placeholder: "FILE",
    help: "the file with the secret that a proxy sends to the officer's pages as X-Proxy-Secret; where there is no socket",
    ...named("a file"),
  },
  userHeader: {
    placeholder: "NAME",
    help: "the header in which the proxy names the user; it must remove the client's own",
    default: "X-Remote-User",
    accepted: "the name of a header",
    parse: (text) => (/^[A-Za-z0-9-]+$/.test(text) ? text : undefined),
  },
  users: {
    placeholder: "FILE",
    help: "the file of those who may enter the officer's pages, a user a line",
    ...named("a file"),
  },
  directoryUrl: {
    placeholder: "URL",
    help: "the public URL of the directory, which the officer's pages link to",
    accepted: "a URL; expected http:// or https://",
    parse: (text) => (/^https?:$/.test(URL.parse(text)?.protocol ?? "") ? text : undefined),
  },
} as const satisfies Declarations;
