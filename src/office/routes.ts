/** The routes of the officer's pages, for those who have signed in. */
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
  // By POST, so that no name is in an address or in a log.
  "POST /erase": searchPeople,
  "POST /erase/:id": erasePerson,
};

/** Those that read a file, of which only a few are at a time. */
const reading: readonly Handler[] = [takeUpload, downloadCorrections, answerQuestions];

/** What answers a request, and the part of the path that the route leaves open; null if there is no such page. */
export function findOfficeRoute(method: string, path: string) {
  const [, before, id = "", after = ""] = /^(\/(?:preview|erase)\/)([\w-]+)(.*)$/.exec(path) ?? [];
  const key = `${method} ${before === undefined ? path : `${before}:id${after}`}`;
  const handle = Object.hasOwn(handlers, key) ? handlers[key]! : null;
  return handle && { handle, id, isReading: reading.includes(handle) };
}
