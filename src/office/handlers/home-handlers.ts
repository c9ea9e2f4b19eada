/** The first page, the current list as a file, and the way out. */
import { listTeachers } from "../../domain/roster.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { type OfficeAnswer, type OfficeRequest, withOfficeStore, workbookType } from "../context.ts";
import { homePage } from "../pages/home-page.tsx";
import { problemPage } from "../pages/layout.tsx";

export async function showHome({ options, session, waiting }: OfficeRequest): Promise<OfficeAnswer> {
  const entries = await withOfficeStore(options, (store) => store.listPublications());
  const { directoryUrl } = options;
  return { page: () => homePage({ session, entries, waiting: waiting.findOf(session), directoryUrl }) };
}

export function leave({ options, session, sessions }: OfficeRequest): OfficeAnswer {
  sessions.end(session);
  options.log("office.left", { user: session.user });
  return { location: "/enter", cookie: sessions.renderCookie("") };
}

/** The current list as a workbook. */
export async function downloadCurrent({ options, session }: OfficeRequest): Promise<OfficeAnswer> {
  const roster = await withOfficeStore(options, async (store) => {
    const current = await store.findCurrent();
    if (current === null || current.count > workbookTeachersMax) return null;
    return store.read((reader) => readVersion(reader, current));
  });
  if (roster === null) return { page: problemPage("notFound"), status: 404 };
  return workbookOf("teachers.xlsx", listTeachers(roster), session.lang);
}

/** A workbook to fill: the headings alone. */
export function downloadEmpty({ session }: OfficeRequest): OfficeAnswer {
  return workbookOf("empty.xlsx", [], session.lang);
}

function workbookOf(
  fileName: string,
  batches: Iterable<readonly StoredTeacher[]>,
  lang: OfficeRequest["session"]["lang"],
): OfficeAnswer {
  return { fileName, contentType: workbookType, body: writeTeachersWorkbook(batches, lang) };
}
