/** The resources that tell of the service itself: its index and its OpenAPI description. */
import { type Answer, cacheControl, jsonAnswer } from "./answer.ts";
import type { Call } from "./call.ts";
import { describeService } from "./openapi.ts";

/** The URLs of what exists, by name. */
export function getIndex({ base, options }: Call): Answer {
  const urls = { teachers: `${base}/teachers/`, openapi: `${base}/openapi.json` };
  return jsonAnswer(200, urls, { Vary: "Accept", "Cache-Control": cacheControl(options.maxAgeSeconds) });
}

export function getOpenapi({ base, options }: Call): Answer {
  return jsonAnswer(200, describeService(base, options), { "Cache-Control": cacheControl(options.maxAgeSeconds) });
}
