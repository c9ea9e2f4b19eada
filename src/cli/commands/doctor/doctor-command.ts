/** The doctor command: checks what serving and importing need, and prints a line for each check. */
import { statSync } from "node:fs";
import { isLoopback } from "../../../contract/urls.ts";
import { listImages } from "../../../image/image-files.ts";
import { readTimeline } from "../../../server/follow/follow-state.ts";
import { listUrlOf } from "../../../server/server.ts";
import { imageFolderBeside } from "../../../store/database-url.ts";
import { checkExposure, checkHost } from "../../settings/listen-address.ts";
import type { SettingValues } from "../../settings/settings.ts";
import { print, renderJson } from "../../terminal/output.ts";
import { checkDatabases } from "./doctor-database.ts";
import { describeFindings, type Finding, failFinding, okFinding, renderChecks, warnFinding } from "./doctor-finding.ts";
import { checkLinks } from "./doctor-links.ts";
import { checkClock, checkDisk, checkMemory, checkPermissions } from "./doctor-machine.ts";

/** The approximate size of an image, in bytes for each teacher. */
const bytesPerTeacher = 50;

/** Prints the findings. Returns 1 if a check fails, otherwise 0. Changes nothing. */
export async function runDoctor(values: SettingValues): Promise<number> {
  const folder = values.dataDir ?? imageFolderBeside(values.database);
  const { findings, inspected } = await checkDatabases(values.database, readTimeline(folder));
  const image = listImages(folder)[0];
  const found = image === undefined ? undefined : statSync(image, { throwIfNoEntry: false });
  const publication = inspected?.current ?? null;
  const imageBytes = Math.max(found?.size ?? 0, (publication?.count ?? 0) * bytesPerTeacher);
  const all: Finding[] = [
    await checkSettings(values),
    ...findings,
    ...checkPermissions(folder, image !== undefined),
    ...checkDisk(values.database, folder, imageBytes),
    checkMemory(imageBytes, values),
    checkClock(Date.now(), {
      databaseMs: inspected?.clockOffsetMs ?? null,
      publishedMs: publication === null ? null : Date.parse(publication.publishedAt),
    }),
    await checkLinks(values),
  ];
  const healthy = all.every(({ status }) => status !== "fail");
  print(values.json ? renderJson({ healthy, checks: describeFindings(all) }) : renderChecks(all));
  return healthy ? 0 : 1;
}

/** Checks the settings together. Each one is valid by itself. */
async function checkSettings({ host, port, baseUrl, rateLimit, trustedProxy }: SettingValues): Promise<Finding> {
  try {
    checkExposure(host, baseUrl);
    await checkHost({ host, names: ["host", "port"] });
    // Only a proxy on this machine can connect to such a server.
    if (rateLimit !== null && trustedProxy === null && baseUrl !== null && isLoopback(host)) {
      return warnFinding(
        "settings.shared_client",
        "--rate-limit counts all clients of the proxy as one",
        "set --trusted-proxy to the proxy",
      );
    }
    const url = listUrlOf(host, port);
    return okFinding("settings.listening", `serve would listen on ${url}`, { url });
  } catch (error) {
    const [detail = "", action = "correct the setting"] = (error as Error).message.split("; ");
    return failFinding("settings.refused", detail, action);
  }
}
