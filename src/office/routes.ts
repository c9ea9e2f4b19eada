/** The routes of the officer's pages after sign-in. */
import { erasePerson, searchPeople, showFound } from "./pages/erase.tsx";
import { showChanges, showVersions } from "./pages/history.tsx";
import { downloadCurrent, downloadEmpty, leave, showHome } from "./pages/home.tsx";
import { publish, showPreview } from "./pages/preview.tsx";
import type { OfficeRequest } from "./request.ts";
import { answerQuestions, downloadCorrections, returnTo, takeUpload } from "./uploads.ts";

type Handler = (request: OfficeRequest) => Response | Promise<Response>;

const handlers: Readonly<Record<string, Handler>> = {
  "GET /": showHome,
  "POST /leave": leave,
  "GET /download/teachers.xlsx": downloadCurrent,
  "GET /download/empty.xlsx": downloadEmpty,
  "POST /upload": takeUpload,
  "POST /return": returnTo,
  "GET /preview/:id": (request) => showPreview(request),
  "GET /preview/:id/corrections.xlsx": downloadCorrections,
  "POST /preview/:id/answers": answerQuestions,
  "POST /preview/:id/publish": publish,
  "GET /history": showVersions,
  "GET /changes": showChanges,
  "GET /erase": (request) => showFound(request, null),
  // By POST, so that no name gets into a URL or a log.
  "POST /erase": searchPeople,
  "POST /erase/:id": erasePerson,
};

/** The handlers that receive or read a file. Only a few of them run at a time. */
const reading: readonly Handler[] = [takeUpload, downloadCorrections, answerQuestions];

/** The handler of a request, and the `:id` of its path; null if there is no such page. */
export function findOfficeRoute(method: string, path: string) {
  const [, before, id = "", after = ""] = /^(\/(?:preview|erase)\/)([\w-]+)(.*)$/.exec(path) ?? [];
  const key = `${method} ${before === undefined ? path : `${before}:id${after}`}`;
  const handle = Object.hasOwn(handlers, key) ? handlers[key]! : null;
  return handle && { handle, id, isReading: reading.includes(handle) };
}
