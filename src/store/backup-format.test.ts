import { expect, test } from "bun:test";
import { BackupError, type BackupFault, parseBackupLine } from "./backup-format.ts";

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

test.each<[string, number, BackupFault["code"]]>([
  ["id,last_name", 1, "foreign"],
  ["{}", 1, "foreign"],
  ['["teacher",1,null,5]', 1, "foreign"],
  [head.replace("1,", "2,"), 1, "newer"],
  ['["teachers-backup",1,{}]', 1, "damagedLine"],
  ['["teachers-backup",1,null]', 1, "damagedLine"],
  ["", 2, "damagedLine"],
  ['["toString"]', 2, "damagedLine"],
  [JSON.stringify(["publication", { ...publication, count: -1 }]), 2, "damagedLine"],
  ['["teacher",1,null,0,"А"]', 3, "damagedLine"],
  ['["teacher",1,null,5,null]', 3, "damagedLine"],
  ['["teacher",null,null,5,"А"]', 3, "damagedLine"],
])("parseBackupLine() refuses %s", (text, line, code) => {
  expect(() => parseBackupLine(text, line)).toThrow(BackupError);
  expect(() => parseBackupLine(text, line)).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ code }) }),
  );
});
