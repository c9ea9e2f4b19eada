/** Finds free ports. */

/** Listens briefly and returns the port: the requested one, or a free one for 0. Throws if listening fails. */
export function probePort(hostname: string, requested: number): number {
  const probe = Bun.listen({ hostname, port: requested, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

/** At most this many ports are tried. */
const triedMax = 100;

/** Finds the first free port above a port that is in use. If there is none, returns 0, the number for any free port. */
export function findFreePort(hostname: string, after: number): number {
  for (let port = after + 1; port <= Math.min(after + triedMax, 65_535); port++) {
    try {
      return probePort(hostname, port);
    } catch {
      // This port is in use too.
    }
  }
  return 0;
}
