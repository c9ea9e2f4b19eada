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
    const others = [`format=html&limit=20&offset=${offset}`, `search=ш&limit=5&offset=${offset % 50}`, ""];
    const path = `/teachers/?${others[turn % 8] ?? `limit=5&offset=${offset}`}`;
    try {
      const response = await fetch(origin + path);
      const body = await response.text();
      if (response.status !== 200 || !/(?:\]\}|<\/html>\s*)$/.test(body)) {
        failures.push(`${response.status} ${path}: ${body.slice(0, 200)}`);
      }
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
