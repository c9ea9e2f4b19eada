/** Which ports can be listened on. */

/** Listens for a moment, and gives the port: the one asked for, or a free one for 0. Throws where it can't be listened on. */
export function probePort(hostname: string, asked: number): number {
  const probe = Bun.listen({ hostname, port: asked, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  return port;
}

/** How many ports are tried for one that is free. */
const triedMax = 100;

/** The first free port after one that is in use; 0, which takes any free port, where none is found. */
export function findFreePort(hostname: string, after: number): number {
  for (let port = after + 1; port <= Math.min(after + triedMax, 65_535); port++) {
    try {
      return probePort(hostname, port);
    } catch {
      // It is in use too.
    }
  }
  return 0;
}
