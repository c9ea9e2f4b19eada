/** Runs the program on a terminal of its own, as a person does. */
import { programFile, waitFor } from "./program.ts";

export const ctrlC = "\u0003";

/** Starts a command of the program; `command` is for a shell. */
export function startOnTerminal(folder: string, command: string) {
  const pieces: string[] = [];
  const closed = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TEACHERS_.*|LANG|LC_.*|CI|NO_COLOR|FORCE_COLOR)$/.test(name),
  );
  const started = Bun.spawn(["sh", "-c", `exec "${programFile}" ${command}`], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), TERM: "xterm" },
    terminal: {
      ...{ cols: 100, rows: 30, exit: () => closed.resolve() },
      data: (_, data) => void pieces.push(decoder.decode(data, { stream: true })),
    },
  });
  const shown = (): string => pieces.join("");
  // The last words may arrive after the exit.
  const exited = closed.promise.then(() => started.exited);
  const finished = exited.then((exitCode) => ({ exitCode, stdout: shown(), stderr: "" }));
  return {
    /** All that was shown so far, with the control sequences. */
    shown,
    /** Waits until this has been shown. */
    shows: async (text: string) => void (await waitFor(shown, (all) => all.includes(text), { program: { finished } })),
    type: (text: string) => void started.terminal!.write(text),
    exited,
  };
}
