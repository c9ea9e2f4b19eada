/** The routes of the officer's pages, for those who have signed in. */
import type { OfficeAnswer, OfficeRequest } from "./context.ts";
import { erasePerson, findPeople, showErase, showPerson } from "./handlers/erase-handlers.ts";
import { returnTo, showChanges, showVersions } from "./handlers/history-handlers.ts";
import { downloadCurrent, downloadEmpty, leave, showHome } from "./handlers/home-handlers.ts";
import {
  answerQuestions,
  downloadChanges,
  downloadExplained,
  dropWaiting,
  publishWaiting,
  showPreview,
  showPublished,
  takeUpload,
} from "./handlers/preview-handlers.ts";

interface Route {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /** Whether a file is read, of which only a few are at a time. */
  readonly isUpload?: boolean;
  handle(request: OfficeRequest): OfficeAnswer | Promise<OfficeAnswer>;
}

const routes: readonly Route[] = [
  { method: "GET", path: /^\/$/, handle: showHome },
  { method: "POST", path: /^\/leave$/, handle: leave },
  { method: "GET", path: /^\/download\/teachers\.xlsx$/, handle: downloadCurrent },
  { method: "GET", path: /^\/download\/empty\.xlsx$/, handle: downloadEmpty },
  { method: "POST", path: /^\/upload$/, isUpload: true, handle: takeUpload },
  { method: "GET", path: /^\/preview\/([\w-]+)$/, handle: showPreview },
  { method: "GET", path: /^\/preview\/([\w-]+)\/changes\.csv$/, handle: downloadChanges },
  { method: "GET", path: /^\/preview\/([\w-]+)\/corrections\.xlsx$/, isUpload: true, handle: downloadExplained },
  { method: "POST", path: /^\/preview\/([\w-]+)\/answers$/, isUpload: true, handle: answerQuestions },
  { method: "POST", path: /^\/preview\/([\w-]+)\/drop$/, handle: dropWaiting },
  { method: "POST", path: /^\/preview\/([\w-]+)\/publish$/, handle: publishWaiting },
  { method: "GET", path: /^\/published\/(\d{1,9})$/, handle: showPublished },
  { method: "GET", path: /^\/history$/, handle: showVersions },
  { method: "GET", path: /^\/changes$/, handle: showChanges },
  { method: "POST", path: /^\/return$/, handle: returnTo },
  { method: "GET", path: /^\/erase$/, handle: showErase },
  // By POST, so that no name is in an address or in a log.
  { method: "POST", path: /^\/erase$/, handle: findPeople },
  { method: "GET", path: /^\/erase\/(\d{1,16})$/, handle: showPerson },
  { method: "POST", path: /^\/erase\/(\d{1,16})$/, handle: erasePerson },
];

/** The route of a method and a path, with the parts of the path; null if there is none. */
export function findOfficeRoute(method: Route["method"], path: string): (Route & { readonly params: string[] }) | null {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match !== null) return { ...route, params: match.slice(1) };
  }
  return null;
}
