/** What happens with each request that was answered: the metrics count it, and the access log has a line. */
import type { AppOptions } from "../../http/request-context.ts";
import { logAnswer } from "../log/access-log.ts";
import type { Log } from "../log/log.ts";
import type { AnswerMetrics } from "./answer-metrics.ts";

/** The callbacks of the app that count requests for the metrics, if there are any, and write the access log. */
export function createRequestRecords(
  { accessLog, log }: { readonly accessLog: "names" | "values" | null; readonly log: Log },
  metrics: AnswerMetrics | null,
): Pick<AppOptions, "onAnswered" | "onSearch"> {
  return {
    onAnswered:
      metrics === null && accessLog === null
        ? null
        : (answered) => {
            metrics?.countRequest(answered);
            if (accessLog !== null) logAnswer(log, accessLog === "values", answered);
          },
    onSearch: (reading) => metrics?.onSearch(reading),
  };
}
