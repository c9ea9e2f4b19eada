import { expect, test } from "bun:test";
import { findServiceVariables } from "./service-variables.ts";

test.each<[name: string, value: string]>([
  ["TEACHERS_SERVICE_HOST", "10.96.0.11"],
  ["TEACHERS_SERVICE_PORT", "8000"],
  ["TEACHERS_SERVICE_PORT_HTTP", "8000"],
  ["TEACHERS_PORT", "tcp://10.96.0.11:8000"],
  ["TEACHERS_PORT", "udp://10.96.0.11:8000"],
  ["TEACHERS_PORT_8000_TCP", "tcp://10.96.0.11:8000"],
  ["TEACHERS_PORT_8000_TCP_PROTO", "tcp"],
  ["TEACHERS_PORT_8000_TCP_PORT", "8000"],
  ["TEACHERS_PORT_8000_TCP_ADDR", "10.96.0.11"],
  ["TEACHERS_DB_SERVICE_HOST", "10.96.0.12"],
  ["TEACHERS_DB_PORT", "tcp://10.96.0.12:5432"],
  ["TEACHERS_DB_PORT_5432_TCP_ADDR", "10.96.0.12"],
])("%s=%s is of a Service", (name, value) => {
  expect(findServiceVariables({ [name]: value, PATH: "/bin" })).toEqual([name]);
});

test.each<[name: string, value: string]>([
  ["TEACHERS_PORT", "8000"],
  ["TEACHERS_PORT", ""],
  ["TEACHERS_PORTS", "tcp://10.96.0.11:8000"],
  ["TEACHERS_HOST", "tcp://10.96.0.11:8000"],
  ["TEACHERS_SERVICE", "teachers"],
  ["TEACHERS_SERVICE_NAME", "teachers"],
  ["TEACHERS_PORT_FILE", "/run/port"],
  ["TEACHERS_PROT", "tcp://10.96.0.11:8000"],
  ["PORT", "tcp://10.96.0.11:8000"],
  ["DB_SERVICE_HOST", "10.96.0.12"],
])("%s=%s is not", (name, value) => {
  expect(findServiceVariables({ [name]: value })).toEqual([]);
});
