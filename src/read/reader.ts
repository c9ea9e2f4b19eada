/** The process that reads an uploaded file: the request on standard input, the file as descriptor 3, JSON on standard output. */
import { fstatSync, readSync, writeFileSync } from "node:fs";
import { type ReadAnswers, readFile } from "./read.ts";

interface ReadRequest {
  readonly answers: Omit<ReadAnswers, "leftOut" | "differ"> & {
    readonly leftOut: readonly string[];
    readonly differ: readonly string[];
  };
  readonly namesakes: Readonly<Record<string, number>>;
}

export async function runReadProcess(): Promise<number> {
  const { answers, namesakes } = JSON.parse(await Bun.stdin.text()) as ReadRequest;
  const bytes = Buffer.alloc(fstatSync(3).size);
  readSync(3, bytes, 0, bytes.length, 0);
  const result = await readFile(
    bytes,
    { ...answers, leftOut: new Set(answers.leftOut), differ: new Set(answers.differ) },
    (key) => namesakes[key] ?? 0,
  );
  writeFileSync(1, JSON.stringify({ ...result, counts: [...result.counts] }));
  return 0;
}

if (import.meta.main) process.exitCode = await runReadProcess();
