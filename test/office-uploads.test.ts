/** Uploads that are too much, too many, or outlive their session. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readMemory } from "./support/memory.ts";
import { Officer, type RunningOffice, startOffice } from "./support/officer.ts";
import { makeFolder, waitFor } from "./support/program.ts";
import { openConnection } from "./support/wire.ts";

const csv = "id,last_name,first_name,middle_name,degree\n1,Шевченко,Олена,Іванівна,доцент\n";

describe("the officer's uploads", () => {
  const folder = makeFolder();
  let office: RunningOffice;
  let officer: Officer;

  beforeAll(async () => {
    // Uploads need no folder for temporary files. The line is the officer's Enter.
    const environment = { TMPDIR: "/nonexistent" };
    office = await startOffice([], { folder: folder.path, environment, stdin: "\n" });
    officer = new Officer(office.origin);
  });

  afterAll(async () => {
    await office?.stop();
    folder.remove();
  });

  const pages = (): Promise<number> => officer.send("/history").then(({ status }) => status);

  /** Sends the start of an upload: the start of its first part, which by default is the token. */
  async function startUpload(cookie: string, part = tokenPart()) {
    const connection = await openConnection(office.origin);
    connection.send(
      `POST /upload HTTP/1.1\r\nHost: ${new URL(office.origin).host}\r\nOrigin: ${office.origin}\r\nCookie: ${cookie}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 20000000\r\n\r\n" +
        `--x\r\n${part}`,
    );
    return connection;
  }

  const tokenPart = () => `Content-Disposition: form-data; name="token"\r\n\r\n${officer.token}\r\n`;

  /** Uploads a file beside another upload of the session. */
  const uploadBeside = () => new Officer(office.origin, { Cookie: officer.cookie }).upload(csv, "a.csv");
  const isBusy = ({ status, text }: Officer["page"]): boolean =>
    status === 503 && text.includes("Ваш попередній файл ще перевіряється");

  test("Enter in the program's window makes a new key, and the previous one ends", async () => {
    const keys = await waitFor(() => [...office.stdout().matchAll(/[0-9a-f]{5}(?:-[0-9a-f]{5}){3}/g)].map(String), {
      length: 2,
    });
    expect((await officer.enter(keys[0]!)).status).toBe(403);
    expect((await officer.enter(keys[1]!)).status).toBe(200);
    expect((await officer.get("/enter")).text).toContain("Ви ввійшли");
    expect((await officer.get("/nothing")).text).toContain("Такої сторінки немає");
  });

  test("a form without a chosen file is a message", async () => {
    await officer.get("/");
    expect((await officer.post("/upload", { file: new File([], "") })).text).toContain("Файл порожній або не вибраний");
  });

  test("20 MB of small fields or of brackets are refused, and other pages answer", async () => {
    const fields = `token=${officer.token}&${"a&".repeat(10_000_000)}`;
    const headers = { Origin: office.origin, "Content-Type": "application/x-www-form-urlencoded" };
    for (const [path, status] of [
      ["/erase", 413],
      ["/upload", 415],
    ] as const) {
      const sent = officer.send(path, { method: "POST", body: fields, headers }).then((response) => response.status);
      expect(await pages()).toBe(200);
      // A client that is still sending may find the connection closed.
      expect([status, 0]).toContain(await sent.catch(() => 0));
    }
    const brackets = officer.upload("[".repeat(19_000_000), "a.json");
    expect([await pages(), (await brackets).status]).toEqual([200, 200]);
    expect(officer.page.text).not.toContain("Опублікувати");
  });

  test("a file that is too large, a bomb, or not a table is refused with a page", async () => {
    const large = await officer.upload(`id,last_name\n${"1,Шевченко\n".repeat(4_000_000)}`, "large.csv");
    expect([large.status, large.text]).toEqual([413, expect.stringContaining("до 20 МБ")]);
    const bomb = Uint8Array.from(gzipSync(Buffer.alloc(30_000_000, "a")));
    expect((await officer.upload(bomb, "bomb.csv.gz")).text).toContain("помилка у файлі");
    const noise = crypto.getRandomValues(new Uint8Array(10_000));
    expect((await officer.upload(noise, "noise.xlsx")).text).toContain("1 помилка у файлі");
    expect(await pages()).toBe(200);
  });

  test("one user has one upload at a time, and a slow one keeps nobody else out", async () => {
    const users = ["anna", "borys", "dmytro"];
    const [socket, usersFile] = [join(folder.path, "office.sock"), join(folder.path, "users")];
    writeFileSync(usersFile, users.join("\n"));
    const origin = "https://office.example.edu";
    const args = ["--socket", socket, "--base-url", origin, "--users", usersFile];
    await using _shared = await startOffice(args, { folder: folder.path });
    const [anna, ...slow] = users.map((user) => new Officer(origin, { "X-Remote-User": user }, socket));
    const headers = { Origin: origin, "Content-Type": "multipart/form-data; boundary=x" };
    const body = () => new ReadableStream({ start: (controller) => controller.enqueue("--x") });
    for (const one of slow) {
      await one.post("/enter", {});
      void one.send("/upload", { method: "POST", headers, body: body() }).catch(() => {});
      await waitFor(() => one.upload(csv, "a.csv"), isBusy);
    }
    await anna!.post("/enter", {});
    expect((await anna!.upload(csv, "a.csv")).text).toContain("Опублікувати");
  });

  test("a thousand half-open uploads delay nobody, and take no memory", async () => {
    await waitFor(uploadBeside, { status: 200 });
    const before = readMemory(office.process.pid).resident;
    const cookies = ["", officer.cookie].flatMap((cookie) => Array<string>(500).fill(cookie));
    const uploads = await Promise.all(cookies.map((cookie) => startUpload(cookie, "")));
    // The office receives one upload of the officer, and refuses all others at once.
    await waitFor(uploadBeside, isBusy);
    expect(await pages()).toBe(200);
    expect(readMemory(office.process.pid).resident - before).toBeLessThan(100);
    for (const upload of uploads) upload.close();
    const after = await waitFor(
      () => officer.upload(csv, "after.csv"),
      ({ status }) => status !== 503,
    );
    expect(after.text).toContain("Опублікувати");
  });

  test("an upload ends with its session", async () => {
    await officer.upload(csv, "a.csv");
    await officer.get("/");
    const upload = await startUpload(officer.cookie);
    await waitFor(uploadBeside, isBusy);
    const { cookie } = officer;
    await officer.post("/leave", {});
    expect(new TextDecoder().decode(await upload.closed())).toContain("Сеанс завершено, нічого не опубліковано");
    officer.cookie = cookie;
    expect((await officer.get("/")).text).toContain("Сеанс завершено, нічого не опубліковано");
  });
});
