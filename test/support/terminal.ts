/** Runs the program on a terminal of its own, as a person does. */
import { programFile, waitFor } from "./program.ts";

export interface Terminal {
  /** All that was shown so far, with the control sequences. */
  shown(): string;
  /** Waits until this has been shown. */
  shows(text: string): Promise<void>;
  type(text: string): void;
  readonly exited: Promise<number>;
}

export const ctrlC = "\u0003";

/** Starts a command of the program; `command` is for a shell. */
export function startOnTerminal(
  folder: string,
  command: string,
  environment: Readonly<Record<string, string>> = {},
): Terminal {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TEACHERS_.*|LANG|LC_.*|CI|NO_COLOR|FORCE_COLOR)$/.test(name),
  );
  const started = Bun.spawn(["sh", "-c", `exec "${programFile}" ${command}`], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), TERM: "xterm", ...environment },
    terminal: { cols: 100, rows: 30, data: (_, data) => void pieces.push(decoder.decode(data, { stream: true })) },
  });
  const shown = (): string => pieces.join("");
  const finished = started.exited.then((exitCode) => ({ exitCode, stdout: shown(), stderr: "" }));
  return {
    shown,
    shows: async (text) => void (await waitFor(shown, (all) => all.includes(text), { program: { finished } })),
    type: (text) => void started.terminal!.write(text),
    exited: started.exited,
  };
}
