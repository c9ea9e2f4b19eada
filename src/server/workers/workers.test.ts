import { expect, test } from "bun:test";
import { workerOptions } from "./workers.ts";

test.each([
  [1, 100],
  [2, 50],
  [3, 33],
])("each of %i workers shares the port, has its part of the cache, and no secrets", (count, cacheBytesMax) => {
  const common: Omit<ReturnType<typeof workerOptions>, "port" | "reusePort" | "cacheBytesMax"> = {
    host: "127.0.0.1",
    baseUrl: null,
    limitMax: 1000,
    maxAgeSeconds: 5,
    cdnMaxAgeSeconds: 60,
    indexable: false,
    hasMetrics: true,
    accessLog: null,
    logOptions: { format: "json", level: "warn" },
    imageFolder: "/srv/images",
    drainDelaySeconds: 2,
    rateLimit: { requests: 100, periodMs: 1000 },
    trustedProxies: ["10.0.0.0/8"],
  };
  const openSource = (): never => {
    throw new Error("Workers open no source");
  };
  const rest = { openSource, log: () => {}, countDropped: () => 0 };
  const options = { ...common, ...rest, port: 0, cacheBytesMax: 100 };
  expect(workerOptions(options, count, 8000)).toEqual({ ...common, port: 8000, reusePort: true, cacheBytesMax });
});
