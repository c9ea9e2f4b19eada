/** A finding of `teachers doctor`, and how it is shown. */

export type CheckName = "settings" | "database" | "permissions" | "disk" | "memory" | "clock" | "links";

export interface Finding {
  readonly check: CheckName;
  /** `warn` is worth a look; `fail` means that serving or importing does not work. */
  readonly status: "ok" | "warn" | "fail";
  /** What was found. */
  readonly detail: string;
  /** What to do; null if nothing. */
  readonly action: string | null;
}

export const ok = (check: CheckName, detail: string): Finding => ({ check, status: "ok", detail, action: null });

export const warn = (check: CheckName, detail: string, action: string): Finding => ({
  check,
  status: "warn",
  detail,
  action,
});

export const fail = (check: CheckName, detail: string, action: string): Finding => ({
  check,
  status: "fail",
  detail,
  action,
});

/** A line for each finding: `warn  disk         DETAIL; ACTION`. */
export function renderFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ check, status, detail, action }) => {
    const text = action === null ? detail : `${detail}; ${action}`;
    return `${status.padEnd(5)} ${check.padEnd(12)} ${text}`;
  });
}

/** Bytes as an operator reads them: `46 MB`, `4.7 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return `${Math.ceil(bytes / 1e6)} MB`;
}
