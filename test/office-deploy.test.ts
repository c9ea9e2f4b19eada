/** The officer's pages behind the nginx of deploy/, with TLS and basic auth. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchAs, makeCertificate } from "./support/certificate.ts";
import { startNginx } from "./support/nginx.ts";
import { startOffice } from "./support/officer.ts";
import { findPart } from "./support/parts.ts";
import { findFreePorts } from "./support/ports.ts";
import { makeFolder, root } from "./support/program.ts";

const [nginx, openssl] = [findPart("nginx"), findPart("openssl")];

describe.skipIf(nginx === null || openssl === null)("deploy/office-nginx.conf", () => {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  afterAll(folder.remove);

  test("lets in the user of basic auth, regardless of the client's headers", async () => {
    const [port, plainPort] = findFreePorts(2) as [number, number];
    const host = "teachers-office.example.edu";
    const { certificate, key } = makeCertificate(openssl!, folder.path, host);
    writeFileSync(at("htpasswd"), "anna:{PLAIN}secret\nborys:{PLAIN}secret\n");
    writeFileSync(at("users"), "anna\n");
    const origin = `https://teachers-office.example.edu:${port}`;
    const args = ["--socket", at("office.sock"), "--base-url", origin, "--users", at("users")];
    await using _office = await startOffice(args, { folder: folder.path });

    let deployed = readFileSync(join(root, "deploy/office-nginx.conf"), "utf8");
    for (const [from, to] of Object.entries({
      "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`,
      "listen 80;": `listen 127.0.0.1:${plainPort};`,
      // test/deploy-tls.test.ts covers IPv6.
      "listen [::]:443 ssl;": "",
      "listen [::]:80;": "",
      "/run/teachers-office/office.sock": at("office.sock"),
      "/etc/ssl/teachers-office.pem": certificate,
      "/etc/ssl/private/teachers-office.key": key,
      "/etc/teachers/office.htpasswd": at("htpasswd"),
      "/var/log/nginx/teachers-office.log": at("access.log"),
      "/var/log/nginx/error.log": at("critical.log"),
      // The port of this test is part of the name.
      "proxy_set_header Host $host;": "proxy_set_header Host $http_host;",
    })) {
      expect(deployed).toContain(from);
      deployed = deployed.replaceAll(from, to);
    }
    writeFileSync(at("office.conf"), deployed);
    const http = `access_log off; include ${at("office.conf")};`;
    await using _nginx = await startNginx(nginx!, folder.path, http, `http://127.0.0.1:${plainPort}`);
    const ask = (path: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<Response> =>
      fetchAs(`https://127.0.0.1:${port}${path}`, host, {
        method,
        headers: { Host: new URL(origin).host, ...headers },
      });
    const as = (user: string): Record<string, string> => ({ Authorization: `Basic ${btoa(`${user}:secret`)}` });
    expect((await ask("/", {})).status).toBe(401);
    expect((await ask("/enter", { "X-Remote-User": "anna" })).status).toBe(401);
    const forged = await ask("/enter", { ...as("borys"), "X-Remote-User": "anna" });
    expect([forged.status, await forged.text()]).toEqual([403, expect.stringContaining("borys не має доступу")]);
    expect(await (await ask("/enter", as("anna"))).text()).toContain("Увійти як anna");
    const entered = await ask("/enter", { ...as("anna"), Origin: origin }, "POST");
    const cookie = entered.headers.get("set-cookie")!;
    expect([entered.status, cookie]).toEqual([200, expect.stringMatching(/^__Host-office=.*Secure/)]);
    const home = await ask("/", { ...as("anna"), Cookie: cookie.split(";")[0]! });
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("Ще нічого не опубліковано")]);
    const foreign = await ask("/", { Host: "evil.example" });
    expect(foreign.status).toBe(421);
    for (const { headers } of [home, forged, foreign, await ask("/", {})]) {
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    }
    await expect(fetchAs(`https://127.0.0.1:${port}/`, "evil.example")).rejects.toThrow();
    const plain = await fetchAs(`http://127.0.0.1:${plainPort}/`, host);
    expect([plain.status, plain.headers.get("location")]).toEqual([301, `https://${host}/`]);
    expect((await fetchAs(`http://127.0.0.1:${plainPort}/`, "evil.example")).status).toBe(421);
  });
});
