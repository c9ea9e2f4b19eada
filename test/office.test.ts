/** The officer's pages, as a browser without scripts uses them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { openFile } from "../src/read/formats/open.ts";
import { writeTextSheets } from "../src/workbook/workbook-writer.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { Officer, previewOf, type RunningOffice, startOffice } from "./support/officer.ts";
import { makeFolder, run } from "./support/program.ts";
import { importConfirmed } from "./support/publish.ts";

const head = "Номер;Прізвище;Ім'я;По батькові;Посада";
const people = [...generateTeachers(1200, 7)].map(
  ({ id, last_name, first_name, middle_name, degree }) =>
    [String(id), last_name, first_name, middle_name, degree] as const,
);
type Person = readonly [id: string, last: string, first: string, middle: string, degree: string];
const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
const render = (rows: readonly Person[], heading = head.replace("Номер", "Табельний номер")): string =>
  `${heading}\r\n${rows.map((row) => row.join(";")).join("\r\n")}\r\n`;

describe("an officer", () => {
  const folder = makeFolder();
  const temporary = join(folder.path, "temporary");
  mkdirSync(temporary);
  let office: RunningOffice;
  let officer: Officer;

  beforeAll(async () => {
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

  const version = async (): Promise<string> => (await run(["status"], { folder: folder.path })).stdout;

  test("enters, and sees that nothing is published", async () => {
    const { status, text } = await officer.get("/");
    expect({ status, text }).toMatchObject({ status: 200 });
    expect(text).toContain("Ще нічого не опубліковано");
  });

  test("publishes the first list of 1,200 people", async () => {
    const preview = await officer.upload(render(people), "Список.csv");
    expect(preview.text).toContain("додано 1 200, змінено 0, вилучено 0, без змін 0");
    expect(preview.text).toContain("Опублікувати список (1 200)");
    expect(await version()).not.toContain("1,200");
    // Some of the generated people have no given name.
    expect(preview.text).toMatch(/Ці записи правильні \(\d+\)\?/);
    const done = await officer.publish({ message: "Перший список", sure: "doubtful" });
    expect(done.text).toContain("Опубліковано версію 1");
    expect(done.html).toContain('href="https://teachers.example.edu/teachers/"');
    expect(await version()).toMatch(/Teachers +1,200/);
    // Both lists say how many they leave out.
    for (const { text } of [preview, await officer.get("/changes/1")]) expect(text).toMatch(/Додано .* … і ще \d+ /);
  });

  test("sees every change of a monthly update beside its row, the removed first", async () => {
    const [first, second, third, ...others] = people;
    const renamed: Person = [second![0], "Новопрізвищенко", ...(second!.slice(2) as [string, string, string])];
    const promoted: Person = [third![0], third![1], third![2], third![3], "академік"];
    const newcomer: Person = ["5000", "Новенька", "Марія", "Іванівна", "асистент"];
    const { text } = await officer.upload(render([renamed, promoted, ...others, newcomer]), "листопад.csv");
    expect(text).toContain("додано 1, змінено 2, вилучено 1, без змін 1 197");
    expect(text).toContain("У довіднику ще нічого не змінилося");
    const order = [
      ...["Вилучено 1", first![1], "Змінилося: прізвище 1", "Новопрізвищенко", "Змінилося: посада 1", "академік"],
      ...["Додано 1", "Новенька"],
    ];
    expect(text).toMatch(new RegExp(order.join(".*"), "s"));
    expect(text).toMatch(/Новенька Марія Іванівна , асистент рядок 1201, номер 5000/);
    expect((await officer.publish()).text).toContain("Опубліковано версію 2");
  });

  test("is stopped by half a file, until she ticks what would happen", async () => {
    const { text } = await officer.upload(render(people.slice(0, 600)), "половина.csv");
    expect(text).toContain("Вилучити 601 викладача з 1200?");
    const refused = await officer.publish();
    expect({ status: refused.status, text: refused.text }).toMatchObject({ status: 409 });
    expect(refused.text).toContain("поставте позначку біля кожного пункту");
    expect(await version()).toMatch(/Version +2 /);
    const sure = [...refused.html.matchAll(/name="sure" value="([\w-]+)"/g)].map(([, name]) => name!);
    expect(sure).toContain("removed");
    expect((await officer.publish({ sure })).text).toContain("Опубліковано версію 3");
  });

  test("takes a wrong list back", async () => {
    const preview = await officer.post("/return", { version: "2" });
    expect(preview.text).toContain("Повернення до версії 2");
    expect((await officer.publish()).text).toContain("Опубліковано версію 4");
    expect(await version()).toMatch(/Teachers +1,200/);
    const { text } = await officer.get("/changes/4");
    expect(text).toContain("Зміни від версії 3 до версії 4");
  });

  test("publishes a preview once, however often the form is sent", async () => {
    await officer.upload(render(people), "ще раз.csv");
    const { html, path } = officer.page;
    const send = (): Promise<Response> => {
      const body = new URLSearchParams({ token: officer.token, preview: previewOf(html), message: "" });
      for (const [, name] of html.matchAll(/name="sure" value="([\w-]+)"/g)) body.append("sure", name!);
      return officer.send(`${path}/publish`, { method: "POST", body, headers: { Origin: officer.origin } });
    };
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
    expect(statuses).toContain(303);
    expect(await version()).toMatch(/Version +5 /);
  });

  test("previews again if somebody else has published meanwhile", async () => {
    await officer.upload(render(people.slice(5)), "менше.csv");
    const csv = "id,last_name,first_name,middle_name,degree\n1,Інша,Олена,Іванівна,доцент\n";
    await importConfirmed(["-"], { folder: folder.path, stdin: csv });
    expect(await version()).toMatch(/Version +6 /);
    const again = await officer.publish();
    expect({ status: again.status, text: again.text }).toMatchObject({ status: 409 });
    expect(again.text).toContain("Тим часом список змінився");
    expect(await version()).toMatch(/Version +6 /);
    await officer.post("/return", { version: "5" });
    expect((await officer.publish()).text).toContain("Опубліковано версію 7");
  });

  test("says what each column contains, and is not asked next month", async () => {
    const names = "Таб;Прізв;Імена;Побатьк;Робота";
    const month = people.slice(1);
    const { text, html } = await officer.upload(render(month, names), "невідомі.csv");
    expect(text).toContain("Що в якому стовпці?");
    expect(html).toContain("Прізв");
    const answered = await officer.post(`${officer.page.path}/answers`, { "column-0": fields });
    expect(answered.text).toContain("додано 0, змінено 0, вилучено 1");
    expect((await officer.publish()).text).toContain("Опубліковано версію 8");
    const next = await officer.upload(render(people, names), "грудень.csv");
    expect(next.text).toContain("додано 1, змінено 0, вилучено 0");
    expect((await officer.publish({ sure: "older" })).text).toContain("Опубліковано версію 9");
    // Numbers of the tax office are never ids.
    await officer.upload(render(people, "РНОКПП;Прізвище;Ім'я;По батькові;Посада"), "податкові.csv");
    const refused = await officer.post(`${officer.page.path}/answers`, { "column-0": fields });
    expect(refused.text).toContain("такі номери не публікуються");
    // Another file has its own headings.
    expect((await officer.upload(render(people), "інший.csv")).text).toContain("Змін немає");
  });

  test("gives ids to people without a number", async () => {
    const without = render(people).replaceAll(/^[^;]*;/gm, "");
    const { text } = await officer.upload(without, "без номерів.csv");
    expect(text).toContain("Надати номери автоматично?");
    // The preset of the question is that they get one.
    expect(text).toContain("Змін немає");
    const answered = await officer.post(`${officer.page.path}/answers`, { ids: "yes" });
    expect(answered.text).not.toContain("Надати номери автоматично?");
    expect(answered.text).toContain("Змін немає");
  });

  test("chooses columns whose headings are longer than a page shows", async () => {
    const long = (what: string): string => `${what} працівника за основним місцем роботи `.repeat(3).trim();
    const names = ["Таб", "Прізв", "Імена", "Побатьк", "Робота"].map(long);
    const { html } = await officer.upload(render(people, names.join(";")), "довгі заголовки.csv");
    expect(html.match(/<select name="column-0"/g)).toHaveLength(5);
    const answered = await officer.post(`${officer.page.path}/answers`, { "column-0": fields });
    expect(answered.text).toContain("Змін немає");
  });

  test("is asked nothing about a column without a heading, whose row numbers are not ids", async () => {
    const rows = people.map(([, ...texts], i) => `${texts.join(";")};${i + 1}`);
    const content = `Прізвище;Ім'я;По батькові;Посада;\n${rows.join("\n")}\n`;
    const { text } = await officer.upload(content, "без заголовка.csv");
    expect(text).toContain("E: не використано");
    expect(text).toContain("Змін немає");
  });

  test("sees each fault with its cell", async () => {
    const rows = people.map((row, i) =>
      i < 3 ? ([row[0], row[1], row[2], "тел. 050 123 45 67", row[4]] as const) : row,
    );
    const { text } = await officer.upload(render(rows), "помилки.csv");
    expect(text).toContain("3 помилки у файлі");
    expect(text).toContain("збережіть файл і виберіть його тут");
    expect(text).toContain("D2");
    expect(text).toContain("050 123 45 67");
    expect(text).not.toContain("Опублікувати");
  });

  test("is told what to do with a file that is not a table, and is offered no workbook", async () => {
    const { text } = await officer.upload("%PDF-1.7", "список.pdf");
    expect(text).toContain("1 помилка у файлі");
    expect(text).toContain("Це PDF; скопіюйте таблицю в Excel або LibreOffice");
    expect(text).not.toContain("Завантажити з позначками");
  });

  test("corrects a file with the workbook of faults", async () => {
    const rows = people.map(
      (row, i): Person => (i < 20 ? ([...row.slice(0, 4), "050 123 45 67"] as unknown as Person) : row),
    );
    await officer.upload(render(rows), "помилки.csv");
    expect(officer.page.text).toContain("20 помилок у файлі");
    const response = await officer.send(`${officer.page.path}/corrections.xlsx`);
    expect(response.headers.get("content-disposition")).toStartWith('attachment; filename="corrections.xlsx"');
    const { tables } = await openFile(Buffer.from(await response.arrayBuffer()));
    const found = [...tables[0]!.rows].map(({ cells }) => [...cells]);
    expect(found[0]!).toEqual(["Що виправити", ...head.replace("Номер", "Табельний номер").split(";")]);
    expect(found[1]!.slice(1)).toEqual([...rows[0]!]);
    expect(found[1]![0]).toContain("телефон");
    expect(found[22]![0]).toBe("");
    const mend = (count: number) => found.map((cells, i) => (i > 0 && i <= count ? ["", ...people[i - 1]!] : cells));
    const partly = await writeTextSheets([{ name: "Викладачі", rows: mend(17) }]);
    expect((await officer.upload(Uint8Array.from(partly), "виправлено.xlsx")).text).toContain("3 помилки у файлі");
    const mended = mend(20);
    const workbook = await writeTextSheets([{ name: "Викладачі", rows: mended }]);
    expect((await officer.upload(Uint8Array.from(workbook), "виправлено.xlsx")).text).toContain("Змін немає");
  });

  test("is asked about two rows of one name, which are one person unless she says so", async () => {
    const whole = people.find((row) => row.slice(1, 4).every((text) => text.length > 2))!;
    const without = [...people, whole].map((row) => row.slice(1).join(";")).join("\n");
    const { text, html } = await officer.upload(`${head.slice(6)}\n${without}\n`, "тезки.csv");
    expect(text).toContain("Повторені імена: одна людина чи різні?");
    const [, row] = /name="different" value="([^"]+)"/.exec(html)!;
    const pair = row!.replaceAll("&quot;", '"');
    const answered = await officer.post(`${officer.page.path}/answers`, { pair, different: pair });
    expect(answered.text).toContain("додано 1, змінено 0, вилучено 0");
    const one = await officer.post(`${officer.page.path}/answers`, { pair });
    expect(one.text).toContain("Змін немає");
  });

  test("leaves out a row that is not a teacher", async () => {
    const vacancy: Person = ["7001", "Вакансія", "-", "-", "доцент"];
    await officer.upload(render([...people, vacancy]), "вакансія.csv");
    expect(officer.page.text).toContain("Виправте ці рядки у файлі");
    expect(officer.page.text).toContain("Завантажити з позначками");
    const rows = [...officer.page.html.matchAll(/name="left-out" value="([^"]+)"/g)].map(([, row]) =>
      row!.replaceAll("&quot;", '"'),
    );
    const last = JSON.stringify([null, 1202]);
    expect(rows).toContain(last);
    const answered = await officer.post(`${officer.page.path}/answers`, { "left-out": last });
    expect(answered.text).toContain("Змін немає");
  });

  test("fills the empty table, and downloads the current one", async () => {
    const columns = async (path: string): Promise<number[]> => {
      const { tables } = await openFile(Buffer.from(await (await officer.send(path)).arrayBuffer()));
      const rows = [...tables[0]!.rows];
      return [rows.length, rows[0]!.cells.length];
    };
    expect(await columns("/download/empty.xlsx")).toEqual([1, 5]);
    expect(await columns("/download/teachers.xlsx")).toEqual([1201, 5]);
  });

  test("is named in the history", async () => {
    const { text } = await officer.get("/history");
    expect(text).toMatch(/(?:цей комп’ютер|\S+@\S+) 1 200 \+1 −0, змінено 0/);
    expect((await run(["history"], { folder: folder.path })).stdout).toContain(`@${hostname()}`);
  });

  test("erases a person from all versions after typing the full name", async () => {
    const [id, last, first, middle] = people[20]!;
    await officer.get("/erase");
    const found = await officer.post("/erase", { name: `${last.toUpperCase()} ${first.slice(0, 2)}` });
    expect(found.html).toContain(`action="/erase/${id}"`);
    const refused = await officer.post(`/erase/${id}`, { name: last });
    expect({ status: refused.status, isThere: refused.text.includes("нікого не видалено") }).toEqual({
      status: 409,
      isThere: true,
    });
    const done = await officer.post(`/erase/${id}`, { name: ` ${last.toUpperCase()}  ${first} ${middle}` });
    expect(done.text).toContain("опубліковано версію 10 без цих даних");
    expect(done.text).toContain("резервні копії");
    const shown = await run(["export", "--at", "1"], { folder: folder.path });
    expect(shown.stdout).not.toContain(`\n${id},`);
    expect(office.stderr()).not.toContain(last);
  });

  test("erases her answers if a heading has the name", async () => {
    const others = people.filter((_, i) => i !== 20);
    const person: Person = ["8000", "Унікальненко", "Зореслава", "Мстиславівна", "доцент"];
    await officer.upload(render([...others, person]), "з нею.csv");
    await officer.publish({ sure: "older" });
    // In a table without headings, the first row is taken for the headings.
    await officer.upload(`${[person, ...others].map((row) => row.join(";")).join("\n")}\n`, "без назв.csv");
    await officer.post(`${officer.page.path}/answers`, { "column-0": fields });
    expect((await officer.publish({ sure: ["older", "removed"] })).text).toContain("Опубліковано версію 12");
    const database = join(folder.path, "var/teachers.db");
    const holdsName = (): boolean => readFileSync(database).includes(person[1]);
    expect(holdsName()).toBe(true);
    await officer.get("/erase");
    await officer.post("/erase/8000", { name: person.slice(1, 4).join(" ") });
    expect(holdsName()).toBe(false);
  });
  test("publishes people who have exchanged their numbers only if she ticks that this is right", async () => {
    const sych: Person = ["9001", "Сич", "Олена", "Іванівна", "доцент"];
    const koval: Person = ["9002", "Коваль", "Тарас", "Петрович", "доцент"];
    await officer.upload(render([sych, koval]), "двоє.csv");
    expect((await officer.publish({ sure: "emptied" })).text).toContain("2 викладачі");
    const rows: Person[] = [
      ["9001", ...(koval.slice(1) as [string, string, string, string])],
      ["9002", ...(sych.slice(1) as [string, string, string, string])],
    ];
    const { text, html, path } = await officer.upload(render(rows), "навпаки.csv");
    expect(text).toMatch(/Ці записи правильні \(\d+\)\?/);
    expect(text).toContain("рядок 2, номер 9001, під цим номером інша людина");
    const preview = previewOf(html);
    const refused = await officer.post(`${path}/publish`, { preview, message: "", sure: "renamed" });
    expect(refused.text).toContain("Не опубліковано: поставте позначку біля кожного пункту.");
  });

  test("is asked whether a new name is somebody who was erased, and keeps the number under a new last name", async () => {
    const heading = "Прізвище;Ім'я;По батькові;Посада";
    const named = people.slice(30, 60).map((row) => row.slice(1).join(";"));
    const coming = [...named, "Приходько;Зореслава;Мстиславівна;доцент"];
    const upload = async (lines: readonly string[]): Promise<string> => {
      const { text } = await officer.upload([heading, ...lines].join("\n"), "без номерів.csv");
      return text;
    };
    expect(await upload(coming)).toContain("немає видалених назавжди");
    expect((await officer.publish({ sure: "removed" })).text).toContain("Не опубліковано");
    expect((await officer.publish({ sure: ["emptied", "added", "newcomers"] })).text).toContain("Опубліковано");
    const married = [...named, "Заміжня;Зореслава;Мстиславівна;доцент"];
    const text = await upload(married);
    const [, id] = /Заміжня Зореслава Мстиславівна , доцент [^А-ЯІЇЄҐ]*раніше номер (\d+)/.exec(text) ?? [];
    const withId = [`ID;${heading}`, ...married.map((line, i) => `${i === 30 ? id : ""};${line}`)].join("\n");
    const answered = (await officer.upload(withId, "з номером.csv")).text;
    expect(answered).toContain("Змінилося: прізвище 1");
  });

  test("reads everything in English too", async () => {
    const { html, text } = await officer.get("/?lang=en");
    expect(html).toContain('<html lang="en">');
    expect(text).toContain("Choose a file, or drop it here");
    expect((await officer.get("/history")).text).toContain("Reason, source");
    await officer.get("/?lang=uk");
  });

  test("leaves, and is asked to sign in", async () => {
    await officer.get("/");
    const { text, path } = await officer.post("/leave", {});
    expect(path).toBe("/enter");
    expect(text).toContain("Вхід для кадровика");
    expect(readdirSync(temporary)).toEqual([]);
  });
});
