import { describe, expect, test } from "bun:test";
import { createTurns, OverloadError } from "./turns.ts";

/** Resolves in the next iteration of the event loop, as the answer to a new request would. */
const answerOther = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("run()", () => {
  test("runs one task in each turn, in order, and other work in between", async () => {
    const turns = createTurns();
    const done: string[] = [];
    let hasEnded = false;
    const others = (async () => {
      while (!hasEnded) {
        await answerOther();
        done.push("other");
      }
    })();
    await Promise.all(
      ["a", "b", "c"].map((name) =>
        turns.run(() => {
          done.push(name);
          // Long enough that a timer is due after each task.
          const end = performance.now() + 5;
          while (performance.now() < end);
        }),
      ),
    );
    hasEnded = true;
    await others;
    expect(done.filter((name) => name !== "other")).toEqual(["a", "b", "c"]);
    expect(done.indexOf("other", done.indexOf("a"))).toBeLessThan(done.indexOf("b"));
    expect(done.indexOf("other", done.indexOf("b"))).toBeLessThan(done.indexOf("c"));
  });

  test("lets what awaits a task go on before the next one", async () => {
    const turns = createTurns();
    const done: string[] = [];
    const ask = async (name: string): Promise<void> => {
      await Promise.resolve(await turns.run(() => done.push(name)));
      done.push(`answer to ${name}`);
    };
    await Promise.all(["a", "b"].map(ask));
    expect(done).toEqual(["a", "answer to a", "b", "answer to b"]);
  });

  test("gives the result or the error of the task", async () => {
    const turns = createTurns();
    expect(await turns.run(() => 7)).toBe(7);
    const failing = turns.run(() => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
  });

  test("drops a task whose client has gone, which takes no turn", async () => {
    const turns = createTurns();
    const leaving = new AbortController();
    const ran: string[] = [];
    const gone = turns.run(() => ran.push("gone"), leaving.signal);
    const kept = turns.run(() => ran.push("kept"), new AbortController().signal);
    leaving.abort();
    await expect(gone).rejects.toThrow("disconnected");
    await kept;
    expect(ran).toEqual(["kept"]);
  });

  test("a task that begins another one does not begin a second chain of turns", async () => {
    const turns = createTurns();
    const ran: string[] = [];
    await turns.run(() => {
      ran.push("first");
      void turns.run(() => ran.push("third"));
    });
    await turns.run(() => ran.push("fourth"));
    expect(ran).toEqual(["first", "third", "fourth"]);
  });
});

describe("checkRoom()", () => {
  test("refuses a task if 256 wait, and none of these", async () => {
    const turns = createTurns();
    const waiting = Array.from({ length: 256 }, (_, i) => {
      turns.checkRoom();
      return turns.run(() => i);
    });
    expect(turns.checkRoom).toThrow(OverloadError);
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 256 }, (_, i) => i));
    turns.checkRoom();
  });

  test("does not refuse the next task of what has begun", async () => {
    const turns = createTurns();
    const waiting = Array.from({ length: 256 }, (_, i) => turns.run(() => i));
    const next = turns.run(() => "next");
    await Promise.all(waiting);
    expect(await next).toBe("next");
  });
});
