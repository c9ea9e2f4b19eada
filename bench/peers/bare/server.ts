/**
 * Answers every request with the same bytes and headers, to measure the cost of the runtime itself. Takes the path of a
 * JSON file with an array of {@link BareCase}.
 */

/** A port and its response. */
export interface BareCase {
  readonly port: number;
  readonly bodyFile: string;
  readonly headers: Readonly<Record<string, string>>;
}

for (const { port, bodyFile, headers } of (await Bun.file(process.argv[2]!).json()) as BareCase[]) {
  const body = await Bun.file(bodyFile).bytes();
  const complete = new Headers(headers);
  Bun.serve({
    hostname: "127.0.0.1",
    port,
    development: false,
    fetch: () => new Response(body, { headers: complete }),
  });
}
