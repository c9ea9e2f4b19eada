/** Parameter values generated from their schemas, as fast-check arbitraries: valid ones, and invalid ones with their fault. */
import fc, { type Arbitrary } from "fast-check";
import type { FaultCode } from "../../src/contract/problems.ts";
import type { Parameter, Schema } from "./openapi.ts";
import type { FindFault } from "./validators.ts";

/** An encoded name and value of a query. */
export type Pair = readonly [name: string, value: string];

/** A faulty part of a query, and the fault that the response reports. */
export interface BadPairs {
  readonly pairs: readonly Pair[];
  readonly parameter: string;
  readonly code: FaultCode;
}

/** Decoded text that the parameter accepts, sometimes with white space around it, which is ignored. */
export function goodValue(parameter: Parameter, findFault: FindFault): Arbitrary<string> {
  const { schema, example, explode = false } = parameter;
  // The parameter may be repeated. This is the value of one of its occurrences.
  if (explode) return goodValue({ ...parameter, explode: false, schema: schema.items! }, findFault);
  const space = fc.constantFrom("", "", "", " ", "\t", "\u00a0 ");
  const padded = (value: Arbitrary<string>): Arbitrary<string> =>
    fc.tuple(space, value, space).map((parts) => parts.join(""));
  if (schema.enum !== undefined) return padded(fc.constantFrom(...schema.enum));
  if (schema.type === "integer") return padded(goodInteger(schema));
  if (schema.type === "array") return padded(goodIntegers(schema));
  if (isVersion(schema))
    return padded(fc.oneof(fc.constant(String(example)), fc.stringMatching(new RegExp(String(schema.pattern)))));
  const { maxLength = 200 } = schema;
  const text = fc.oneof(
    fc.constantFrom(String(example ?? "x"), "Олена", "О", "Лукʼяненко", "доцент"),
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("я", "𝒜").map((letter) => letter.repeat(maxLength)),
  );
  // Some characters become two in NFC, and the length is counted in NFC.
  return padded(text.filter((value) => isGood(schema, value.trim().normalize("NFC"), findFault)));
}

/** A text of a fixed form, such as a `Dataset-Version`. */
function isVersion({ pattern, maxLength }: Schema): boolean {
  return pattern !== undefined && maxLength === undefined;
}

export function goodInteger({
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
}: Parameter["schema"]): Arbitrary<string> {
  const digitsMax = String(maximum).length;
  const value = fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, 1500) }),
    fc.integer({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum),
  );
  return fc.tuple(value, fc.nat(digitsMax)).map(([number, digits]) => {
    const padded = String(Math.abs(number)).padStart(digits, "0");
    return number < 0 ? `-${padded}` : padded;
  });
}

function goodIntegers({ items, maxItems = 10 }: Parameter["schema"]): Arbitrary<string> {
  return fc.array(goodInteger(items!), { minLength: 1, maxLength: maxItems }).map((values) => values.join(","));
}

function isGood(schema: Schema, value: string, findFault: FindFault): boolean {
  return value !== "" && findFault(schema, value) === null;
}

/** Query pairs with exactly one fault, in this parameter. `names` are all parameter names of the operation. */
export function badPairs(parameter: Parameter, names: readonly string[], findFault: FindFault): Arbitrary<BadPairs> {
  const { name } = parameter;
  const wrong = badValue(parameter, findFault).chain(({ value, code }) =>
    encoded(value).map((text): BadPairs => ({ pairs: [[name, text]], parameter: name, code })),
  );
  const malformed = fc
    .constantFrom("%", "%zz", "%F", "5%", "%ff", "%C3%28", "%ED%A0%80", "a%E0%A4", "%c0%af", "%F8%88%80%80%80")
    .map((value): BadPairs => ({ pairs: [[name, value]], parameter: name, code: "bad_encoding" }));
  const repeated = goodValue(parameter, findFault)
    .filter((value) => value.trim() !== "")
    .chain((value) => fc.tuple(encoded(value), encoded(`${value.trim()}1`)))
    .map(([one, other]): BadPairs => {
      return {
        pairs: [
          [name, one],
          [name, other],
        ],
        parameter: name,
        code: "repeated",
      };
    });
  const misspelt = nearMiss(name)
    .filter((miss) => !names.includes(miss))
    .map((miss): BadPairs => ({ pairs: [[miss, "1"]], parameter: miss, code: "unknown_parameter" }));
  // A repeated list is not a fault, because its values are joined.
  const faults = parameter.schema.type === "array" ? [malformed, misspelt] : [malformed, misspelt, repeated];
  return fc.oneof({ arbitrary: wrong, weight: 3 }, ...faults);
}

interface BadValue {
  readonly value: string;
  readonly code: FaultCode;
}

