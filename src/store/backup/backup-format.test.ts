import { expect, test } from "bun:test";
import { BackupError, type BackupFault, parseBackupLine } from "./backup-format.ts";

const time = "2026-01-31T10:00:00.000Z";
const digest = "0123456789abcdef".repeat(4);
const head = `["teachers-backup",1,{"created_at":"${time}","fields":["id"]}]`;
const publication = {
  version: 1,
  id: "d6a5c507-905d-411f-b9d4-e22d4b08555e",
  publishedAt: time,
  source: "відділ\n1.csv",
  message: "Новий рік",
  count: 1,
  added: 1,
  changed: 0,
  removed: 0,
  digest,
};
const published = (changes: object): string => JSON.stringify(["publication", { ...publication, ...changes }]);

test.each<[string, number]>([
  [head, 1],
  [published({}), 2],
  [published({ source: "", message: "" }), 2],
  ['["teacher",1,null,5,"А","","",""]', 3],
  [`["erased",5,"${time}"]`, 4],
  ['["highest_id",0]', 5],
  [`["end",{"publications":1,"teachers":0},"${digest}"]`, 6],
])("parseBackupLine() takes %s", (text, line) => {
  expect(parseBackupLine(text, line) as unknown).toEqual(JSON.parse(text));
});

test.each<[string, number, BackupFault["code"]]>([
  ["id,last_name", 1, "foreign"],
  ["{}", 1, "foreign"],
  ['["teacher",1,null,5]', 1, "foreign"],
  [head.replace("1,", "3,"), 1, "newer"],
  ['["teachers-backup",3]', 1, "newer"],
  ['["teachers-backup",0,{}]', 1, "damagedLine"],
  ['["teachers-backup",1,{}]', 1, "damagedLine"],
  ['["teachers-backup",1,null]', 1, "damagedLine"],
  [head.replace(time, "yesterday"), 1, "damagedLine"],
  ["", 2, "damagedLine"],
  ["null", 2, "damagedLine"],
  ['["toString"]', 2, "damagedLine"],
  ['[["publication"]]', 2, "damagedLine"],
  [published({ count: -1 }), 2, "damagedLine"],
  [published({ added: 0.5 }), 2, "damagedLine"],
  [published({ removed: "1" }), 2, "damagedLine"],
  [published({ version: 0 }), 2, "damagedLine"],
  [published({ version: 2 ** 31 - 1 }), 2, "damagedLine"],
  [published({ id: "../../evil" }), 2, "damagedLine"],
  [published({ id: publication.id.toUpperCase() }), 2, "damagedLine"],
  [published({ publishedAt: "2026-02-30T10:00:00.000Z" }), 2, "damagedLine"],
  [published({ publishedAt: "2026-01-31" }), 2, "damagedLine"],
  [published({ digest: "d" }), 2, "damagedLine"],
  [published({ source: "я".repeat(256) }), 2, "damagedLine"],
  [published({ source: "a\0b" }), 2, "damagedLine"],
  [published({ message: "a\u001b[2J" }), 2, "damagedLine"],
  [published({ message: "a\nb" }), 2, "damagedLine"],
  [published({ message: "я".repeat(201) }), 2, "damagedLine"],
  [published({ note: "" }), 2, "damagedLine"],
  [JSON.stringify(["publication", publication, 1]), 2, "damagedLine"],
  ['["teacher",1,null,0,"А"]', 3, "damagedLine"],
  ['["teacher",1,null,5,null]', 3, "damagedLine"],
  ['["teacher",null,null,5,"А"]', 3, "damagedLine"],
  ['["teacher",1,0,5,"А"]', 3, "damagedLine"],
  ['["erased",5,"2026"]', 4, "damagedLine"],
  ['["highest_id",9007199254740992]', 5, "damagedLine"],
  ['["end",{"publications":1,"teachers":0,"x":1},"d"]', 6, "damagedLine"],
])("parseBackupLine() refuses %s", (text, line, code) => {
  expect(() => parseBackupLine(text, line)).toThrow(BackupError);
  expect(() => parseBackupLine(text, line)).toThrow(
    expect.objectContaining({ fault: expect.objectContaining({ code }) }),
  );
});
