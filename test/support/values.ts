/** Parameter values generated from their schemas, as fast-check arbitraries: valid ones, and invalid ones with their fault. */
import fc, { type Arbitrary } from "fast-check";
import type { IssueCode } from "../../src/http/contract/problem.ts";
import type { Parameter, Schema } from "./openapi.ts";
import type { FindFault } from "./validators.ts";

/** An encoded name and value of a query. */
export type Pair = readonly [name: string, value: string];

/** A faulty part of a query, and the fault that the response reports. */
export interface BadPairs {
  readonly pairs: readonly Pair[];
  readonly parameter: string;
  readonly code: IssueCode;
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
  const { maxLength = 200 } = schema;
  const text = fc.oneof(
    fc.constantFrom(String(example ?? "x"), "Олена", "О", "Лукʼяненко", "доцент"),
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("я", "𝒜").map((letter) => letter.repeat(maxLength)),
  );
  // Some characters become two in NFC, and the length is counted in NFC.
  return padded(text.filter((value) => isGood(schema, value.trim().normalize("NFC"), findFault) && isPlain(value)));
}

/** Integers of the query have at most this many digits. */
const integerDigitsMax = 15;

export function goodInteger({
  minimum = -1,
  maximum = 10 ** integerDigitsMax - 1,
}: Parameter["schema"]): Arbitrary<string> {
  const digitsMax = Math.min(integerDigitsMax, String(maximum).length);
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

/** No control characters, and not the character that stands for bytes that are not UTF-8. */
function isPlain(value: string): boolean {
  return !/[\p{Cc}\uFFFD]/u.test(value.trim()) && value.isWellFormed();
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
  const unknown = unknownName(name)
    .filter((other) => !names.includes(other))
    .map((other): BadPairs => ({ pairs: [[other, "1"]], parameter: other, code: "unknown_parameter" }));
  // A repeated list is not a fault, because its values are joined.
  const faults = parameter.schema.type === "array" ? [malformed, unknown] : [malformed, unknown, repeated];
  return fc.oneof({ arbitrary: wrong, weight: 3 }, ...faults);
}

interface BadValue {
  readonly value: string;
  readonly code: IssueCode;
}

/** The character that stands for bytes that are not UTF-8 is another fault. */
function isEncodable(value: string): boolean {
  return !value.toWellFormed().includes("\uFFFD");
}

function badValue({ schema, ...parameter }: Parameter, findFault: FindFault): Arbitrary<BadValue> {
  if (parameter.explode) return badValue({ ...parameter, explode: false, schema: schema.items! }, findFault);
  const anyText = fc.oneof(fc.string({ minLength: 1, maxLength: 30 }), fc.string({ unit: "binary", minLength: 1 }));
  if (schema.enum !== undefined) {
    const near = schema.enum.flatMap((value) => [value.toUpperCase(), `${value}x`, `${value},`, `-${value}-`]);
    return fc
      .oneof(fc.constantFrom(...near), anyText)
      .filter((value) => value.trim() !== "" && !schema.enum!.includes(value.trim()) && isEncodable(value))
      .map((value) => ({ value, code: "unknown_value" }));
  }
  if (schema.type === "integer") {
    return fc
      .oneof(
        fc.bigInt({ min: 10n ** 15n, max: 10n ** 40n }).map(String),
        fc.bigInt({ min: -(10n ** 40n), max: -(10n ** 15n) }).map(String),
        fc.double().map(String),
        fc.constantFrom("1e3", "5.0", "+5", "--5", "0x10", "1_000", "1 0", "٣", "１", "²", "null", "true", "[]", "1;2"),
        anyText,
      )
      .filter((value) => value.trim() !== "" && !/^-?[0-9]{1,15}$/.test(value.trim()) && isEncodable(value))
      .map((value): BadValue => ({ value, code: "not_an_integer" }))
      .chain((notAnInteger) =>
        schema.minimum === 1
          ? fc.constantFrom<BadValue>(
              notAnInteger,
              ...["0", "-1"].map((value) => ({ value, code: "not_a_page" as const })),
            )
          : fc.constant(notAnInteger),
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
        .oneof(fc.constantFrom("0", "-1", "1.5", "1,0", ",", "3,x", "1;2", "9007199254740992", "٣"), anyText)
        .filter((value) => value.trim() !== "" && !/^[0-9,\s]*[1-9][0-9,\s]*$/.test(value.trim()) && isEncodable(value))
        .map((value) => ({ value, code: "not_an_integer" as const })),
    );
  }
  const { maxLength = 200 } = schema;
  const long = fc
    .tuple(fc.constantFrom("a", "я", "𝒜"), fc.integer({ min: maxLength + 1, max: maxLength * 2 }))
    .map(([letter, length]) => letter.repeat(length));
  const control = fc
    .tuple(fc.nat(0x1f), fc.constantFrom(0, 0x7f), fc.constantFrom("x", "Ї"))
    .map(([code, start, letter]) => letter + String.fromCharCode(start + code) + letter)
    // Tabs and line breaks separate the words of a search or a name.
    .filter((value) => !/\s/.test(value));
  return fc.oneof(
    fc.oneof(long, fc.constant("я".repeat(maxLength + 1))).map((value) => ({ value, code: "too_long" as const })),
    control.map((value) => ({ value, code: "control_character" as const })),
  );
}

/** Other names that look like this one. */
export function unknownName(name: string): Arbitrary<string> {
  const likely = [`${name}s`, name.toUpperCase(), `${name}__in`, `${name}__icontains`, name.slice(1), `x_${name}`];
  return fc.constantFrom(...likely.filter((other) => other !== ""));
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
