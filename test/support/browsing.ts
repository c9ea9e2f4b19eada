/** Clients that browse continuously through a load balancer. */

const clients = 16;
const pauseMs = 320;

/** Starts to request pages of a directory with this many teachers: JSON, searches and HTML. There are too many for a cache. */
export function startBrowsing(origin: string, teachers: number) {
  /** The faults so far: of answers that are no complete pages. */
  const failures: string[] = [];
  let [turns, answered, isOver] = [0, 0, false];
  const inFlight = new Set<Promise<void>>();

  async function request(turn: number): Promise<void> {
    const offset = (turn * 7919) % (teachers - 20);
    const queries = [
      `limit=20&offset=${offset}`,
      `search=ш&limit=5&offset=${offset % 50}`,
      "",
      `limit=5&offset=${offset}`,
    ];
    const kind = Math.min(turn % 8, 3);
    const path = `/teachers/?${queries[kind]}`;
    try {
      const response = await fetch(origin + path, {
        headers: { Accept: kind === 0 ? "text/html" : "application/json" },
      });
      const body = await response.text();
      const isWhole =
        kind === 0 ? body.trimEnd().endsWith("</html>") : JSON.parse(body).results.length === [0, 5, 10, 5][kind];
      if (response.status !== 200 || !isWhole) failures.push(`${response.status} ${path}: ${body.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${path}: ${error}`);
    }
    answered++;
  }

  async function browse(): Promise<void> {
    while (!isOver) {
      const requested = request(turns++);
      inFlight.add(requested);
      await requested;
      inFlight.delete(requested);
      await Bun.sleep(pauseMs);
    }
  }

  const browsing = Promise.all(Array.from({ length: clients }, browse));
  return {
    failures,
    answered: () => answered,
    /** Resolves when all requests that were sent before have been answered. */
    settled: async () => void (await Promise.all(inFlight)),
    async [Symbol.asyncDispose](): Promise<void> {
      isOver = true;
      await browsing;
    },
  };
}
