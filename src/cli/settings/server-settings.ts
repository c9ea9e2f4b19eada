/** The settings of servers: addresses, answers, metrics and logs, and those of the officer's pages. */
import { logFormats } from "../../server/log/log.ts";
import { logLevels } from "../../server/log/log-events.ts";
import { address, choice, type Declarations, integer, named, switched } from "./setting.ts";

export const serverSettings = {
  host: {
    help: "the address of the server; an address other than loopback needs --base-url",
    default: "127.0.0.1",
    ...address,
  },
  port: {
    conventionalVariable: "PORT",
    help: "the port of the server; 0 chooses a free one, which is the default of office",
    default: "8000",
    ...integer("N", "a port", 0, 65535),
  },
  baseUrl: {
    placeholder: "URL",
    help: "the public URL that links start with, such as https://api.example.edu/directory",
    accepted:
      "a base URL; expected http:// or https:// with a host and perhaps a path, without user, query or fragment",
    parse: parseBaseUrl,
  },
  maxLimit: {
    help: "the largest page size; larger values of limit are capped. HTML pages have at most 100 teachers",
    default: "1000",
    ...integer("N", "a number", 1, 100_000),
  },
  maxAge: {
    help: "how long caches may reuse responses without revalidation, in seconds; set it only if stale pages are acceptable",
    default: "0",
    ...integer("S", "a number of seconds", 0, 31_536_000),
  },
  drainDelay: {
    help: "how long to keep accepting connections after SIGTERM, in seconds, so load balancers can notice",
    default: "0",
    ...integer("S", "a number of seconds", 0, 300),
  },
  allowIndexing: switched("allow search engines to index the pages"),
  adminPort: {
    help: "the port of /metrics, /livez, /readyz and /startupz for operators; 0 chooses a free one. By default there is none",
    ...integer("N", "a port", 0, 65535),
  },
  adminHost: {
    help: "the address of the admin port; whoever can reach it can read the metrics",
    default: "127.0.0.1",
    ...address,
  },
  logFormat: {
    help: "the format of the log: text, or one JSON object per line",
    default: "text",
    ...choice("a log format", logFormats),
  },
  logLevel: {
    help: "the lowest level of events that are logged",
    default: "info",
    ...choice("a log level", logLevels),
  },
  accessLog: switched("log every request, at any log level, and give each an id in X-Request-Id"),
  sample: switched(
    "publish the sample of 1,000 invented teachers if the database is empty; the first import replaces it",
  ),
  socket: {
    help: "the Unix socket on which the officer's pages listen for a proxy; its group may open it",
    ...named("PATH"),
  },
  proxySecretFile: {
    help: "the file with the secret that a proxy sends as X-Proxy-Secret if it can't open --socket",
    ...named("FILE"),
  },
  userHeader: {
    placeholder: "NAME",
    help: "the header in which the proxy names the user; the proxy must remove this header from requests of clients",
    default: "X-Remote-User",
    accepted: "the name of a header",
    parse: (text) => (/^[A-Za-z0-9-]+$/.test(text) ? text : undefined),
  },
  users: { help: "the file of users who may open the officer's pages, one per line", ...named("FILE") },
  directoryUrl: {
    placeholder: "URL",
    help: "the public URL of the directory, which the officer's pages link to",
    accepted: "a URL; expected http:// or https://",
    parse: (text) => (/^https?:$/.test(URL.parse(text)?.protocol ?? "") ? text : undefined),
  },
} as const satisfies Declarations;

/** The URL without slashes at the end, in ASCII so that it needs no escaping in JSON and headers. */
function parseBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isPublic = /^https?:$/.test(protocol) && username === "" && password === "";
  return isPublic ? href.replace(/\/+$/, "") : undefined;
}
