/** Attacks on the officer's pages. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectEnd } from "./support/ends.ts";
import { Officer, type RunningOffice, startOffice } from "./support/officer.ts";
import { findFreePorts } from "./support/ports.ts";
import { makeFolder, run } from "./support/program.ts";
import { renderNdjson } from "./support/publish.ts";

const paths = [
  ...["/", "/history", "/changes/1", "/erase", "/erase/1", "/download/teachers.xlsx", "/preview/x"],
  ...["/preview/x/corrections.xlsx", "/erased", "/nothing"],
];
const forms = ["/upload", "/return", "/erase", "/erase/1", "/leave", "/preview/x"];
const csv =
  "id,last_name,first_name,middle_name,degree\n1,Шевченко,Олена,Іванівна,доцент\n2,Коваль,Іван,Петрович,асистент\n";

describe("on one's own machine", () => {
  const folder = makeFolder();
  /** A folder of its own for temporary files, because other offices of the run use the shared one. */
  const temporary = makeFolder();
  let office: RunningOffice;
  let officer: Officer;

  beforeAll(async () => {
    const environment = { TMPDIR: temporary.path, TEACHERS_BASE_URL: "https://teachers.example.edu" };
    office = await startOffice([], { folder: folder.path, environment });
    officer = new Officer(office.origin);
  });

  afterAll(async () => {
    await office?.stop();
    folder.remove();
    temporary.remove();
  });

  const stranger = (): Officer => new Officer(office.origin);
  const status = async (): Promise<string> => (await run(["status"], { folder: folder.path })).stdout;

  test("opening the link does not use up the key, however often", async () => {
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, headers } = await stranger().send("/enter", { method });
      expect([status, headers.get("set-cookie")]).toEqual([200, null]);
    }
  });

  test("a wrong key opens nothing, and reveals nothing about the right one", async () => {
    for (const key of ["", "aaaaa-aaaaa-aaaaa-aaaaa", office.key.slice(0, -1), `${office.key}a`]) {
      expect([key, (await stranger().enter(key)).status]).toEqual([key, 403]);
    }
  });

  test("the key works once, and is in no log", async () => {
    expect((await officer.enter(office.key)).status).toBe(200);
    expect((await officer.get("/")).path).toBe("/");
    expect((await stranger().enter(office.key)).status).toBe(403);
    expect(office.stderr()).not.toContain(office.key);
    expect(readdirSync(folder.path)).toEqual(["var"]);
  });

  test.each(paths)("without a session, GET %s leads to the sign-in page", async (path) => {
    for (const headers of [{}, { Cookie: "office=x" }, { "X-Remote-User": "anna" }] as Record<string, string>[]) {
      const response = await stranger().send(path, { headers });
      expect([response.status, response.headers.get("location"), await response.text()]).toEqual([303, "/enter", ""]);
    }
  });

  test.each(forms)("without a session, POST %s is refused before its body is read", async (path) => {
    const headers = { Origin: office.origin };
    const response = await stranger().send(path, { method: "POST", body: "token=x", headers });
    expect([response.status, response.headers.get("connection")]).toEqual([403, "close"]);
    expect(await response.text()).toContain("Вхід для кадровика");
  });

  test("other methods are refused", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      expect([method, (await officer.send("/", { method })).status]).toEqual([method, 405]);
  });

  test.each(forms)("a form of another site can't use the session: POST %s", async (path) => {
    await officer.get("/");
    const encode = (fields: Record<string, string>) => {
      const form = path === "/upload" ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    };
    const body = encode({ token: officer.token, version: "1", name: "Шевченко" });
    const own = { Origin: office.origin };
    const attempts: readonly RequestInit[] = [
      { body },
      ...["https://evil.example", "null", "http://127.0.0.1:1"].map((Origin) => ({ body, headers: { Origin } })),
      { body, headers: { ...own, "Sec-Fetch-Site": "cross-site" } },
      { body: encode({ version: "1", name: "Шевченко" }), headers: own },
      { body: encode({ token: "x".repeat(43) }), headers: own },
    ];
    const answers = attempts.map((init) => officer.send(path, { method: "POST", ...init }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(attempts.map(() => 403));
    expect((await officer.get("/")).text).toContain("Ще нічого не опубліковано");
  });

  test("no page may be framed, cached, or load anything from elsewhere", async () => {
    for (const path of [...paths, "/enter", "/style.css", "/office.js"]) {
      for (const client of [officer, stranger()]) {
        const { headers } = await client.send(path);
        expect(headers.get("x-frame-options")).toBe("DENY");
        expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
        expect(headers.get("content-security-policy")).not.toContain("unsafe");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        if (!/\.(css|js)/.test(path)) expect(headers.get("cache-control")).toBe("no-store");
      }
    }
  });

  test("no page has an inline script, style or handler", async () => {
    await officer.upload(csv, "a.csv");
    for (const path of ["/", officer.page.path, "/history", "/erase"]) {
      const { html } = await officer.get(path);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|javascript:/i);
    }
  });

  test("another host name is refused, as after DNS rebinding", async () => {
    const port = new URL(office.origin).port;
    const others = ["evil.example", "127.0.0.1", "127.0.0.1:1"];
    for (const host of [...others, `evil.example:${port}`, `127.0.0.2:${port}`, `[::1]:${port}`]) {
      expect([host, (await officer.send("/", { headers: { Host: host } })).status]).toEqual([host, 421]);
    }
    expect((await officer.send("/", { headers: { Host: `localhost:${port}` } })).status).toBe(200);
  });

  test("a session that somebody else chose is not adopted", async () => {
    const [name] = officer.cookie.split("=");
    const response = await stranger().send("/enter", { headers: { Cookie: `${name}=chosen` } });
    expect(response.headers.get("set-cookie")).toBeNull();
    const cookies = ["chosen", "", "__proto__", officer.cookie.split("=")[1]!.toUpperCase()];
    for (const value of cookies) {
      expect((await stranger().send("/", { headers: { Cookie: `${name}=${value}` } })).status).toBe(303);
    }
  });

  test("scripts and formulas in every cell are text", async () => {
    const evil = [`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `=HYPERLINK("a")`, "@SUM(1)"];
    const rows = evil.map((text, i) => ({
      id: i + 1,
      last_name: text,
      first_name: text,
      middle_name: text,
      degree: text,
    }));
    const { html, text } = await officer.upload(renderNdjson(rows), "<b>a</b>.ndjson");
    expect(html).not.toMatch(/<script>alert|<img src=x|<b>a/);
    expect(html).toContain("&lt;script");
    expect(text).toContain("додано 4");
    await officer.publish();
    for (const path of ["/", "/history", "/changes/1", "/erase/1"]) {
      expect((await officer.get(path)).html).not.toMatch(/<script>alert|<img src=x|<b>a/);
    }
    // No cell of a workbook is a formula.
    const list = new Uint8Array(await (await officer.send("/download/teachers.xlsx")).arrayBuffer());
    const again = await officer.upload(list, "list.xlsx");
    expect(again.text).toContain("Змін немає");
    await officer.post("/erase", { name: `"><script>alert(1)</script>` });
    expect(officer.page.html).not.toContain("<script>alert");
  });

  test("a file name is a name, without a folder and control characters", async () => {
    await officer.upload(csv, '../../sample/te\u202eachers "1".csv');
    expect(officer.page.text).toContain('teachers "1".csv');
    expect(officer.page.html).not.toMatch(/sample|\u202e|\.\./);
  });

  test("without the database, nothing is published, and a missing database is not taken for an empty directory", async () => {
    await officer.upload(csv, "away.csv");
    const { path } = officer.page;
    renameSync(join(folder.path, "var"), join(folder.path, "away"));
    const lost = await officer.publish(["removed", "renamed", "together", "changed", "added", "earlier", "concerns"]);
    expect([lost.status, lost.text]).toEqual([503, expect.stringContaining("does not exist; correct --database")]);
    renameSync(join(folder.path, "away"), join(folder.path, "var"));
    expect((await officer.get(path)).text).toContain("Опублікувати");
    expect(await status()).toMatch(/Version +1 /);
  });

  test("kill -9 before the publication leaves no file, no session and no version", async () => {
    await officer.upload(csv, "killed.csv");
    const { path } = officer.page;
    office.process.kill("SIGKILL");
    await office.finished;
    expect(readdirSync(temporary.path)).toEqual([]);
    await using next = await startOffice(["--port", new URL(office.origin).port], { folder: folder.path });
    expect((await officer.send(path)).headers.get("location")).toBe("/enter");
    expect((await new Officer(next.origin).enter(office.key)).status).toBe(403);
    expect(await status()).toMatch(/Version +1 /);
  });
});

