/** The officer's pages, as a browser without scripts uses them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { textsOf } from "../src/domain/teacher.ts";
import { openFile } from "../src/read/formats/open.ts";
import { writeTextSheets } from "../src/workbook/workbook-writer.ts";
import { findTooWide, findViolations, openBrowser, visit } from "./support/browser.ts";
import { Officer, type RunningOffice, startOffice } from "./support/officer.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, run } from "./support/program.ts";
import { importConfirmed } from "./support/publish.ts";

const chromium = findPart("chromium");

/** The id, the last, the first and the middle name, and the position. */
type Person = readonly string[];

const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
const headings = ["Табельний номер", "Прізвище", "Ім'я", "По батькові", "Посада"];
const people = [...generateTeachers(1200, 7)].map((teacher): Person => [String(teacher.id), ...textsOf(teacher)]);
const render = (rows: readonly Person[], names: Person = headings): string =>
  [names, ...rows].map((row) => `${row.join(";")}\r\n`).join("");
const renderWithoutIds = (rows: readonly Person[]): string =>
  render(
    rows.map((row) => row.slice(1)),
    headings.slice(1),
  );

const folder = makeFolder();
const temporary = join(folder.path, "temporary");
let office: RunningOffice;
let officer: Officer;

beforeAll(async () => {
  mkdirSync(temporary);
  office = await startOffice(["--directory-url", "https://teachers.example.edu/teachers/"], {
    folder: folder.path,
    environment: { TMPDIR: temporary },
  });
  officer = new Officer(office.origin);
  await officer.enter(office.key);
});

afterAll(async () => {
  await office?.stop();
  folder.remove();
});

const status = async (): Promise<string> => (await run(["status"], { folder: folder.path })).stdout;

/** Uploads a file, whose preview has these words. Returns its text. */
async function upload(content: string | Uint8Array<ArrayBuffer>, ...words: readonly string[]): Promise<string> {
  const { text } = await officer.upload(content, "список.csv");
  for (const word of words) expect(text).toContain(word);
  return text;
}

/** Answers a question of the preview, which then has these words. */
async function answer(fields: Parameters<Officer["answer"]>[0], words: string): Promise<void> {
  expect((await officer.answer(fields)).text).toMatch(new RegExp(`Відповіді збережено.*${words}`));
}

/** Publishes with boxes ticked, and expects this version. */
async function publish(version: number, ...sure: readonly string[]): Promise<void> {
  expect((await officer.publish(["concerns", "restored", ...sure])).text).toContain(`Опубліковано версію ${version}`);
}

test("publishes the first list of 1,200 people", async () => {
  expect((await officer.get("/")).text).toContain("Ще нічого не опубліковано");
  const counts = "додано 1 200, змінено 0, вилучено 0, без змін 0";
  const preview = await upload(render(people), counts, "Опублікувати список (1 200)");
  // Some of the generated people have no given name.
  expect(preview).toMatch(/Записи, схожі на помилки: \d+|Запис, схожий на помилку/);
  expect(await status()).not.toContain("1,200");
  await publish(1);
  expect(officer.page.html).toContain('href="https://teachers.example.edu/teachers/"');
  expect(await status()).toMatch(/Teachers +1,200/);
  // Both lists say how many they leave out.
  const changes = (await officer.get("/changes/1")).text;
  for (const text of [preview, changes]) expect(text).toMatch(/Додано \D.* … і ще \d+ /);
  expect(changes).toContain("Перша версія");
});

test("sees every change of a monthly update beside its row, the removed first", async () => {
  const [first, second, third, ...others] = people;
  const newcomer = ["5000", "Новенька", "Марія", "Іванівна", "асистент"];
  const changed = [second!.with(1, "Новопрізвищенко"), third!.with(4, "академік")];
  const counts = "додано 1, змінено 2, вилучено 1, без змін 1 197";
  const text = await upload(render([...changed, ...others, newcomer]), counts, "У довіднику ще нічого не змінилося");
  const order = [
    ...["Вилучено 1", first![1], "Змінилося: прізвище 1", "Новопрізвищенко", "Змінилося: посада 1", "академік"],
    ...["Додано 1", "Новенька Марія Іванівна , асистент рядок 1201, номер 5000"],
  ];
  expect(text).toMatch(new RegExp(order.join(".*"), "s"));
  expect(text).not.toContain("пропущено рядків");
  await publish(2);
});

