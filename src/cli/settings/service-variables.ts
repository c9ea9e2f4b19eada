/**
 * The variables that Kubernetes gives every container for each Service of its namespace. Those of a Service called `teachers`, or
 * `teachers-…`, look like our settings.
 */

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const names =
  /^TEACHERS_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/** `TEACHERS_PORT` and its like are also settings; only the value tells them apart. */
const portNames = /^TEACHERS_(?:\w+_)?PORT$/;
const portValues = /^(?:tcp|udp|sctp):\/\//;

/** The variables of a Service, in the order of their names. */
export function findServiceVariables(environment: Environment): string[] {
  return Object.entries(environment)
    .filter(([name, value = ""]) => names.test(name) || (portNames.test(name) && portValues.test(value)))
    .map(([name]) => name)
    .sort();
}
