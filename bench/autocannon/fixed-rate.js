// Asks for one URL at a fixed rate until it is told to stop, and prints what came of each phase as a line of JSON: SIGUSR2
// ends a phase and begins the next, SIGTERM ends the last. Arguments: URL, requests a second, connections.
import autocannon from "autocannon";
import { build } from "hdr-histogram-js";

const [url, rateText, connectionsText] = process.argv.slice(2);
const rate = Number(rateText);
const connections = Number(connectionsText);

/** Between two requests of a connection, in microseconds. */
const interval = (1e6 * connections) / rate;

let phase = openPhase();

function openPhase() {
  const options = { lowestDiscernibleValue: 1, highestTrackableValue: 60e6, numberOfSignificantValueDigits: 3 };
  return {
    from: performance.now(),
    plain: build(options),
    corrected: build(options),
    longest: 0,
    answered: 0,
    failed: 0,
  };
}

function endPhase() {
  const { from, plain, corrected, longest, answered, failed } = phase;
  const seconds = (performance.now() - from) / 1000;
  const ms = (histogram, percentile) => histogram.getValueAtPercentile(percentile) / 1000;
  const percentiles = { p50Ms: ms(plain, 50), p99Ms: ms(plain, 99), p99CorrectedMs: ms(corrected, 99) };
  console.log(
    JSON.stringify({ seconds, requestsPerSecond: answered / seconds, ...percentiles, longestMs: longest, failed }),
  );
  phase = openPhase();
}

// A day, so that only signals end it.
const load = autocannon({ url, connections, overallRate: rate, duration: 86_400, timeout: 30 });
load.on("response", (_client, status, _bytes, ms) => {
  const micros = Math.max(1, Math.round(ms * 1000));
  phase.answered++;
  if (status !== 200) phase.failed++;
  phase.longest = Math.max(phase.longest, ms);
  phase.plain.recordValue(micros);
  // Who waits sends nothing; this adds the requests that would have been sent meanwhile. autocannon's own correction takes
  // the interval for a thousand times shorter than it is.
  phase.corrected.recordValueWithExpectedInterval(micros, interval);
});
load.on("reqError", () => phase.failed++);
process.on("SIGUSR2", endPhase);
process.on("SIGTERM", () => {
  endPhase();
  process.exit();
});
