/** Free ports for programs that need to be given one. */

/** A range from which the system assigns no ports, so a port stays free while its server restarts. */
const first = 10_000;
const count = 20_000;

/** Distinct ports that nothing listens on. They are chosen at random, because several test files run at a time. */
export function findFreePorts(wanted: number): number[] {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < wanted; tries++) {
    if (tries > 1000) throw new Error(`${wanted} free ports were not found from ${first} to ${first + count}`);
    const port = first + Math.floor(Math.random() * count);
    if (isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
