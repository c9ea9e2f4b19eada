// Requests one URL at a fixed rate until it is stopped. SIGUSR2 ends a phase and starts the next, SIGTERM ends the last. Prints
// the result of each phase as a line of JSON. Arguments: URL, requests per second, connections.
import autocannon from "autocannon";
import { build } from "hdr-histogram-js";

const [url, rateText, connectionsText] = process.argv.slice(2);
const rate = Number(rateText);
const connections = Number(connectionsText);

/** The time between two requests of a connection, in microseconds. */
const interval = (1e6 * connections) / rate;

let phase = startPhase();

function startPhase() {
  const options = { lowestDiscernibleValue: 1, highestTrackableValue: 60e6, numberOfSignificantValueDigits: 3 };
  return {
    startedAt: performance.now(),
    plain: build(options),
    corrected: build(options),
    longest: 0,
    answered: 0,
    failed: 0,
  };
}

function endPhase() {
  const { startedAt, plain, corrected, longest, answered, failed } = phase;
  const seconds = (performance.now() - startedAt) / 1000;
  const ms = (histogram, percentile) => histogram.getValueAtPercentile(percentile) / 1000;
  const percentiles = { p50Ms: ms(plain, 50), p99Ms: ms(plain, 99), p99CorrectedMs: ms(corrected, 99) };
  console.log(
    JSON.stringify({ seconds, requestsPerSecond: answered / seconds, ...percentiles, longestMs: longest, failed }),
  );
  phase = startPhase();
}

// The duration is a day, so that only signals end it.
const load = autocannon({ url, connections, overallRate: rate, duration: 86_400, timeout: 30 });
load.on("response", (_client, status, _bytes, ms) => {
  const micros = Math.max(1, Math.round(ms * 1000));
  phase.answered++;
  if (status !== 200) phase.failed++;
  phase.longest = Math.max(phase.longest, ms);
  phase.plain.recordValue(micros);
  // A waiting connection sends nothing. This adds the requests that it would have sent (coordinated omission).
  // autocannon's own correction assumes an interval that is a thousand times too short.
  phase.corrected.recordValueWithExpectedInterval(micros, interval);
});
load.on("reqError", () => phase.failed++);
process.on("SIGUSR2", endPhase);
process.on("SIGTERM", () => {
  endPhase();
  process.exit();
});
