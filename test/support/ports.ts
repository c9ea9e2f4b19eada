/** Ports for programs that can't be told to take a free one and say which. */

/** So many ports that nothing listens on just now. */
export function findFreePorts(count: number): number[] {
  const listeners = Array.from({ length: count }, () =>
    Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }),
  );
  const ports = listeners.map(({ port }) => port);
  for (const listener of listeners) listener.stop(true);
  return ports;
}
