import { expect, test } from "bun:test";
import { fstatSync } from "node:fs";
import { join } from "node:path";
import { noAnswers } from "../answers.ts";
import { createPrivateFile, readApart } from "./read-apart.ts";
import { parseReading } from "./reading.ts";

const request = { fileName: "a.csv", answers: noAnswers, leftOut: [], namesakes: [], workbook: null } as const;
const program = [process.execPath, join(import.meta.dir, "../../main.ts"), "read-file"];

async function read(content: string, command: readonly string[], ms: number) {
  const failures: (string | number)[] = [];
  const file = createPrivateFile(Buffer.from(content));
  const written = await readApart(file, request, { command, ms, onFailure: (ended) => failures.push(ended) });
  file.close();
  return { written, failures };
}

test("a file is read in a process of its own", async () => {
  const csv = "id,last_name,first_name,middle_name,degree\n7,Шевченко,Олена,Іванівна,доцент\n";
  const { written, failures } = await read(csv, program, 60_000);
  const { roster, places, faults } = parseReading(written!);
  expect([roster.count, places.get(7), faults.count, failures]).toEqual([1, "2", 0, []]);
  written!.close();
});

test("rows that might not be teachers come with their ids, even beside faults and in the first rows", async () => {
  const rows = ["7,0лена,Олена,Іванівна,доцент", "8,Сич,Олена,Іванівна,доцент", "x,Чуб,Олена,Іванівна,доцент"];
  const csv = `id,last_name,first_name,middle_name,degree\n${[...rows, "9,Коваль1,Олена,Іванівна,доцент"].join("\n")}\n`;
  const { written } = await read(csv, program, 60_000);
  const { rowIds, faults } = parseReading(written!);
  expect([rowIds, faults.count]).toEqual([
    [
      ["2", 7],
      ["5", 9],
    ],
    1,
  ]);
  written!.close();
});

test("a process that takes too long is killed, even if it ignores signals", async () => {
  const { written, failures } = await read("", ["sh", "-c", "trap '' TERM INT HUP; while :; do read -r _; done"], 200);
  expect([written, failures]).toEqual([null, ["SIGKILL"]]);
});

test("a process that fails gives nothing", async () => {
  const { written, failures } = await read("", ["sh", "-c", "echo half; exit 3"], 60_000);
  expect([written, failures]).toEqual([null, [3]]);
});

test("a private file has no name", () => {
  const file = createPrivateFile(Buffer.from("secret"));
  expect(fstatSync(file.descriptor).nlink).toBe(0);
  expect([String(file.read()), String(file.read())]).toEqual(["secret", "secret"]);
  file.close();
});
