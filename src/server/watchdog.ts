/** Tells systemd that the server is alive. If it hangs, the messages stay out, and systemd restarts it. */
import process from "node:process";

/**
 * Sends the first message at once, and then one every third of the time that systemd waits (WatchdogSec). Does nothing
 * if systemd does not wait for messages. The messages are sent by systemd-notify, because Bun has no datagram sockets in
 * the file system.
 */
export function startWatchdog(environment: Readonly<Record<string, string | undefined>> = process.env): void {
  const waitsMs = Number(environment.WATCHDOG_USEC ?? 0) / 1000;
  if (waitsMs === 0) return;
  const send = (): void => {
    try {
      Bun.spawn(["systemd-notify", "WATCHDOG=1"], { stdio: ["ignore", "ignore", "ignore"] }).unref();
    } catch {
      // Out of processes or memory. If that lasts, systemd restarts the server.
    }
  };
  send();
  setInterval(send, waitsMs / 3).unref();
}
