/**
 * Rows about changes since a version. test/copy.test.ts checks the answers; here the version is not known in advance.
 */
import { problem, type Row, type Section, says } from "./row.ts";

const unknown = "999-00000000";
const tooOld = {
  status: 410,
  json: problem(410, "The changes since that version are not known; read the whole list again."),
} as const;

const onList: readonly Row[] = [
  { name: "changes since an unknown version are 410", url: `/teachers/?changed_since=${unknown}`, ...tooOld },
  {
    name: "changes since an unknown version are 410 as JSON and as a file too",
    url: `/teachers.csv?changed_since=${unknown}&limit=5`,
    status: 410,
  },
  {
    name: "410 comes before 304",
    url: `/teachers/?changed_since=${unknown}`,
    headers: { "If-None-Match": "*" },
    ...tooOld,
  },
  { name: "the order by id may be written out", url: `/teachers/?changed_since=${unknown}&ordering=id`, ...tooOld },
  { name: "a blank version is absent", url: "/teachers/?changed_since=", status: 200 },
  {
    name: "a value that is not a version is refused, and the message says what is accepted",
    url: "/teachers/?changed_since=2026-11-23",
    status: 400,
    faults: [["changed_since", "unknown_value", "2026-11-23"]],
    holds: says("Dataset-Version", "3-5f0c2d1e"),
  },
  ...["degree=доцент", "id=3", "search=a", "q=a", "ordering=-id", "ordering=last_name", "format=html"].map(
    (other): Row => ({
      name: `changes exclude ${other}`,
      url: `/teachers/?changed_since=${unknown}&${other}`,
      status: 400,
      holds: says("can't be combined with", "request all changes"),
    }),
  ),
];

const onRemoved: readonly Row[] = [
  { name: "removed teachers since an unknown version are 410", url: `/teachers/removed/?since=${unknown}`, ...tooOld },
  {
    name: "removed teachers since an unknown version are 410 on the path of JSON too",
    url: `/teachers/removed.json?since=${unknown}`,
    ...tooOld,
  },
  {
    name: "removed teachers need a version",
    url: "/teachers/removed/",
    status: 400,
    faults: [["since", "missing", ""]],
    holds: says("Dataset-Version"),
  },
  {
    name: "all faults of a request for removed teachers are in one answer",
    url: "/teachers/removed/?since=7&limit=x",
    status: 400,
    faults: [
      ["since", "unknown_value", "7"],
      ["limit", "not_an_integer", "x"],
    ],
  },
  {
    name: "removed teachers are JSON only",
    url: `/teachers/removed/?since=${unknown}`,
    headers: { Accept: "text/csv" },
    status: 406,
  },
  {
    name: "the path of removed teachers without its slash is redirected",
    url: "/teachers/removed?since=7",
    status: 301,
  },
];

export const changes: Section = { name: "changes since a version", rows: [...onList, ...onRemoved] };
