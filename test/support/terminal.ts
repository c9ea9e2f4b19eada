/** Runs the program on a terminal of its own, as a person does. */
import { programFile } from "./program.ts";

export interface Terminal {
  /** All that was shown so far, with the control sequences. */
  shown(): string;
  type(text: string): void;
  readonly exited: Promise<number>;
}

export const ctrlC = "\u0003";

/** Starts a command of the program; `command` is for a shell. */
export function startOnTerminal(folder: string, command: string): Terminal {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TEACHERS_.*|DATABASE_URL|LANG|LC_.*)$/.test(name),
  );
  const started = Bun.spawn(["sh", "-c", `exec "${programFile}" ${command}`], {
    cwd: folder,
    env: Object.fromEntries(inherited),
    timeout: 60_000,
    terminal: { cols: 100, rows: 30, data: (_, data) => void pieces.push(decoder.decode(data, { stream: true })) },
  });
  return {
    shown: () => pieces.join(""),
    type: (text) => void started.terminal!.write(text),
    exited: started.exited,
  };
}
