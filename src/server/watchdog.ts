/** Tells systemd that the server is alive. If it hangs, the messages stay out, and systemd restarts it. */
import process from "node:process";

/** Sends a message now, and one in each third of the time that systemd waits (WatchdogSec); none without systemd. */
export function startWatchdog(environment: Readonly<Record<string, string | undefined>> = process.env): void {
  const waitsMs = Number(environment.WATCHDOG_USEC ?? 0) / 1000;
  if (waitsMs === 0) return;
  const send = (): void => {
    try {
      // Bun has no datagram sockets in the file system.
      Bun.spawn(["systemd-notify", "WATCHDOG=1"], { stdio: ["ignore", "ignore", "ignore"] }).unref();
    } catch {
      // Out of processes or memory. If that lasts, systemd restarts the server.
    }
  };
  send();
  setInterval(send, waitsMs / 3).unref();
}
