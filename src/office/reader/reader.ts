/**
 * The internal command that reads an uploaded file. Its process does not open the database, and can be killed at any
 * time.
 */
import { writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { renderAnnotated } from "../../publish/annotated.ts";
import { openFile } from "../../read/open.ts";
import { readFile } from "../../read/read.ts";
import { readDescriptor } from "./private-file.ts";
import type { ReadRequest } from "./read-apart.ts";

/** The descriptor of the uploaded file. Standard input has the request, and standard output is another file. */
const fileDescriptor = 3;
/** The largest output: three times the largest upload. */
const writtenMax = 64 * 1024 * 1024;

/** Writes what was read, or the annotated copy. Returns the exit code. */
export async function runReader(): Promise<number> {
  const { answers, namesakes, annotations } = deserialize(await Bun.stdin.bytes()) as ReadRequest;
  const bytes = readDescriptor(fileDescriptor);
  const written =
    annotations === null
      ? serialize(await readFile(bytes, answers, namesakes))
      : await renderAnnotated(await openFile(bytes, answers), annotations);
  if (written.length > writtenMax) throw new Error("The file has more text than a list of teachers");
  writeFileSync(1, written);
  return 0;
}
