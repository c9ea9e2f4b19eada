/** Uploads that are too much, too many, or outlive their session. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { Officer, type RunningOffice, startOffice } from "./support/officer.ts";
import { makeFolder, waitFor } from "./support/program.ts";

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

  /** Sends the start of an upload. `ended` resolves when the office has closed the connection, with its answer. */
  async function startUpload(cookie: string, token: string) {
    const { hostname, port, host } = new URL(office.origin);
    let answer = "";
    const socket = connect(Number(port), hostname);
    socket.on("data", (bytes) => (answer += bytes));
    const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(answer)));
    const body = `--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n`;
    socket.write(
      `POST /upload HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${office.origin}\r\nCookie: ${cookie}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 20000000\r\n\r\n${body}`,
    );
    socket.on("error", () => {});
    return { ended, close: () => socket.destroy() };
  }

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

  test("one user has one upload at a time", async () => {
    await officer.get("/");
    const first = await startUpload(officer.cookie, officer.token);
    const others = await waitFor(
      () => Promise.all([csv, csv].map((text) => new Officer(office.origin, own()).post("/upload", file(text)))),
      (found) => found.every(({ status }) => status === 503),
    );
    expect(others.map(({ text }) => text.includes("Ваш попередній файл ще перевіряється"))).toEqual([true, true]);
    first.close();
  });

  const own = () => ({ headers: { Cookie: officer.cookie } });
  const file = (text: string) => ({ file: new File([text], "a.csv") });

  test("the page of an earlier file says that there is another", async () => {
    await waitFor(() => officer.upload(csv, "a.csv"), { status: 200 });
    const { path } = officer.page;
    await officer.upload(csv, "b.csv");
    expect((await officer.get(path)).text).toContain("Тут уже перевіряється інший файл");
  });

  test("an upload ends with its session", async () => {
    await officer.upload(csv, "a.csv");
    await officer.get("/");
    const upload = await startUpload(officer.cookie, officer.token);
    const isBusy = () => new Officer(office.origin, own()).post("/upload", file(csv));
    await waitFor(isBusy, ({ status }) => status === 503);
    const { cookie } = officer;
    await officer.post("/leave", {});
    expect(await upload.ended).toContain("Сеанс завершено, нічого не опубліковано");
    officer.cookie = cookie;
    expect((await officer.get("/")).text).toContain("Сеанс завершено, нічого не опубліковано");
  });
});
