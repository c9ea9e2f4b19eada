/** The settings of metrics, probes and the log. */

import { logFormats } from "../../server/log.ts";
import { logLevels } from "../../server/log-events.ts";
import { integer, parseHost, setting, switched } from "./setting.ts";

export const watchSettings = {
  adminPort: setting({
    flag: "admin-port",
    placeholder: "N",
    help: "the port of /metrics, /livez, /readyz and /startupz for operators; by default there is none; 0 chooses a free port",
    default: null,
    ...integer("a port", 0, 65535),
  }),
  adminHost: setting({
    flag: "admin-host",
    placeholder: "H",
    help: "the address of the admin port; whoever can reach it can read the metrics",
    default: "127.0.0.1",
    accepted: "an address or a name, such as 127.0.0.1, :: or localhost",
    parse: parseHost,
  }),
  logFormat: setting({
    flag: "log-format",
    placeholder: logFormats.join("|"),
    help: "the format of the log: text, or one JSON object per line",
    default: "text",
    accepted: `a log format; expected ${logFormats.join(", ")}`,
    parse: (text) => logFormats.find((format) => format === text),
  }),
  logLevel: setting({
    flag: "log-level",
    placeholder: logLevels.join("|"),
    help: "the lowest level of events that are logged",
    default: "info",
    accepted: `a log level; expected ${logLevels.join(", ")}`,
    parse: (text) => logLevels.find((level) => level === text),
  }),
  accessLog: setting({
    flag: "access-log",
    help: "log every request, at any log level, and give each an id in X-Request-Id",
    ...switched,
  }),
  logQueries: setting({
    flag: "log-queries",
    help: "log the values of queries too, which may be names of people; needs --access-log",
    ...switched,
  }),
} as const;
