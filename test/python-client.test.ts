/**
 * A client by openapi-python-client sends the defaults of the description with every call. It must get the same list as
 * a request without parameters.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { isLong } from "./support/long.ts";
import { makeFolder } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

const generator = isLong ? Bun.which("openapi-python-client") : null;
// The generator is not in `parts.ts`, because Debian has no package of it, so CI can't require it.
if (isLong && generator === null)
  console.warn("SKIPPED: openapi-python-client is missing; to install it: pipx install openapi-python-client");

const client = `import sys
sys.path.insert(0, sys.argv[1])
from teachers_directory_client import Client
from teachers_directory_client.api.teachers import get_list_json
page = get_list_json.sync(client=Client(base_url=sys.argv[2]))
print(page.count, len(page.results))
`;

test.skipIf(generator === null)("a client that openapi-python-client generates lists the teachers", async () => {
  using folder = makeFolder();
  await using server = await startSampleServer([], { folder: folder.path });
  const output = join(folder.path, "client");
  const description = `${server.origin}/openapi.json`;
  const generated = Bun.spawnSync([generator!, "generate", "--url", description, "--output-path", output]);
  expect({ exitCode: generated.exitCode, stderr: `${generated.stderr}` }).toMatchObject({ exitCode: 0 });
  // The Python that the generator runs on has the libraries that its clients need.
  const python = /^#!(\S+)/.exec(await Bun.file(generator!).text())?.[1] ?? "python3";
  const listed = Bun.spawnSync([python, "-c", client, output, server.origin]);
  expect({ stdout: `${listed.stdout}`, stderr: `${listed.stderr}` }).toMatchObject({ stdout: "1000 10\n" });
});
