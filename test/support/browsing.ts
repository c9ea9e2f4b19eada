/** Clients that browse continuously through a load balancer and count every response. */
import { waitFor } from "./program.ts";

/** The responses since the last count. */
interface Count {
  readonly requests: number;
  /** The fault of each response that was not a complete page. */
  readonly failures: readonly string[];
}

export interface Browsing extends AsyncDisposable {
  /** Returns the counts and resets them. */
  take(): Count;
  /** Resolves when all requests that were sent before have been answered. */
  settled(): Promise<void>;
}

interface Ask {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the body matches the request, regardless of the version. */
  isWhole(body: string): boolean;
}

const clients = 16;

/**
 * Starts to request pages of a directory with this many teachers. The rate is of all clients together; slow responses reduce it,
 * because each client waits for its response.
 */
export async function startBrowsing(origin: string, teachers: number, requestsPerSecond = 50): Promise<Browsing> {
  let failures: string[] = [];
  let turns = 0;
  let requests = 0;
  let isOver = false;
  let dueAt = performance.now();
  const inFlight = new Set<Promise<void>>();

  /** Spreads the requests evenly. If requests are late, no extra ones are sent, so the rate is never exceeded. */
  async function waitForTurn(): Promise<void> {
    const now = performance.now();
    dueAt = Math.max(dueAt + 1000 / requestsPerSecond, now);
    await Bun.sleep(dueAt - now);
  }

  async function request(ask: Ask): Promise<void> {
    try {
      const response = await fetch(origin + ask.path, { headers: ask.headers });
      const body = await response.text();
      if (response.status !== 200 || !ask.isWhole(body))
        failures.push(`${response.status} ${ask.path}: ${body.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${ask.path}: ${error}`);
    }
    requests++;
  }

  async function browse(): Promise<void> {
    while (!isOver) {
      await waitForTurn();
      const requested = request(askFor(turns++, teachers));
      inFlight.add(requested);
      await requested;
      inFlight.delete(requested);
    }
  }

  const browsing = Promise.all(Array.from({ length: clients }, browse));
  await waitFor(
    () => requests,
    (count) => count >= clients,
  );
  return {
    take() {
      const count = { requests, failures };
      [requests, failures] = [0, []];
      return count;
    },
    async settled() {
      await Promise.all(inFlight);
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await browsing;
    },
  };
}

/** JSON pages, filters, searches and HTML pages in turn. There are too many different ones for the cache. */
function askFor(turn: number, teachers: number): Ask {
  const offset = (turn * 7919) % (teachers - 20);
  const json = { Accept: "application/json" };
  switch (turn % 8) {
    case 0:
      return {
        path: `/teachers/?limit=20&offset=${offset}`,
        headers: { Accept: "text/html", "Accept-Language": "uk" },
        isWhole: (body) => body.trimEnd().endsWith("</html>"),
      };
    case 1:
      return { path: `/teachers/?search=ш&limit=5&offset=${offset % 50}`, headers: json, isWhole: hasResults(null) };
    case 2:
      return { path: "/teachers/", headers: json, isWhole: hasResults(10) };
    default:
      return { path: `/teachers/?limit=5&offset=${offset}`, headers: json, isWhole: hasResults(5) };
  }
}

function hasResults(count: number | null): Ask["isWhole"] {
  return (body) => {
    const { results } = JSON.parse(body) as { readonly results: readonly unknown[] };
    return count === null ? Array.isArray(results) : results.length === count;
  };
}
