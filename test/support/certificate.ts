/** A self-signed certificate for a server of a test, and requests that trust it. */
import { join } from "node:path";

interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate for a host name, and returns the paths of its files. */
export function makeCertificate(openssl: string, folder: string, host: string): Certificate {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const how = ["req", "-x509", "-days", "1", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const { exitCode, stderr } = Bun.spawnSync([openssl, ...how, ...names, "-keyout", key, "-out", certificate]);
  if (exitCode !== 0) throw new Error(String(stderr));
  return { certificate, key };
}

/** Asks for a URL on a connection of its own; `serverName` is the name that the handshake asks for. */
export function fetchAs(url: string, serverName: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    redirect: "manual",
    keepalive: false,
    ...init,
    headers: { Host: serverName, ...(init.headers as Record<string, string>) },
    tls: { rejectUnauthorized: false, serverName },
  });
}
