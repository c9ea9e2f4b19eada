import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { cutBytes, readLines } from "../publishing/reader-testing.ts";
import type { TextFormat } from "./format.ts";
import { readTeacherFile } from "./read-roster.ts";

const word = fc.constantFrom("Шевченко", "О.", "В'яче слав", 'К"о,ль;о', "Ґудзь\u2019", "😀", "a".repeat(200), "=1+1");
const part = fc.oneof(fc.constant(""), word);
const teachers: fc.Arbitrary<StoredTeacher[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      last_name: word,
      first_name: part,
      middle_name: part,
      degree: part,
    })
    .map(storedTeacher),
  { selector: ({ id }) => id, minLength: 1, maxLength: 30 },
);
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });

/** White space that reading removes. Line breaks are used only in quoted fields. */
const padding = fc.constantFrom("", " ", "\t\u00a0", "\r\n", "\n", "\r");

function expectedLines(list: readonly StoredTeacher[]): string[] {
  const sorted = [...list].sort((a, b) => a.id - b.id);
  return sorted.map((t) => [t.id, t.last_name, t.first_name, t.middle_name, t.degree].join("|"));
}

describe("readTeacherFile()", () => {
  test("reads back any teachers from CSV, however it is quoted, separated and cut", async () => {
    const layout = fc.record({
      separator: fc.constantFrom(",", ";", "\t"),
      lineEnd: fc.constantFrom("\n", "\r\n"),
      columns: fc.shuffledSubarray(["id", "last_name", "first_name", "middle_name", "degree"] as const, {
        minLength: 5,
      }),
      mark: fc.constantFrom("", "\ufeff"),
      padding,
      sizes,
    });
    await fc.assert(
      fc.asyncProperty(teachers, layout, async (list, { separator, lineEnd, columns, mark, padding, sizes }) => {
        const rows = list.map((teacher) =>
          columns.map((name) => `"${padding}${String(teacher[name]).replaceAll('"', '""')}${padding}"`).join(separator),
        );
        const file = mark + [columns.join(separator), ...rows, ""].join(lineEnd);
        expect(await readLines("csv", file, sizes)).toEqual(expectedLines(list));
      }),
    );
  });

  test("reads back any teachers from NDJSON and JSON", async () => {
    await fc.assert(
      fc.asyncProperty(teachers, sizes, async (list, sizes) => {
        const ndjson = list.map((teacher) => `${JSON.stringify(teacher)}\n`).join("");
        expect(await readLines("ndjson", ndjson, sizes)).toEqual(expectedLines(list));
        expect(await readLines("json", JSON.stringify(list), sizes)).toEqual(expectedLines(list));
      }),
    );
  });

  test("finds the same faults, however the bytes are cut", async () => {
    const pieces: Record<TextFormat, string[]> = {
      csv: [
        "id,last_name,first_name,middle_name,degree\n",
        "1,А,,,\n",
        "2,Б,,,\r\n",
        '"',
        "x,",
        "\r",
        "\n",
        ",",
        "Ш",
        "\ufeff",
      ],
      ndjson: [
        '{"id":1,"last_name":"Ш","first_name":"","middle_name":"","degree":""}\n',
        '{"id":',
        "\n",
        "\r\n",
        "5}",
        "Ш",
        '"',
      ],
      json: ["[", "]", ",", '{"id":1,"last_name":"Ш","first_name":"","middle_name":"","degree":""}', "\n", "Ш", '"'],
    };
    for (const [format, texts] of Object.entries(pieces) as [TextFormat, string[]][]) {
      const bytes = fc
        .array(fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...texts) }, fc.constant("\udcff")), { maxLength: 30 })
        // Most cases start with a header, and some contain a byte that is not UTF-8.
        .map((list) =>
          [texts[0]!, ...list].map((text) => (text === "\udcff" ? Buffer.from([0xff]) : Buffer.from(text))),
        )
        .map((list) => new Uint8Array(Buffer.concat(list)));
      await fc.assert(
        fc.asyncProperty(bytes, sizes, async (bytes, sizes) => {
          expect(await readLines(format, bytes, sizes)).toEqual(await readLines(format, bytes));
        }),
        { numRuns: 100 },
      );
    }
  });

  test("refuses bytes that are not UTF-8 together with the faults before them", async () => {
    const text = "id,last_name,first_name,middle_name,degree\nx,А,,,\n1,Б,,,\n2,В";
    for (const sizes of [[], [1], [7]]) {
      const lines = await readLines("csv", Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]), sizes);
      expect(lines).toEqual([
        'line 2, column id: "x" is not an integer from 1 to 9007199254740991',
        'line 4: the byte 0xFF is not UTF-8; save it as UTF-8 ("CSV UTF-8" in Excel)',
        "2 faults: nothing was published",
      ]);
    }
  });

  test.each([
    ["csv", `id,last_name,first_name,middle_name,degree\n${"x\n".repeat(20_000)}`],
    ["ndjson", "x\n".repeat(20_000)],
    ["json", `[${"[],".repeat(20_000)}[]]`],
  ] as const)("stops reading %s after 10,000 faults", async (format, file) => {
    const lines = await readLines(format, file);
    expect(lines.slice(20)).toEqual([
      "… and at least 9,980 more",
      "10,000 faults or more, and reading stopped there: nothing was published",
    ]);
  });

  test.each(["json", "ndjson"] as const)("refuses a record of deep arrays: %s", async (format) => {
    const deep = `${"[".repeat(500_000)}${"]".repeat(500_000)}`;
    const lines = await readLines(format, format === "json" ? `[${deep}]` : deep);
    expect(lines[0]).toContain(format === "json" ? "nested too deeply" : "an array is not an object with");
  });

  test("knows the line after any blank lines, however the bytes are cut", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const file = `id,last_name,first_name,middle_name,degree${end}1,А,,,${end.repeat(100)}x,Б,,,${end.repeat(3)}y,В,,,`;
      for (const size of [1, 2, 3, 7, 1000]) {
        const lines = await readLines("csv", Buffer.from(file), [size]);
        expect(lines.map((line) => /^line \d+/.exec(line)?.[0])).toEqual(["line 102", "line 105", undefined]);
      }
    }
  });

  test("reports progress, and the total at the end", async () => {
    const file = Buffer.from("id,last_name,first_name,middle_name,degree\n1,А,,,\n2,Б,,,\n");
    const calls: [bytesRead: number, teachers: number][] = [];
    const onProgress = (bytesRead: number, teachers: number) => calls.push([bytesRead, teachers]);
    await readTeacherFile(cutBytes(file, [50]), { format: "csv", onProgress });
    expect(calls.map(([bytesRead]) => bytesRead)).toEqual([50, file.length, file.length]);
    expect(calls.at(-1)).toEqual([file.length, 2]);
  });

  test.each(["csv", "json", "ndjson"] as const)("throws errors of the input: %s", async (format) => {
    const failure = Object.assign(new Error("is a directory"), { code: "EISDIR" });
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("id,last_name,first_name,middle_name,degree\n1,А");
      throw failure;
    }
    await expect(readTeacherFile(failing(), { format })).rejects.toBe(failure);
  });

  test.each(["csv", "ndjson"] as const)("closes the input if it stops early: %s", async (format) => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(65536).fill(0x61);
      } finally {
        isClosed = true;
      }
    }
    await expect(readTeacherFile(endless(), { format })).rejects.toMatchObject({ count: 1 });
    expect(isClosed).toBe(true);
  });
});
