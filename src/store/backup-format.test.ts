import { expect, test } from "bun:test";
import { BackupError, parseBackupLine } from "./backup-format.ts";

const head = '["teachers-backup",1,{"created_at":"","fields":["id"]}]';
const publication = {
  version: 1,
  id: "a",
  publishedAt: "b",
  source: "c",
  message: "",
  count: 1,
  added: 1,
  changed: 0,
  removed: 0,
  digest: "d",
};

test.each<[string, number]>([
  [head, 1],
  [JSON.stringify(["publication", publication]), 2],
  ['["teacher",1,null,5,"А","","",""]', 3],
  ['["erased",5,"2026-01-01T00:00:00.000Z"]', 4],
  ['["highest_id",0]', 5],
])("parseBackupLine() takes %s", (text, line) => {
  expect(parseBackupLine(text, line) as unknown).toEqual(JSON.parse(text));
});

test.each<[string, number, string]>([
  ["id,last_name", 1, "it is not a backup of this program"],
  ["{}", 1, "it is not a backup of this program"],
  ['["teacher",1,null,5]', 1, "it is not a backup of this program"],
  [head.replace("1,", "2,"), 1, "a newer release wrote it; use that release"],
  ['["teachers-backup",1,{}]', 1, "line 1 is damaged"],
  ['["teachers-backup",1,null]', 1, "line 1 is damaged"],
  ["", 2, "line 2 is damaged"],
  ['["toString"]', 2, "line 2 is damaged"],
  [JSON.stringify(["publication", { ...publication, count: -1 }]), 2, "line 2 is damaged"],
  ['["teacher",1,null,0,"А"]', 3, "line 3 is damaged"],
  ['["teacher",1,null,5,null]', 3, "line 3 is damaged"],
  ['["teacher",null,null,5,"А"]', 3, "line 3 is damaged"],
])("parseBackupLine() refuses %s", (text, line, message) => {
  expect(() => parseBackupLine(text, line)).toThrow(new BackupError(message));
});