test("is stopped by half a file, until she ticks what would happen", async () => {
  await upload(render(people.slice(0, 600)), "Вилучити 601 викладача із 1 200. Це більша частина довідника");
  const refused = await officer.publish();
  expect(refused.text).toContain("поставте позначку біля кожного пункту");
  expect([refused.status, await status()]).toEqual([409, expect.stringMatching(/Version +2 /)]);
  expect(officer.valuesOf("sure")).toContain("removed");
  await publish(3, ...officer.valuesOf("sure"));
});

test("takes a wrong list back", async () => {
  expect((await officer.post("/return", { version: "2" })).text).toMatch(/Повернення до версії 2(?!.*інший файл)/);
  await publish(4);
  expect(await status()).toMatch(/Teachers +1,200/);
  expect((await officer.get("/changes/4")).text).toContain("Зміни від версії 3 до версії 4");
});

test("publishes a preview once, however often the form is sent", async () => {
  await officer.upload(render(people), "ще раз.csv");
  const tabs = [1, 2, 3].map(() => Object.assign(new Officer(office.origin), officer));
  const pages = await Promise.all(tabs.map((tab) => tab.publish(officer.valuesOf("sure"))));
  expect(pages.map(({ path }) => path)).toContain("/?published=5");
  expect((await officer.get(officer.page.path)).text).toContain("Якщо список ще не опубліковано");
});

test("previews again if somebody else has published meanwhile", async () => {
  await upload(render(people.slice(5)));
  const csv = "id,last_name,first_name,middle_name,degree\n1,Інша,Олена,Іванівна,доцент\n";
  await importConfirmed(["-"], { folder: folder.path, stdin: csv });
  const again = await officer.publish([], "Наказ № 12");
  expect(again.html).toContain('value="Наказ № 12"');
  expect(again.text).toMatch(/Тим часом опубліковано версію 6 \(.*: вилучено 1.199, змінено 1\)/);
  expect([again.status, await status()]).toEqual([409, expect.stringMatching(/Version +6 /)]);
  await officer.post("/return", { version: "5" });
  await publish(7);
});

test("says what each column contains, and is not asked next month", async () => {
  const unknown = ["Таб", "Прізв", "Імена", "Побатьк", "Робота"];
  await upload(render(people.slice(1), unknown), "Що в якому стовпці?");
  expect(officer.page.html).not.toContain('class="alarm"');
  await answer({ "column-0": fields, message: "Наказ № 7" }, "додано 0, змінено 0, вилучено 1");
  expect(officer.page.html).toContain('value="Наказ № 7"');
  await publish(8);
  await upload(render(people, unknown), "додано 1, змінено 0, вилучено 0", "уже був: версія 7 від ");
  await publish(9, "older");
  // Numbers of the tax office are never ids.
  await upload(render(people, headings.with(0, "РНОКПП")));
  await answer({ "column-0": fields }, "такі номери не публікуються");
  // Headings may be longer than a page shows.
  const long = unknown.map((what) => `${what} працівника за основним місцем роботи `.repeat(3).trim());
  await upload(render(people, long));
  await answer({ "column-0": fields }, "Змін немає");
  // Nothing is asked about known columns, which can be changed nevertheless.
  await answer({ "column-0": fields.with(2, "middle_name").with(3, "first_name") }, "змінено 1");
  // There may be no positions, which is a danger if there were some.
  await upload(
    render(
      people.map((row) => row.slice(0, 4)),
      headings.slice(0, 4),
    ),
    "У якому стовпці посада?",
  );
  expect(officer.page.html).toContain('class="alarm"');
  await answer({ "column-0": fields.slice(0, 4) }, "додано 0, змінено 1");
  // Another file has its own headings.
  await upload(render(people), "Змін немає");
});

test("gives ids to people without a number, also where rows are numbered in a column without a heading", async () => {
  await upload(renderWithoutIds(people), "кожна людина отримає номер", "Змін немає");
  const rows = people.map((row, i) => [...row.slice(1), String(i + 1)]);
  await upload(render(rows, [...headings.slice(1), ""]), "Змін немає");
});

test("is told what to do with a file that has no cell to correct, and is offered no workbook", async () => {
  const pdf = await upload("%PDF-1.7", "1 помилка у файлі", "Це PDF; скопіюйте таблицю в Excel або LibreOffice");
  expect(pdf + (await upload(render([]), "немає жодного викладача"))).not.toContain("з позначками");
});