describe("behind a proxy", () => {
  const folder = makeFolder();
  const usersFile = join(folder.path, "users");
  const origin = "https://teachers-office.example.edu";
  const common = ["--base-url", origin, "--users", usersFile];
  const setUsers = (...users: readonly string[]): void => writeFileSync(usersFile, `# officers\n${users.join("\n")}\n`);

  afterAll(folder.remove);

  test("two officers enter through the socket, and the second sees what the first has published", async () => {
    const socket = join(folder.path, "office.sock");
    setUsers("anna", "borys");
    await using office = await startOffice(["--socket", socket, ...common], { folder: folder.path });
    expect(statSync(socket).mode & 0o777).toBe(0o660);
    const [anna, borys, dmytro] = ["anna", "borys", "dmytro"].map(
      (user) => new Officer(origin, { "X-Remote-User": user }, socket),
    ) as [Officer, Officer, Officer];

    expect((await anna.get("/")).text).toContain("Увійти як anna");
    const entered = await anna.post("/enter", {});
    expect(entered.headers.get("set-cookie")).toMatch(/^__Host-office=.*; Secure; HttpOnly; SameSite=Strict$/);
    await borys.post("/enter", {});
    const refused = await dmytro.post("/enter", {});
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("dmytro не має доступу")]);
    await office.logged(/office\.refused:.*user=dmytro/);

    await anna.upload(csv, "a.csv");
    await borys.upload(csv.replace("Олена", "Ольга"), "b.csv");
    const waiting = borys.page.path;
    // A preview belongs to the session that uploaded the file.
    expect((await borys.get(anna.page.path)).text).toContain("Тут уже перевіряється інший файл");
    await anna.publish();
    expect(anna.page.text).toContain("Опубліковано версію 1");
    const again = /Тим часом опубліковано версію 1 \(anna: .*додано 0, змінено 1, вилучено 0/;
    expect((await borys.get(waiting)).text).toMatch(again);

    // A session belongs to the user that the proxy names.
    expect((await borys.send("/", { headers: { Cookie: anna.cookie } })).headers.get("location")).toBe("/enter");
    await anna.post("/enter", {});
    expect((await anna.get("/")).path).toBe("/");
    // A removed user is refused. While the list is being written again, everybody is, and the sessions stay.
    setUsers("borys");
    expect((await anna.get("/")).text).toContain("anna не має доступу");
    writeFileSync(usersFile, "");
    const unsure = await anna.post("/return", { version: "1" });
    expect([unsure.status, unsure.text]).toEqual([503, expect.not.stringContaining("Сеанс завершено")]);
    setUsers("anna", "borys");
    expect((await anna.get("/")).text).toContain("Опубліковано: версія 1");
  });

  test("the header of the user counts only with the secret", async () => {
    const secretFile = join(folder.path, "secret");
    const secret = "0123456789abcdef0123";
    writeFileSync(secretFile, `${secret}\n`);
    setUsers("anna");
    const port = String(findFreePorts(1)[0]);
    await using office = await startOffice(["--proxy-secret-file", secretFile, "--port", port, ...common], {
      folder: folder.path,
    });
    expect(office.origin).toBe(origin);
    const send = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/enter`, {
        method: "POST",
        redirect: "manual",
        headers: { Host: new URL(origin).host, Origin: origin, ...headers },
      });
    const user = { "X-Remote-User": "anna" };
    const forged: readonly Readonly<Record<string, string>>[] = [
      user,
      { ...user, "X-Proxy-Secret": "" },
      { ...user, "X-Proxy-Secret": secret.slice(1) },
      { "X-Proxy-Secret": secret },
      { ...user, "X-Proxy-Secret": secret, Origin: "https://evil.example" },
    ];
    for (const headers of forged) {
      const response = await send(headers);
      expect([headers, response.status, response.headers.get("set-cookie")]).toEqual([headers, 403, null]);
    }
    const entered = await send({ ...user, "X-Proxy-Secret": secret });
    expect([entered.status, entered.headers.has("set-cookie")]).toEqual([200, true]);
  });

  test.each([
    ["another address", "--host 0.0.0.0", "unknown option '--host'"],
    ["a base URL by plain http", "--socket s --base-url http://office.example.edu --users u", "https://"],
    ["a base URL with a path", "--socket s --base-url https://a.example/office --users u", "a host of its own"],
    ["a socket in a missing folder", `--socket no/s ${common.join(" ")}`, "--socket: "],
    ["no list of users", `--socket s --base-url ${origin}`, "--users"],
    ["a base URL without a proxy", `--base-url ${origin}`, "--socket"],
    ["a secret that everybody may write", `--proxy-secret-file open --port 1 ${common.join(" ")}`, "chmod o-w"],
    ["a short secret", `--proxy-secret-file short --port 1 ${common.join(" ")}`, "fewer than"],
  ])("does not start with %s", async (_, args, words) => {
    writeFileSync(join(folder.path, "short"), "secret\n");
    writeFileSync(join(folder.path, "open"), `${"secret".repeat(5)}\n`);
    chmodSync(join(folder.path, "open"), 0o666);
    expectEnd(await run(["office", ...args.split(" ")], { folder: folder.path }), 2, words);
  });
});
