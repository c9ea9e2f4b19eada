/** Teachers with the same name: an import accepts them once and for all, so later imports do not warn of them. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAll } from "./support/command-lines.ts";
import { makeFolder } from "./support/program.ts";
import { anyContent } from "./support/publish.ts";

const others = ["Шевченко Тарас Григорович", "Мороз Олег Ігорович", "Бойко Ірина Василівна"];
const namesake = "Коваль Ганна Петрівна";

/** The staff, and this many teachers with the same name, with ids from 11. */
function renderStaff(namesakes: number, newcomer = ""): string {
  const names = [...others, ...(newcomer === "" ? [] : [newcomer])].map((name, i) => `${i + 1},${name},доцент`);
  const same = Array.from({ length: namesakes }, (_, i) => `${i + 11},${namesake},асистент`);
  return `${["ТН,ПІБ,Посада", ...names, ...same].join("\n")}\n`;
}

/** The steps of an officer in order, the exit code of each, and whether it prints namesakes. */
const steps: readonly (readonly [args: readonly string[], exitCode: number, isWarned: boolean])[] = [
  [["import", "two.csv"], 0, true],
  [["import", "two.csv"], 0, true],
  [["import", "two.csv", "--accept-namesakes"], 0, false],
  [["import", "two.csv", ...anyContent], 0, false],
  [["import", "next-month.csv", ...anyContent], 0, false],
  [["import", "three.csv", "--dry-run", ...anyContent], 0, true],
  [["import", "three.csv", "--accept-namesakes", ...anyContent], 0, false],
  [["rollback", "1"], 0, false],
  [["import", "next-month.csv", ...anyContent], 0, false],
  [["import", "one.csv", ...anyContent], 0, false],
  [["import", "three.csv", ...anyContent], 0, false],
  [["import", "without-ids.csv", "--keep-ids", ...anyContent], 0, false],
  [["import", "four.csv", ...anyContent], 0, true],
  // Erased teachers are forgotten. A name with one teacher needs no acceptance.
  [["erase", "11", "13", "14", "--yes"], 0, false],
  [["import", "two-others.csv", ...anyContent], 0, true],
];

test("namesakes are accepted once, also after a rollback and when they return", async () => {
  using folder = makeFolder();
  const files: Readonly<Record<string, string>> = {
    "one.csv": renderStaff(1),
    "two.csv": renderStaff(2),
    "next-month.csv": renderStaff(2, "Сич Інна Ігорівна"),
    "three.csv": renderStaff(3),
    "four.csv": renderStaff(4),
    "without-ids.csv": renderStaff(3).replaceAll(/^[^,]*,/gm, ""),
    "two-others.csv": renderStaff(2).replace(/^11,/m, "21,"),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
  const finished = await runAll(
    steps.map(([args]) => ({ args })),
    folder.path,
  );
  for (const [i, [args, exitCode, isWarned]] of steps.entries()) {
    const { stderr } = finished[i]!;
    const found = [finished[i]!.exitCode, stderr.includes(`"${namesake}"`)];
    expect([args, ...found], stderr).toEqual([args, exitCode, isWarned]);
  }
});