test("corrects a file with the workbook of faults", async () => {
  const rows = people.map((row, i) => (i < 20 ? row.with(4, "050 123 45 67") : row));
  await upload(render(rows), "20 помилок у файлі", "E2 050 123 45 67");
  expect(officer.page.text).not.toContain("Опублікувати");
  const response = await officer.send(`${officer.page.path}/corrections.xlsx`);
  const name = `filename="corrections.xlsx"; filename*=UTF-8''${encodeURIComponent("Що виправити")}.xlsx`;
  expect(response.headers.get("content-disposition")).toBe(`attachment; ${name}`);
  const { tables } = await openFile(Buffer.from(await response.arrayBuffer()));
  const found = [...tables[0]!.rows].map(({ cells }) => [...cells]);
  expect(found[0]!).toEqual(["Що виправити", ...headings]);
  expect(found[1]!).toEqual([expect.stringContaining("телефон"), ...rows[0]!]);
  expect(found[22]![0]).toBe("");
  for (const [count, words] of [
    [17, "3 помилки у файлі"],
    [20, "Змін немає"],
  ] as const) {
    const mended = found.map((cells, i) => (i > 0 && i <= count ? ["", ...people[i - 1]!] : cells));
    const workbook = await writeTextSheets([{ name: "Викладачі", rows: mended }]);
    await upload(Uint8Array.from(workbook), words);
  }
});

test("is asked about two rows of one name, which are one person unless she says so", async () => {
  const whole = people.find((row) => row.slice(1, 4).every((text) => text.length > 2))!;
  await upload(renderWithoutIds([...people, whole]), "Повторені імена: одна людина чи різні?");
  const [pair] = officer.valuesOf("different");
  // What she ticks without saving it is not published unseen.
  const form = { preview: officer.valuesOf("preview"), pair: pair!, different: pair!, message: "" };
  const unseen = await officer.post(officer.page.path, form);
  expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining("зміни вже інші")]);
  await answer({ pair: pair!, different: pair! }, "додано 1, змінено 0, вилучено 0");
  await answer({ pair: pair! }, "Змін немає");
});

test("is asked which sheet has the list", async () => {
  const halves = { Фізичний: people.slice(0, 600), Історичний: people.slice(600) };
  const sheets = Object.entries(halves).map(([name, rows]) => ({ name, rows: [headings, ...rows] }));
  const workbook = Uint8Array.from(await writeTextSheets(sheets));
  await upload(workbook, "Викладачі на кількох аркушах: «Фізичний» і «Історичний»; які читати?");
  await answer({ sheet: officer.valuesOf("sheet").at(-1)! }, "Змін немає");
});

test("leaves out a row that is not a teacher", async () => {
  const rows = [...people, ["7001", "Вакансія", "-", "-", "доцент"]];
  await upload(render(rows), "Ці рядки не схожі на одного викладача", "Завантажити з позначками");
  const last = JSON.stringify([null, 1202]);
  expect(officer.valuesOf("left-out")).toContain(last);
  await answer({ "left-out": last }, "Змін немає");
});

test("downloads an empty table and the current one", async () => {
  for (const [name, count] of [
    ["empty", 1],
    ["teachers", 1201],
  ] as const) {
    const response = await officer.send(`/download/${name}.xlsx`);
    const { tables } = await openFile(Buffer.from(await response.arrayBuffer()));
    const rows = [...tables[0]!.rows];
    expect([rows.length, rows[0]!.cells.length]).toEqual([count, 5]);
  }
});

test("is named in the history", async () => {
  expect((await officer.get("/history")).text).toMatch(/:\d\d (?:на цьому комп’ютері|\S+@\S+) 1 200 додано 1 /);
  expect((await run(["history"], { folder: folder.path })).stdout).toContain(`@${hostname()}`);
});

test("erases a person from all versions after typing the full name", async () => {
  const [id, last, first, middle] = people[20]!;
  await officer.get("/erase");
  const found = await officer.post("/erase", { name: `${last!.toUpperCase()} ${first!.slice(0, 2)}` });
  expect(found.html).toContain(`action="/erase/${id}"`);
  const refused = await officer.post(`/erase/${id}`, { name: last! });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("нікого не видалено")]);
  const done = await officer.post(`/erase/${id}`, { name: ` ${last!.toUpperCase()}  ${first} ${middle}` });
  // A reload says it again.
  expect((await officer.get(done.path)).text).toMatch(/опубліковано версію 10 без цих даних.*резервні копії/);
  const shown = await run(["export", "--at", "1"], { folder: folder.path });
  expect(shown.stdout).not.toContain(`\n${id},`);
  expect(office.stderr()).not.toContain(last!);
  const words = [`з номером ${id} (рядок 22) видалено назавжди`, "Завантажити з позначками", "Вибрати файл"];
  await upload(render(people), ...words);
});

