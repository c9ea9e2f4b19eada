/** The settings of commands that publish, and of those about the history; and the language of both. */
import { extname } from "node:path";
import { langs } from "../../domain/lang.ts";
import { isMessage, messageLengthMax } from "../../domain/publication.ts";
import { integer, parseName, setting, switched } from "./setting.ts";

const percentage = "a percentage; expected 0% to 100%";

export const publishSettings = {
  keepIds: setting({
    flag: "keep-ids",
    help: "give ids to teachers without one: somebody who is already there, by name and degree, keeps the id, somebody who left gets it again if nobody else had that name, and others get the next ids",
    ...switched,
  }),
  acceptNamesakes: setting({
    flag: "accept-namesakes",
    help: "remember that the teachers of one name in this file are different people, so later imports don't warn of them",
    ...switched,
  }),
  allowRemoved: setting({
    flag: "allow-removed",
    placeholder: "P%",
    help: "the share of the directory that an import may remove",
    default: "10%",
    accepted: percentage,
    parse: parseShare,
  }),
  allowRenamed: setting({
    flag: "allow-renamed",
    placeholder: "P%",
    help: "the share of the directory that an import may give another name under the same id, or another id under the same name. Removed and renamed together may be 15%, or as much as the larger of both limits",
    default: "10%",
    accepted: percentage,
    parse: parseShare,
  }),
  allowChanged: setting({
    flag: "allow-changed",
    placeholder: "P%",
    help: "the share of a directory of 10 or more that an import may give another degree; by default a third",
    default: "33.333%",
    accepted: percentage,
    parse: parseShare,
  }),
  allowAdded: setting({
    flag: "allow-added",
    placeholder: "P%",
    help: "how many teachers an import may add to a directory of 10 or more, as a share of it; may be above 100%",
    default: "50%",
    accepted: "a percentage; expected 0% or more",
    parse: parsePercentage,
  }),
  allowOlder: setting({
    flag: "allow-older",
    help: "publish an image although the folder has one of a newer version, such as after a backup was restored",
    ...switched,
  }),
  message: setting({
    flag: "message",
    placeholder: "TEXT",
    help: "why the version is published, for the history",
    default: null,
    accepted: `a message; expected one line of at most ${messageLengthMax} characters`,
    parse: parseMessage,
  }),
  report: setting({
    flag: "report",
    placeholder: "FILE",
    help: "the file for the list of all changes: .csv for Excel, or .json",
    default: null,
    accepted: "a report file; expected names that end in .csv or .json",
    parse: (text) => ([".csv", ".json"].includes(extname(text).toLowerCase()) ? text : undefined),
  }),
  json: setting({
    flag: "json",
    help: "print the result as JSON",
    ...switched,
  }),
  keep: setting({
    flag: "keep",
    placeholder: "N",
    help: "how many of the newest versions to keep",
    default: null,
    ...integer("a number of versions", 1, 1_000_000),
  }),
  before: setting({
    flag: "before",
    placeholder: "DATE",
    help: "delete the versions that were published before this date, in UTC; the newest version is always kept",
    default: null,
    accepted: "a date; expected YYYY-MM-DD",
    parse: parseDate,
  }),
  yes: setting({
    flag: "yes",
    help: "do not ask before an erasure, a prune or a rollback, before a restore that loses versions, or before an import creates a new database; the limits of an import stay",
    ...switched,
  }),
  at: setting({
    flag: "at",
    placeholder: "VERSION",
    help: "the version to write; by default the newest one",
    default: null,
    ...integer("a version", 1, 2 ** 31 - 1),
  }),
  lang: setting({
    flag: "lang",
    placeholder: langs.join("|"),
    help: "the language of messages; by default that of the locale (LC_ALL, LC_MESSAGES, LANG), or English",
    default: null,
    accepted: `a language; expected ${langs.join(" or ")}`,
    parse: (text) => langs.find((lang) => lang === text),
  }),
} as const;

/** A share from 0 to 1, from a percentage. */
function parseShare(text: string): number | undefined {
  const share = parsePercentage(text);
  return share === undefined || share > 1 ? undefined : share;
}

function parsePercentage(text: string): number | undefined {
  const [, digits] = /^(\d{1,12}(?:\.\d{1,3})?)%?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) / 100;
}

/** The date, which is compared with ISO times as a text. */
function parseDate(text: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && new Date(text).toISOString().startsWith(text) ? text : undefined;
}

function parseMessage(text: string): string | undefined {
  return isMessage(text) && text.trim() !== "" ? parseName(text.trim()) : undefined;
}
