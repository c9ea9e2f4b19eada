/** An officer: starts the pages, enters by the key that the program prints, and sends forms as a browser without scripts does. */
import { type Options, start, waitFor } from "./program.ts";

export type RunningOffice = Awaited<ReturnType<typeof startOffice>>;

/** Starts an office on a free port, and waits until it prints its address. */
export async function startOffice(args: readonly string[], options: Options) {
  // Without a screen, the program prints the key.
  const environment = { DISPLAY: "", WAYLAND_DISPLAY: "", ...options.environment };
  const program = start(["office", ...args], { ...options, environment });
  const findUrl = (): string | undefined => /server\.listening:.* url=(\S+)/.exec(program.stderr())?.[1];
  try {
    const url = await waitFor(findUrl, (found) => found !== undefined, { program });
    const readyLine = await waitFor(program.stdout, (text) => text.endsWith("\n"), { program });
    // The key opens one session, and is on a line of its own. Behind a proxy there is none.
    const [, key = ""] = /^([a-z0-9]{5}(?:-[a-z0-9]{5}){3})$/m.exec(readyLine) ?? [];
    return { ...program, origin: new URL(url!).origin, readyLine, key };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}

interface OfficePage {
  readonly status: number;
  readonly path: string;
  readonly html: string;
  /** Without tags. */
  readonly text: string;
  readonly headers: Headers;
}

/** The fields of a form; a field of several values stands several times. */
type Fields = Readonly<Record<string, string | readonly string[] | Blob>>;

/** A browser without scripts: keeps the cookie, follows redirects, and sends the token and the origin with forms. */
export class Officer {
  cookie = "";
  page: OfficePage = { status: 0, path: "", html: "", text: "", headers: new Headers() };
  /** The HTML of each page that was shown. */
  readonly seen: string[] = [];
  readonly origin: string;
  readonly #unix: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers` are those of every request, such as those of a proxy, which is connected to by a Unix socket if it is given. */
  constructor(origin: string, headers: Readonly<Record<string, string>> = {}, unix?: string) {
    this.origin = origin;
    this.#headers = headers;
    this.#unix = unix;
  }

  /** The values of the fields with this name on the last page. */
  valuesOf(name: string): string[] {
    const values = this.page.html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, "g"));
    return Array.from(values, ([, value]) => value!.replaceAll("&quot;", '"'));
  }

  get token(): string {
    return this.valuesOf("token")[0] ?? "";
  }

  /** Sends one request, without following redirects. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    const unix = this.#unix;
    const headers = new Headers({ ...this.#headers, ...(this.cookie === "" ? {} : { Cookie: this.cookie }) });
    if (unix !== undefined) headers.set("Host", new URL(this.origin).host);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const target = unix === undefined ? this.origin : "http://localhost";
    return fetch(`${target}${path}`, { keepalive: false, redirect: "manual", ...init, headers, ...(unix && { unix }) });
  }

  async get(path: string): Promise<OfficePage> {
    return this.#show(await this.send(path), path);
  }

  /** Sends a form of the last page. */
  async post(path: string, fields: Fields): Promise<OfficePage> {
    const hasFile = Object.values(fields).some((value) => value instanceof Blob);
    const form = hasFile ? new FormData() : new URLSearchParams();
    form.append("token", this.token);
    for (const [name, value] of Object.entries(fields)) {
      if (value instanceof Blob) (form as FormData).append(name, value);
      else for (const text of [value].flat()) form.append(name, text as string);
    }
    return this.#show(await this.send(path, { method: "POST", body: form, headers: { Origin: this.origin } }), path);
  }

  /** Uploads a file from the first page. */
  async upload(content: string | Uint8Array<ArrayBuffer>, name: string): Promise<OfficePage> {
    await this.get("/");
    return this.post("/upload", { file: new File([content], name) });
  }

  /** Publishes the previewed content with the given boxes ticked. */
  publish(sure: readonly string[] = ["concerns"], message = ""): Promise<OfficePage> {
    return this.#submit({ preview: this.valuesOf("preview"), message, sure });
  }

  /** Answers questions of the preview. */
  answer(fields: Fields): Promise<OfficePage> {
    return this.#submit({ save: "", ...fields });
  }

  #submit(fields: Fields): Promise<OfficePage> {
    return this.post(this.page.path.replace(/\?.*$/, ""), fields);
  }

  async enter(key: string): Promise<OfficePage> {
    return this.post("/enter", { key });
  }

  async #show(response: Response, path: string): Promise<OfficePage> {
    const cookie = response.headers.get("set-cookie");
    if (cookie !== null) this.cookie = cookie.split(";")[0]!;
    const location = response.headers.get("location");
    if (response.status === 303 && location !== null) return this.get(location);
    const html = await response.text();
    this.seen.push(html);
    const text = html
      .replace(/<[^>]*>/g, " ")
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, " ");
    this.page = { status: response.status, path, html, text, headers: response.headers };
    return this.page;
  }
}