test("erases her answers if a heading has the name", async () => {
  const others = people.toSpliced(20, 1);
  const person = ["8000", "Унікальненко", "Зореслава", "Мстиславівна", "доцент"];
  await upload(render([...others, person]));
  await publish(11, "older");
  await upload(render(others, person.with(4, "Посада")));
  await officer.answer({ "column-0": fields });
  await publish(12, "older", "removed");
  const holdsName = (): boolean => readFileSync(join(folder.path, "var/teachers.db")).includes(person[1]!);
  expect(holdsName()).toBe(true);
  await officer.get("/erase");
  await officer.post("/erase/8000", { name: person.slice(1, 4).join(" ") });
  expect(holdsName()).toBe(false);
});

test("publishes people who have exchanged their numbers only if she ticks that this is right", async () => {
  const sych = ["9001", "Сич", "Олена", "Іванівна", "доцент"];
  const koval = ["9002", "Коваль", "Тарас", "Петрович", "доцент"];
  await upload(render([sych, koval]));
  expect((await officer.publish(["concerns", "emptied"])).text).toContain("2 викладачі");
  const place = "рядок 2, номер 9001, під цим номером інша людина";
  const text = await upload(render([koval.with(0, "9001"), sych.with(0, "9002")]), place);
  expect(text).toMatch(/Записи, схожі на помилки: \d+|Запис, схожий на помилку/);
  const refused = await officer.publish(["renamed"]);
  expect(refused.text).toContain("Не опубліковано: поставте позначку біля кожного пункту.");
});

test("is asked whether a new name is somebody who was erased, and keeps the number under a new last name", async () => {
  const newcomer = ["", "Приходько", "Зореслава", "Мстиславівна", "доцент"];
  const known = people.slice(30, 60).map((row) => row.with(0, ""));
  await upload(renderWithoutIds([...known, newcomer]), "Цю нову людину могли раніше видалити назавжди");
  expect((await officer.publish(["concerns", "removed"])).text).toContain("Не опубліковано");
  expect((await officer.publish(["concerns", "emptied", "restored", "added", "newcomers"])).text).toContain(
    "Опубліковано",
  );
  const married = newcomer.with(1, "Заміжня");
  const text = await upload(renderWithoutIds([...known, married]));
  const [, id] = /Заміжня Зореслава Мстиславівна , доцент [^А-ЯІЇЄҐ]*раніше номер (\d+)/.exec(text) ?? [];
  await upload(render([...known, married.with(0, id!)]), "Змінилося: прізвище 1");
});

test("reads everything in English too", async () => {
  const { html, text } = await officer.get("/?lang=en");
  expect(html).toContain('<html lang="en">');
  expect(text).toContain("Choose a file, or drop it here");
  expect((await officer.get("/history")).text).toContain("Reason, source");
});

test("leaves, and is asked to sign in", async () => {
  await officer.get("/?lang=uk");
  const { text, path } = await officer.post("/leave", {});
  expect(path).toBe("/enter");
  expect(text).toContain("Вхід для кадровика");
  expect((await officer.post("/upload", {})).text).toContain("Сеанс завершено");
  expect((await officer.enter("a1b2c")).text).toContain("Ключ неправильний");
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(chromium === null)("every page that she has seen is accessible, and no wider than a phone", async () => {
  await using browser = await openBrowser(chromium!);
  await using visited = await visit(browser);
  const { page } = visited;
  // Of a long list, some rows are enough.
  const shortened = new HTMLRewriter().on("li:nth-child(n+9), tr:nth-child(n+9)", {
    element: (row) => void row.remove(),
  });
  let shown = "";
  await page.route(`${office.origin}/seen`, (route) =>
    route.fulfill({ contentType: "text/html", body: shortened.transform(shown) }),
  );
  const known = new Set<string>();
  for (shown of officer.seen) {
    // A page of elements that others have too adds nothing.
    const kinds = shown.match(/<\w+(?= )(?:[^>]* class="[^"]*")?/g)!.map((tag) => tag.replace(/ .* /, " "));
    if (kinds.every((kind) => known.has(kind))) continue;
    for (const kind of kinds) known.add(kind);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${office.origin}/seen`);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findTooWide(page)).toEqual([]);
    // A legend of several lines is inside its frame.
    const topOf = (selector: string): Promise<number[]> =>
      page.locator(selector).evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top));
    const frames = await topOf("fieldset:has(> legend)");
    for (const [i, top] of (await topOf("legend")).entries()) expect(top).toBeGreaterThan(frames[i]!);
  }
  expect(visited.faults).toEqual([]);
});
