/** A finding of `teachers doctor`, and how it is shown. */

/** The findings of each check. Programs read these codes, so they never change. */
type FindingCode =
  | `settings.${"listening" | "shared_client" | "refused"}`
  | `database.${"published" | "empty" | "missing" | "outdated" | "damaged" | "unreachable"}`
  | `database.${"old_timeline" | "no_timeline" | "no_schema"}`
  | `permissions.${"writable" | "unwritable" | "root"}`
  | `disk.${"free" | "unknown"}`
  | "memory.total"
  | "clock.offset"
  | `links.${"local" | "next" | "last_page" | "other_next" | "redirected" | "not_ready" | "not_a_page" | "unreachable"}`;

export interface Finding {
  readonly code: FindingCode;
  /** `warn` is worth a look; `fail` means that serving or importing does not work. */
  readonly status: "ok" | "warn" | "fail";
  /** The text of the finding, for people. */
  readonly detail: string;
  /** The advice, for people; null if there is nothing to do, or if the detail has it. */
  readonly action: string | null;
  /** The values of the finding, for programs. */
  readonly values: FindingValues;
}

type FindingValues = Readonly<Record<string, string | number | boolean | null>>;

export function okFinding(code: FindingCode, detail: string, values: FindingValues = {}): Finding {
  return { code, status: "ok", detail, action: null, values };
}

export function badFinding(
  status: "warn" | "fail",
  code: FindingCode,
  detail: string,
  action: string | null,
  values: FindingValues = {},
): Finding {
  return { code, status, detail, action, values };
}

function checkOf(code: FindingCode): string {
  return code.split(".")[0]!;
}

/** The findings for programs: codes and values, no texts. */
export function describeFindings(findings: readonly Finding[]): object[] {
  return findings.map(({ code, status, values }) => ({ check: checkOf(code), status, code, values }));
}

/** A line for each finding: `warn  disk         DETAIL; ACTION`. */
export function renderChecks(findings: readonly Finding[]): string[] {
  return findings.map(({ code, status, detail, action }) => {
    const text = action === null ? detail : `${detail}; ${action}`;
    return `${status.padEnd(5)} ${checkOf(code).padEnd(12)} ${text}`;
  });
}
