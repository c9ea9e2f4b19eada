/** The peer with Django REST Framework under gunicorn, from Debian's packages. */
import { join } from "node:path";
import { findFreePort, start, waitForAnswer } from "../../support/process.ts";
import { type Peer, pathOf } from "../../support/service.ts";
import { describePostgres } from "../postgres.ts";

// Debian's packages are only installed for Debian's Python, which may not be the first in PATH.
const python = "/usr/bin/python3";
const versions =
  "import django, rest_framework, django_filters, psycopg2, gunicorn; print(f'Django {django.__version__}, \
Django REST Framework {rest_framework.VERSION}, gunicorn {gunicorn.__version__}')";
const packages = "python3-django python3-djangorestframework python3-django-filters gunicorn python3-psycopg2";

/** Two processes with four threads each. The default worker class does not keep connections open; `gthread` does. */
const options = ["--workers", "2", "--worker-class", "gthread", "--threads", "4", "--keep-alive", "75"];

export const django: Peer = {
  name: "django",
  describe: () => {
    const { stdout } = Bun.spawnSync([python, "-c", versions]);
    return `${stdout.toString().trim()}, PostgreSQL ${describePostgres()}`;
  },
  anySize: false,
  async start({ folder, cleanup, cores, openDatabase }) {
    const check = Bun.spawnSync([python, "-c", versions]);
    if (!check.success) throw new Error(`install Debian's packages: ${packages}`);
    const database = await openDatabase();
    const port = findFreePort();
    const bind = ["--bind", `127.0.0.1:${port}`, "--graceful-timeout", "1"];
    const command = [python, "-m", "gunicorn", ...options, ...bind, "directory:application"];
    const environment = { DATABASE_PORT: String(database.port), PYTHONDONTWRITEBYTECODE: "1" };
    const log = join(folder, "django.log");
    const server = cleanup.use(start(command, { cores, log, folder: import.meta.dir, environment }));
    const origin = `http://127.0.0.1:${port}`;
    await waitForAnswer(`${origin}/teachers/`, server, 60_000);
    return { name: "django", origin, pathOf, pids: [server.pid, database.pid] };
  },
};
