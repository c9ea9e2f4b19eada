/** The parts of a machine that some tests use and npm does not install. Without a part, its tests are skipped with a warning. */

interface Part {
  /** Returns what tests need to use the part, such as the path of a program; null if it is missing. */
  readonly find: () => string | null;
  /** The command that installs it. */
  readonly install: string;
}

const parts = {
  // chromium-headless-shell has the same engine without windows, and takes half the processor time.
  chromium: {
    find: () => findProgram("chromium-headless-shell") ?? findProgram("chromium"),
    install: "apt-get install chromium-headless-shell",
  },
  curl: program("curl", "curl"),
  faketime: program("faketime", "faketime"),
  jq: program("jq", "jq"),
  nginx: program("nginx", "nginx"),
  openssl: program("openssl", "openssl"),
  promtool: program("promtool", "prometheus"),
  python3: program("python3", "python3"),
  // A python3 that has the library. It may be another one than Debian's.
  "python3 with requests": {
    find: () => (Bun.spawnSync(["sh", "-c", "python3 -c 'import requests'"]).success ? "python3" : null),
    install: "apt-get install python3-requests",
  },
  script: program("script", "bsdutils"),
  soffice: program("soffice", "libreoffice-calc-nogui"),
  "systemd-analyze": program("systemd-analyze", "systemd"),
  "the name localhost": { find: () => findAddress("localhost"), install: "echo '127.0.0.1 localhost' >> /etc/hosts" },
  "the address ::1": { find: () => findAddress("::1"), install: "sysctl net.ipv6.conf.lo.disable_ipv6=0" },
} satisfies Readonly<Record<string, Part>>;

/** Finds a part, and reports it if it is missing; see {@link reportMissing}. */
export function findPart(name: keyof typeof parts): string | null {
  const part: Part = parts[name];
  return part.find() ?? reportMissing(name, part.install);
}

/**
 * Prints one line that says which part is missing and how to install it, and returns null. With CI=true, which `.ci/run`
 * sets, a missing part is an error.
 */
export function reportMissing(name: string, install: string): null {
  const message = `${name} is missing; to install it: ${install}`;
  if (process.env.CI === "true") throw new Error(`${message} (CI=true allows no skipped tests)`);
  console.warn(`SKIPPED: ${message}`);
  return null;
}

/** A program of a Debian package. */
function program(name: string, debianPackage: string): Part {
  return { find: () => findProgram(name), install: `apt-get install ${debianPackage}` };
}

/** Debian leaves the folders of servers out of an ordinary user's PATH. */
function findProgram(name: string): string | null {
  return Bun.which(name, { PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin` });
}

/** Finds whether a name or address can be listened on: a bare Debian has no /etc/hosts, and some containers no IPv6. */
function findAddress(hostname: string): string | null {
  try {
    Bun.listen({ hostname, port: 0, socket: { data() {} } }).stop(true);
    return hostname;
  } catch {
    return null;
  }
}