function badValue({ schema, ...parameter }: Parameter, findFault: FindFault): Arbitrary<BadValue> {
  if (parameter.explode) return badValue({ ...parameter, explode: false, schema: schema.items! }, findFault);
  const anyText = fc.oneof(fc.string({ minLength: 1, maxLength: 30 }), fc.string({ unit: "binary", minLength: 1 }));
  if (schema.enum !== undefined) {
    const near = schema.enum.flatMap((value) => [value.toUpperCase(), `${value}x`, `${value},`, `-${value}-`]);
    return fc
      .oneof(fc.constantFrom(...near), anyText)
      .filter((value) => value.trim() !== "" && !schema.enum!.includes(value.trim()))
      .map((value) => ({ value, code: "unknown_value" }));
  }
  if (isVersion(schema)) {
    return fc
      .oneof(fc.constantFrom("3", "3-5f0c2d1", "3-5F0C2D1E", "-5f0c2d1e", "2026-11-23"), anyText)
      .filter((value) => value.trim() !== "" && !new RegExp(String(schema.pattern)).test(value.trim()))
      .map((value) => ({ value, code: "unknown_value" }));
  }
  if (schema.type === "integer") {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    const digits = new RegExp(`^-?[0-9]{1,${String(maximum).length}}$`);
    return fc
      .oneof(
        fc.bigInt({ min: BigInt(maximum) + 1n, max: 10n ** 40n }).map(String),
        fc.bigInt({ min: -(10n ** 40n), max: -BigInt(maximum) - 1n }).map(String),
        fc.double().map(String),
        fc.constantFrom("1e3", "5.0", "+5", "--5", "0x10", "1_000", "1 0", "٣", "１", "²", "null", "true", "[]", "1;2"),
        anyText,
      )
      .filter((value) => value.trim() !== "" && !digits.test(value.trim()))
      .map((value): BadValue => ({ value, code: "not_an_integer" }))
      .chain((notAnInteger) =>
        minimum < 1
          ? fc.constant(notAnInteger)
          : fc.constantFrom<BadValue>(
              notAnInteger,
              ...["0", "-1"].map((value) => ({ value, code: "not_a_page" as const })),
            ),
      );
  }
  if (schema.type === "array") {
    const { maxItems = 10 } = schema;
    const many = fc
      .integer({ min: maxItems + 1, max: 2 * maxItems })
      .map((length) => Array(length).fill("7").join(","));
    return fc.oneof(
      many.map((value) => ({ value, code: "too_long" as const })),
      fc
        .oneof(fc.constantFrom("0", "-1", "1.5", "1,,2", ",", "3,", "1, 2", "1;2", "9007199254740992", "٣"), anyText)
        .filter((value) => value.trim() !== "" && !/^[0-9,]*[1-9][0-9,]*$/.test(value.trim()))
        .map((value) => ({ value, code: "not_an_integer" as const })),
    );
  }
  const { maxLength = 200 } = schema;
  const long = fc
    .tuple(fc.constantFrom("a", "я", "𝒜"), fc.integer({ min: maxLength + 1, max: maxLength * 2 }))
    .map(([letter, length]) => letter.repeat(length));
  const wordy = ["а б в г д е є ж з и і", "О.П.Р.С.Т.У.Ф.Х.Ц.Ч.Ш."].filter(
    (value) => findFault(schema, value) !== null,
  );
  const control = fc
    .tuple(fc.nat(0x1f), fc.constantFrom(0, 0x7f), fc.constantFrom("x", "Ї"))
    .map(([code, start, letter]) => letter + String.fromCharCode(start + code) + letter)
    // Some parameters accept tabs and line breaks.
    .filter((value) => findFault(schema, value) !== null);
  return fc.oneof(
    fc
      .oneof(long, fc.constantFrom(...wordy, "я".repeat(maxLength + 1)))
      .map((value) => ({ value, code: "too_long" as const })),
    control.map((value) => ({ value, code: "control_character" as const })),
  );
}

/** Near misses of this name. */
export function nearMiss(name: string): Arbitrary<string> {
  // For so short a name, a single wrong letter is not a near miss.
  if (name.length < 3) return fc.constantFrom(`${name}s`, name.toUpperCase(), `${name}__in`);
  return fc
    .tuple(fc.nat(name.length - 2), fc.nat(6))
    .map(([at, kind]) => {
      const [start, here, next, end] = [name.slice(0, at), name[at]!, name[at + 1]!, name.slice(at + 2)];
      const typos = [here + next.toUpperCase(), next, here, here + here + next, next + here, `${here}q`] as const;
      const typo = typos[kind];
      return typo === undefined ? `${name}__icontains` : start + typo + end;
    })
    .filter((miss) => miss !== name);
}

/** The text in one of the encodings that clients use in a query. */
export function encoded(text: string): Arbitrary<string> {
  const bytes = Buffer.from(text.toWellFormed());
  const percent = (byte: number): string => `%${byte.toString(16).padStart(2, "0")}`;
  return fc.constantFrom(
    encodeURIComponent(text.toWellFormed()),
    new URLSearchParams({ x: text }).toString().slice(2),
    Array.from(bytes, percent).join(""),
    // Raw bytes, except those with a meaning in a query.
    bytes.toString("latin1").replace(/[\0-\x20\x7f#%&+\\]/g, (character) => percent(character.charCodeAt(0))),
  );
}
