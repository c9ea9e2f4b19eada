import { beforeEach, describe, expect, test } from "bun:test";
import { createScheduler, OverloadError, type Task } from "./scheduler.ts";

let scheduler = createScheduler();

beforeEach(() => {
  scheduler = createScheduler();
});

const runTask = <Result>(task: Task<Result>, isWanted?: () => boolean): Result | Promise<Result> =>
  scheduler.run(task, isWanted);

/** A task that ends when the event loop has run other work `count` times. */
function* waitForOthers(count: number): Task<string> {
  let runs = 0;
  const others = setInterval(() => runs++, 0);
  for (let steps = 0; runs < count; steps++) {
    if (steps > 10_000_000) throw new Error(`Other work ran ${runs} times`);
    yield;
  }
  clearInterval(others);
  return "done";
}

/** A task whose steps take half a millisecond of processor time each, or `stepMs`. */
function* spinSteps(steps: number, stepMs = 0.5): Task<string> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + stepMs;
    while (performance.now() < end);
    yield;
  }
  return "done";
}

describe("run()", () => {
  test("returns the result of a short task at once", () => {
    expect(runTask(spinSteps(0))).toBe("done");
  });

  test("runs other tasks between the slices of a long one", async () => {
    expect(await runTask(waitForOthers(3))).toBe("done");
  });

  test("passes on an error of a later slice", async () => {
    function* fail(): Task<never> {
      yield* waitForOthers(1);
      throw new Error("late");
    }
    await expect(Promise.resolve(runTask(fail()))).rejects.toThrow("late");
  });

  const shortWork: [name: string, stepMs: number][] = [
    ["short work", 0.5],
    ["short work, although the process pauses in each step of it,", 10],
  ];
  for (const [name, stepMs] of shortWork) {
    test(`finishes ${name} while many long tasks run`, async () => {
      const long = Array.from({ length: 6 }, () => runTask(spinSteps(200)));
      let isLongDone = false;
      void Promise.any(long).then(() => {
        isLongDone = true;
      });
      await Bun.sleep(0);
      expect(await runTask(spinSteps(2, stepMs))).toBe("done");
      expect(isLongDone).toBe(false);
      expect(await Promise.all(long)).toEqual(Array<string>(6).fill("done"));
    });
  }

  test("lets long tasks take turns", async () => {
    const finished: number[] = [];
    const run = (steps: number) => Promise.resolve(runTask(spinSteps(steps))).then(() => finished.push(steps));
    await Promise.all([run(60), run(40), run(20)]);
    expect(finished).toEqual([20, 40, 60]);
  });

  test("has a queue for each server", () => {
    const other = createScheduler();
    void runTask(spinSteps(20));
    expect([scheduler.countWaiting(), other.countWaiting()]).toEqual([1, 0]);
  });
});

describe("run() gives up", () => {
  test("a task that no client waits for, and frees its slot", async () => {
    let isWanted = true;
    let steps = 0;
    function* count(): Task<void> {
      for (;;) {
        steps++;
        yield* spinSteps(1);
      }
    }
    const given = Promise.resolve(runTask(count(), () => isWanted));
    await Bun.sleep(0);
    isWanted = false;
    await expect(given).rejects.toMatchObject({ name: "AbortError" });
    const stepsThen = steps;
    await runTask(spinSteps(20));
    expect(steps).toBe(stepsThen);
  });

  test("a new task if too many are waiting, and none of these", async () => {
    let isOver = false;
    function* wait(): Task<string> {
      yield* spinSteps(6);
      while (!isOver) yield;
      return "done";
    }
    const waiting = Array.from({ length: 256 }, () => runTask(wait()));
    expect(() => runTask(wait())).toThrow(OverloadError);
    expect([scheduler.countWaiting(), scheduler.countRefused()]).toEqual([256, 1]);
    isOver = true;
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
    expect(await runTask(spinSteps(6))).toBe("done");
  });
});
