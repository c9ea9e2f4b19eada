/** The settings of commands that publish, and of the commands about the history; and the language of messages. */
import { extname } from "node:path";
import { langs } from "../../domain/lang.ts";
import { isMessage, messageLengthMax } from "../../domain/publication.ts";
import { type Declarations, integer, named, percentage, switched } from "./setting.ts";

export const publishSettings = {
  keepIds: {
    help: "give ids to teachers without one. Current teachers, matched by name and degree, keep their ids; former teachers get theirs back if nobody else had the name; all others get new ids",
    ...switched,
  },
  acceptNamesakes: {
    help: "accept that teachers with the same name in this file are different people; later imports don't warn of them",
    ...switched,
  },
  allowRemoved: {
    placeholder: "P%",
    help: "the share of the directory that an import may remove",
    default: "10%",
    ...percentage(100),
  },
  allowRenamed: {
    placeholder: "P%",
    help: "the share of teachers that an import may rename: another name under the same id, or another id under the same name. Removed and renamed teachers together may reach 15%, or the larger of the two limits if that is higher",
    default: "10%",
    ...percentage(100),
  },
  allowChanged: {
    placeholder: "P%",
    help: "the share of a directory of 10 or more that an import may give another degree; by default a third",
    default: "33.333%",
    ...percentage(100),
  },
  allowAdded: {
    placeholder: "P%",
    help: "how many teachers an import may add to a directory of 10 or more, as a share of it; may be above 100%",
    default: "50%",
    ...percentage(),
  },
  allowOlder: {
    help: "publish an image even if the folder has one of a newer version, such as after a backup was restored",
    ...switched,
  },
  message: {
    placeholder: "TEXT",
    help: "why the version is published, for the history",
    accepted: `a message; expected one line of at most ${messageLengthMax} characters`,
    parse: parseMessage,
  },
  afterPublish: {
    placeholder: "COMMAND",
    help: "a shell command to run after each publication, for example to purge a cache; its environment has the version and its counts",
    ...named("a command"),
  },
  report: {
    placeholder: "FILE",
    help: "the file for the list of all changes: .csv for Excel, or .json",
    accepted: "a report file; expected names that end in .csv or .json",
    parse: (text) => ([".csv", ".json"].includes(extname(text).toLowerCase()) ? text : undefined),
  },
  json: {
    help: "print the result as JSON",
    ...switched,
  },
  keep: {
    placeholder: "N",
    help: "how many of the newest versions to keep",
    ...integer("a number of versions", 1, 1_000_000),
  },
  before: {
    placeholder: "DATE",
    help: "delete the versions that were published before this date, in UTC; the newest version is always kept",
    accepted: "a date; expected YYYY-MM-DD",
    parse: parseDate,
  },
  yes: {
    help: "do not ask before an erasure, a prune or a rollback, before a restore that loses versions, or before an import creates a new database; the limits of an import still apply",
    ...switched,
  },
  at: {
    placeholder: "VERSION",
    help: "the version to write; by default the newest one",
    ...integer("a version", 1, 2 ** 31 - 1),
  },
  lang: {
    placeholder: langs.join("|"),
    help: "the language of messages; by default that of the locale (LC_ALL, LC_MESSAGES, LANG), or English",
    accepted: `a language; expected ${langs.join(" or ")}`,
    parse: (text) => langs.find((lang) => lang === text),
  },
} as const satisfies Declarations;

/** The date, as text that sorts like ISO times. */
function parseDate(text: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && new Date(text).toISOString().startsWith(text) ? text : undefined;
}

function parseMessage(text: string): string | undefined {
  return isMessage(text) && text.trim() !== "" ? text.trim() : undefined;
}
