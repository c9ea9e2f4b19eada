import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { listParameters } from "./parameters.ts";
import { type FaultCode, type ParameterFault, Problem, renderProblem } from "./problems.ts";
import { type ListQuery, parseListQuery, parseTeacherQuery } from "./query.ts";

const limits = { limitMax: 1000 };

/** The faults in the response. */
function faultsOf(parse: () => unknown): readonly ParameterFault[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof Problem && error.problem === "badParameters") return renderProblem(error).errors ?? [];
    throw error;
  }
  return [];
}

const firstPage: ListQuery = {
  limit: 10,
  offset: 0,
  page: null,
  paged: false,
  ids: null,
  filters: {},
  search: "",
  isExact: false,
  ordering: null,
  format: null,
  lang: null,
  limitGiven: 0,
  given: [],
};

describe("parseListQuery()", () => {
  const cases: [name: string, query: string, expected: Partial<ListQuery>][] = [
    ["nothing", "", {}],
    ["a limit", "limit=20", { limit: 20, paged: true, limitGiven: 20 }],
    ["an offset", "offset=40", { offset: 40, paged: true }],
    ["limit 0 as the default", "limit=0", { limit: 10, paged: true }],
    ["a negative limit as the default", "limit=-1", { limit: 10, paged: true }],
    ["a negative offset as 0", "offset=-999999999", { offset: 0, paged: true }],
    ["limit 1", "limit=1", { limit: 1, paged: true, limitGiven: 1 }],
    ["the maximum", "limit=1000", { limit: 1000, paged: true, limitGiven: 1000 }],
    ["a limit above the maximum", "limit=999999999", { limit: 1000, paged: true, limitGiven: 999_999_999 }],
    ["leading zeros", "limit=000000007", { limit: 7, paged: true, limitGiven: 7 }],
    ["the largest offset", "offset=999999999", { offset: 999_999_999, paged: true }],
    ["white space around a number", "limit=+%205%09", { limit: 5, paged: true, limitGiven: 5 }],
    ["blank values", "limit=&offset=+&first_name=%20%0A&degree&ordering=&format=&lang=&search=%C2%A0", {}],
    ["empty pairs", "&&=&=x&", {}],
    ["a filter", "first_name=a", { filters: { first_name: "a" }, given: [["first_name", "a"]] }],
    [
      "every filter, sorted",
      "middle_name=m&last_name=l&first_name=f&degree=d",
      {
        filters: { last_name: "l", first_name: "f", middle_name: "m", degree: "d" },
        given: [
          ["degree", "d"],
          ["first_name", "f"],
          ["last_name", "l"],
          ["middle_name", "m"],
        ],
      },
    ],
    ["one id", "id=3", { ids: [3], given: [["id", "3"]] }],
    ["several ids, sorted and each once", "id=42,3,17,3", { ids: [3, 17, 42], given: [["id", "42,3,17,3"]] }],
    [
      "repeated ids",
      "id=17&limit=5&id=3",
      {
        ids: [3, 17],
        limit: 5,
        paged: true,
        limitGiven: 5,
        given: [["id", "17,3"]],
      },
    ],
    ["the same id twice", "id=3&id=3", { ids: [3], given: [["id", "3,3"]] }],
    ["lists of ids, repeated", "id=3,17&id=&id=42", { ids: [3, 17, 42], given: [["id", "3,17,42"]] }],
    [
      "ids with leading zeros",
      "id=007,0000000000000000000001",
      { ids: [1, 7], given: [["id", "007,0000000000000000000001"]] },
    ],
    ["the largest id", "id=9007199254740991", { ids: [9007199254740991], given: [["id", "9007199254740991"]] }],
    ["an encoded comma and white space around", "id=+3%2C17%20", { ids: [3, 17], given: [["id", "3,17"]] }],
    ["a thousand ids", `id=${"1,".repeat(999)}2`, { ids: [1, 2] }],
    ["a blank id", "id=+", {}],
    ["names of one to three letters that are like id", "i=1&d=1&di=1&ad=1&sid=1&uid=1&cid=1&idx=1&id_=1&is=1", {}],
    ["a Cyrillic filter", "last_name=%D0%AF", { filters: { last_name: "Я" }, given: [["last_name", "Я"]] }],
    ["hex in lower case", "last_name=%d0%af", { filters: { last_name: "Я" }, given: [["last_name", "Я"]] }],
    ["letters that are not encoded", "last_name=Я", { filters: { last_name: "Я" }, given: [["last_name", "Я"]] }],
    ["inner white space as it is", "degree=+a++b+", { filters: { degree: "a  b" }, given: [["degree", "a  b"]] }],
    ["an encoded plus", "degree=a%2Bb", { filters: { degree: "a+b" }, given: [["degree", "a+b"]] }],
    ["an equals sign in a value", "degree=a=b", { filters: { degree: "a=b" }, given: [["degree", "a=b"]] }],
    ["an encoded ampersand", "degree=a%26b", { filters: { degree: "a&b" }, given: [["degree", "a&b"]] }],
    [
      "NFD as NFC, given as sent",
      "degree=%D1%96%CC%88",
      { filters: { degree: "ї" }, given: [["degree", "\u0456\u0308"]] },
    ],
    ["an encoded name", "first%5Fname=a", { filters: { first_name: "a" }, given: [["first_name", "a"]] }],
    ["the same value twice", "limit=5&limit=+5&limit=", { limit: 5, paged: true, limitGiven: 5 }],
    ["an ordering", "ordering=id", { ordering: "id", given: [["ordering", "id"]] }],
    ["a format", "format=json", { format: "json", given: [["format", "json"]] }],
    ["unknown parameters", "_=1&utm_source=x&fbclid=y&LIMITS=1", {}],
    ["unknown parameters that can't be decoded", "x=%zz&%zz=1&%FF=1&limit%ZZ=1", {}],
    ["blank near misses", "Limit=&offsett=+&id=&first_name__icontains=", {}],
    ["names two edits away", "limitss=1&mi=1&langley=1&oredring_=1&limi%5B%5D=1", {}],
    ["names of objects", "__proto__=1&constructor=1&toString=1&__limit=1", {}],
    ["200 characters", `degree=${"a".repeat(200)}`, { filters: { degree: "a".repeat(200) } }],
    ["200 characters of two code units", `degree=${"%F0%9F%98%80".repeat(200)}`, {}],
    ["200 characters once in NFC", `degree=${"%D1%96%CC%88".repeat(200)}`, { filters: { degree: "ї".repeat(200) } }],
  ];
  for (const [name, query, expected] of cases) {
    test(`takes ${name}`, () => {
      const { filters = {}, given = [], ...rest } = expected;
      const parsed = parseListQuery(query, limits);
      if (query.length < 200) expect(parsed).toEqual({ ...firstPage, ...rest, filters, given });
      else expect(parsed).toMatchObject(expected);
    });
  }

  const searchWords: [query: string, same: string][] = [
    ["q=a", "search=a"],
    ["q=+a+", "search=a"],
    ["q=a&search=a", "search=a"],
    ["search=a&q=&limit=5", "search=a&limit=5"],
    ["q=a&ordering=relevance", "search=a&ordering=relevance"],
  ];
  test.each(searchWords)("takes %s as %s", (query, same) => {
    expect(parseListQuery(query, limits)).toEqual(parseListQuery(same, limits));
  });

  // The list of the HTTP contract.
  const foreignNames = `per_page per-page cursor after start size $top $skip page[size] page[number] _start _end _page
    _limit page_number max_results sort sort_by order order_by _sort $orderby filter where $filter filter[last_name]
    surname patronymic position firstName lastName middleName`.split(/\s+/);
  test.each(foreignNames)("rejects %s of other APIs and says what to send, but not on a page", (word) => {
    const query = `${encodeURIComponent(word)}=5`;
    const [fault, ...others] = faultsOf(() => parseListQuery(query, { ...limits, isPage: () => false }));
    expect(fault).toMatchObject({ parameter: word, code: "unknown_parameter", value: "5" });
    const instead = /unknown parameter; use (\w+)/.exec(fault!.detail)?.[1];
    expect(listParameters.map(({ name }) => name)).toContain(instead as never);
    expect(others).toEqual([]);
    expect(parseListQuery(query, { ...limits, isPage: () => true })).toEqual(firstPage);
  });

  test("rejects near misses on a page too, and considers the given format", () => {
    const isPage = (format: string | null): boolean => format === "html";
    const codesOf = (query: string) =>
      faultsOf(() => parseListQuery(query, { ...limits, isPage })).map((one) => one.parameter);
    expect(codesOf("sort=x&Limit=1&format=html")).toEqual(["Limit"]);
    expect(codesOf("sort=x&Limit=1&format=json")).toEqual(["sort", "Limit"]);
  });

  const defaults: [query: string, same: string][] = [
    ["page=1&page_size=10&limit=100&offset=0", "limit=100"],
    ["page=3&page_size=10&limit=10&offset=0", "page=3"],
    ["page=1&page_size=20&limit=10&offset=0", "page_size=20"],
    ["page=1&limit=5&offset=40", "limit=5&offset=40"],
    ["page=1&page_size=10&limit=10&offset=0", ""],
    ["page=+&page_size=0&limit=7", "limit=7"],
  ];
  test.each(defaults)("takes %s as %j", (query, same) => {
    expect(parseListQuery(query, limits)).toEqual(parseListQuery(same, limits));
  });

  test("treats the default of a smaller maximum as absent", () => {
    const small = { limitMax: 5 };
    expect(parseListQuery("page_size=5&limit=3", small)).toEqual(parseListQuery("limit=3", small));
  });

  const maxima: [query: string, limitMax: number, limit: number][] = [
    ["", 10, 10],
    ["", 5, 5],
    ["limit=0", 5, 5],
    ["limit=6", 5, 5],
    ["limit=4", 5, 4],
    ["offset=1", 5, 5],
  ];
  for (const [query, limitMax, limit] of maxima) {
    test(`gives limit ${limit} for ${JSON.stringify(query)} if the maximum is ${limitMax}`, () => {
      expect(parseListQuery(query, { limitMax }).limit).toBe(limit);
    });
  }

  const faults: [name: string, query: string, faults: [parameter: string, code: FaultCode, value: string][]][] = [
    ["a lone minus sign", "limit=-", [["limit", "not_an_integer", "-"]]],
    ["a negative limit of ten digits", "limit=-1000000000", [["limit", "not_an_integer", "-1000000000"]]],
    ["letters", "offset=abc", [["offset", "not_an_integer", "abc"]]],
    ["an exponent", "limit=1e3", [["limit", "not_an_integer", "1e3"]]],
    ["a fraction", "limit=5.0", [["limit", "not_an_integer", "5.0"]]],
    ["ten digits", "limit=0000000001", [["limit", "not_an_integer", "0000000001"]]],
    ["twenty digits", "offset=12345678901234567890", [["offset", "not_an_integer", "12345678901234567890"]]],
    ["digits that are not ASCII", "limit=%D9%A5", [["limit", "not_an_integer", "٥"]]],
    ["an encoded plus sign", "limit=%2B5", [["limit", "not_an_integer", "+5"]]],
    ["a line feed between digits", "limit=5%0A5", [["limit", "not_an_integer", "5\uFFFD5"]]],
    ["a control character", "first_name=a%00b", [["first_name", "control_character", "a\uFFFDb"]]],
    ["a tab", "first_name=a%09b", [["first_name", "control_character", "a\uFFFDb"]]],
    ["a C1 control character", "degree=a%C2%85b", [["degree", "control_character", "a\uFFFDb"]]],
    ["a lone percent sign", "degree=100%", [["degree", "bad_encoding", "100%"]]],
    ["half an escape", "degree=%D", [["degree", "bad_encoding", "%D"]]],
    ["no hex", "degree=%zz", [["degree", "bad_encoding", "%zz"]]],
    ["a cut sequence", "degree=%D0", [["degree", "bad_encoding", "%D0"]]],
    ["Latin-1", "degree=%E9t", [["degree", "bad_encoding", "%E9t"]]],
    ["an overlong form", "degree=%C0%AF", [["degree", "bad_encoding", "%C0%AF"]]],
    ["a surrogate", "degree=%ED%A0%80", [["degree", "bad_encoding", "%ED%A0%80"]]],
    ["a code point above the last", "degree=%F4%90%80%80", [["degree", "bad_encoding", "%F4%90%80%80"]]],
    ["an integer that can't be decoded", "limit=%FF", [["limit", "bad_encoding", "%FF"]]],
    ["201 characters", `degree=${"a".repeat(201)}`, [["degree", "too_long", `${"a".repeat(59)}…`]]],
    ["201 characters of two code units", `degree=${"😀".repeat(201)}`, [["degree", "too_long", `${"😀".repeat(59)}…`]]],
    ["page 0", "page=0", [["page", "not_a_page", "0"]]],
    ["a negative page", "page=-1&page_size=5", [["page", "not_a_page", "-1"]]],
    ["a search that differs from another", "search=a&q=b", [["q", "conflict", "b"]]],
    ["an id that is none", "id=3-5f0c2d1e", [["id", "not_an_integer", "3-5f0c2d1e"]]],
    ["a foreign search that is too long", `q=${"a".repeat(201)}`, [["q", "too_long", `${"a".repeat(59)}…`]]],
    ["an unknown ordering", "ordering=name", [["ordering", "unknown_value", "name"]]],
    ["an ordering by two", "ordering=id,last_name", [["ordering", "unknown_value", "id,last_name"]]],
    ["an unknown format", "format=xml", [["format", "unknown_value", "xml"]]],
    ["a format in upper case", "format=JSON", [["format", "unknown_value", "JSON"]]],
    ["an unknown language", "lang=de", [["lang", "unknown_value", "de"]]],
    ["a parameter repeated", "limit=5&limit=6", [["limit", "repeated", "6"]]],
    ["a parameter repeated in another spelling", "limit=5&limit=05", [["limit", "repeated", "05"]]],
    ["one fault for many repetitions", "limit=5&limit=6&limit=7&limit=5", [["limit", "repeated", "6"]]],
    ["a blank one between repetitions", "degree=a&degree=&degree=b", [["degree", "repeated", "b"]]],
    ["one fault for a bad value sent twice", "limit=x&limit=x", [["limit", "not_an_integer", "x"]]],
    [
      "a bad value and its repetition",
      "limit=x&limit=5",
      [
        ["limit", "not_an_integer", "x"],
        ["limit", "repeated", "5"],
      ],
    ],
    [
      "two faults of one value",
      `degree=%07${"a".repeat(200)}`,
      [
        ["degree", "control_character", `\uFFFD${"a".repeat(58)}…`],
        ["degree", "too_long", `\uFFFD${"a".repeat(58)}…`],
      ],
    ],
    [
      "everything in order of appearance",
      "ordering=x&Limit=1&first_name=%zz&limit=1.5&degree=a&degree=b&id=x&id=7",
      [
        ["ordering", "unknown_value", "x"],
        ["Limit", "unknown_parameter", "1"],
        ["first_name", "bad_encoding", "%zz"],
        ["limit", "not_an_integer", "1.5"],
        ["degree", "repeated", "b"],
        ["id", "not_an_integer", "x"],
      ],
    ],
    ["an id of letters", "id=abc", [["id", "not_an_integer", "abc"]]],
    ["id 0", "id=0", [["id", "not_an_integer", "0"]]],
    ["a negative id", "id=3,-1", [["id", "not_an_integer", "3,-1"]]],
    ["an id above the largest", "id=9007199254740992", [["id", "not_an_integer", "9007199254740992"]]],
    ["an id of forty digits", `id=${"9".repeat(40)}`, [["id", "not_an_integer", "9".repeat(40)]]],
    ["an id that is a fraction", "id=1.0", [["id", "not_an_integer", "1.0"]]],
    ["an id with an exponent", "id=1e3", [["id", "not_an_integer", "1e3"]]],
    ["digits that are not ASCII as an id", "id=%D9%A5", [["id", "not_an_integer", "٥"]]],
    ["nothing between commas", "id=3,,17", [["id", "not_an_integer", "3,,17"]]],
    ["nothing after the last comma", "id=3,", [["id", "not_an_integer", "3,"]]],
    ["only a comma", "id=,", [["id", "not_an_integer", ","]]],
    ["a space after a comma", "id=3,+17", [["id", "not_an_integer", "3, 17"]]],
    ["a semicolon between ids", "id=3;17", [["id", "not_an_integer", "3;17"]]],
    ["ids that can't be decoded", "id=3&id=%zz", [["id", "bad_encoding", "%zz"]]],
    ["the one bad list of ids", "id=3&id=x&id=17", [["id", "not_an_integer", "x"]]],
    ["1001 ids", `id=${"1,".repeat(1000)}1`, [["id", "too_long", `${"1,".repeat(29)}1…`]]],
    ["1001 ids, repeated", `id=1&${"id=1&".repeat(1000)}`, [["id", "too_long", `${"1,".repeat(29)}1…`]]],
    ["one fault for a near miss sent twice", "Limit=1&Limit=2", [["Limit", "unknown_parameter", "1"]]],
    [
      "one fault for a long unknown name sent twice",
      `filter[${"a".repeat(70)}]=1&filter[${"a".repeat(70)}]=2`,
      [[`filter[${"a".repeat(52)}…`, "unknown_parameter", "1"]],
    ],
    ["a near miss whose value can't be decoded", "Limit=%zz", [["Limit", "unknown_parameter", "%zz"]]],
  ];
  for (const [name, query, expected] of faults) {
    test(`rejects ${name}`, () => {
      const found = faultsOf(() => parseListQuery(query, limits));
      expect(found.map(({ parameter, code, value }) => [parameter, code, value])).toEqual(expected);
      for (const { parameter, value, detail } of found) expect(detail).toStartWith(`${parameter}="${value}": `);
    });
  }

  const choices: [name: string, values: string[]][] = [
    ["ordering", ["id", "-id", "last_name", "-last_name"]],
    ["format", ["json", "csv", "ndjson", "html"]],
  ];
  for (const [name, values] of choices) {
    for (const value of values) {
      test(`takes ${name}=${value}`, () => {
        expect(parseListQuery(`${name}=${value}`, limits)).toMatchObject({ [name]: value });
      });
    }
  }

  const searches: [name: string, search: string, codes: FaultCode[]][] = [
    ["200 characters", "a".repeat(200), []],
    ["201 characters", "a".repeat(201), ["too_long"]],
    ["12 words", "a b,c.d-e f g h i/j (k) l, – 😀", []],
    ["13 words", "a b,c.d-e f g h i/j (k) l m", ["too_long"]],
    ["words between a tab and line breaks", "a\tb\r\nc", []],
    ["only separators", "- . ,", []],
    ["201 characters in 13 words", `${"a ".repeat(12)}${"a".repeat(177)}`, ["too_long"]],
  ];
  for (const [name, search, codes] of searches) {
    test(`takes or rejects a search of ${name}`, () => {
      const found = faultsOf(() => parseListQuery(`search=${encodeURIComponent(search)}`, limits));
      expect(found.map(({ code }) => code)).toEqual(codes);
    });
  }

  const nearMisses: [name: string, suggestion: string][] = [
    ["Limit", "did you mean limit?"],
    ["LIMIT", "did you mean limit?"],
    ["First_Name", "did you mean first_name?"],
    ["limi", "did you mean limit?"],
    ["limits", "did you mean limit?"],
    ["xlimit", "did you mean limit?"],
    ["limlt", "did you mean limit?"],
    ["l%D1%96mit", "did you mean limit?"],
    ["limit%F0%9F%98%80", "did you mean limit?"],
    ["lim%F0%9F%98%80t", "did you mean limit?"],
    ["+limit", "did you mean limit?"],
    ["ilmit", "did you mean limit?"],
    ["limti", "did you mean limit?"],
    ["ofset", "did you mean offset?"],
    ["offest", "did you mean offset?"],
    ["firstname", "did you mean first_name?"],
    ["first-name", "did you mean first_name?"],
    ["middel_name", "did you mean middle_name?"],
    ["lastt_name", "did you mean last_name?"],
    ["degre", "did you mean degree?"],
    ["serach", "did you mean search?"],
    ["order1ng", "did you mean ordering?"],
    ["formats", "did you mean format?"],
    ["lan", "did you mean lang?"],
    ["first_name__icontains", "did you mean first_name?"],
    ["limit__gt", "did you mean limit?"],
    ["degree__", "did you mean degree?"],
    [`degree__${"x".repeat(5000)}`, "did you mean degree?"],
    ["ids", "did you mean id?"],
    ["ID", "did you mean id?"],
    ["Id", "did you mean id?"],
    ["id__in", "did you mean id?"],
    ["name", "not a filter; use search"],
    ["full_name", "not a filter; use search"],
    ["short_name", "not a filter; use search"],
    ["short_name_with_degree", "not a filter; use search"],
  ];
  for (const [name, suggestion] of nearMisses) {
    test(`rejects ${name.slice(0, 30)} and suggests what to do`, () => {
      const found = faultsOf(() => parseListQuery(`x=1&${name}=5`, limits));
      expect(found).toMatchObject([{ code: "unknown_parameter", value: "5" }]);
      expect(found[0]!.detail).toEndWith(suggestion);
      expect(found[0]!.detail.length).toBeLessThan(200);
    });
  }

  const messages: [query: string, message: string][] = [
    ["limit=abc", 'limit="abc": must be a whole number from 0 to 999999999.'],
    ["degree=%zz", 'degree="%zz": must be percent-encoded UTF-8; write % as %25.'],
    ["degree=a%07", 'degree="a\uFFFD": must not contain control characters; it has U+0007.'],
    [`degree=${"a".repeat(201)}`, `degree="${"a".repeat(59)}…": must have at most 200 characters; it has 201.`],
    [
      "search=a+b+c+d+e+f+g+h+i+j+k+l+m",
      'search="a b c d e f g h i j k l m": must have at most 200 characters and 12 words; it has 25 and 13.',
    ],
    ["format=xml", 'format="xml": must be one of: json, html, csv, ndjson.'],
    ["limit=1&limit=2", 'limit="2": given twice with different values; the first is "1".'],
    ["Limit=1", 'Limit="1": unknown parameter; did you mean limit?'],
    ["id=x", 'id="x": must be ids separated by commas, each a whole number from 1 to 9007199254740991.'],
    [`id=1${",1".repeat(1000)}`, `id="${"1,".repeat(29)}1…": must have at most 1000 ids; it has 1001.`],
    [
      "limit=a&Offset=1&offset=b",
      'limit="a": must be a whole number from 0 to 999999999. Offset="1": unknown parameter; did you mean offset? ' +
        'offset="b": must be a whole number from 0 to 999999999.',
    ],
  ];
  for (const [query, message] of messages) {
    test(`says what is wrong with ${query.slice(0, 30)}`, () => {
      expect(() => parseListQuery(query, limits)).toThrow(new Error(message));
    });
  }

  test("parses anything or throws badParameters, with faults that clip every value", () => {
    const pieces = fc.constantFrom(
      "limit",
      "offset",
      "degree",
      "Limit",
      "lang",
      "=",
      "&",
      "%",
      "+",
      "D0%9E",
      "7",
      "x",
      "%0",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 4 }))), (query) => {
        for (const { value } of faultsOf(() => parseListQuery(query.join(""), limits))) {
          expect([...value].length).toBeLessThanOrEqual(60);
        }
      }),
    );
  });

  test("takes form-encoded values", () => {
    const text = fc.string({ unit: "binary", maxLength: 50 }).map((value) => value.replace(/\p{C}/gu, "").trim());
    fc.assert(
      fc.property(text, text, (last, degree) => {
        const query = new URLSearchParams({ last_name: last, degree }).toString();
        const { filters } = parseListQuery(query, limits);
        expect([filters.last_name ?? "", filters.degree ?? ""]).toEqual([
          last.normalize("NFC"),
          degree.normalize("NFC"),
        ]);
      }),
    );
  });

  test("accepts as many ids as the maximum of limit", () => {
    expect(parseListQuery("id=1,2,3", { limitMax: 3 }).ids).toEqual([1, 2, 3]);
    expect(faultsOf(() => parseListQuery("id=1,2&id=3", { limitMax: 2 }))).toMatchObject([{ code: "too_long" }]);
  });

  test("returns one shared query for the plain list", () => {
    expect(parseListQuery("", limits)).toBe(parseListQuery("", { limitMax: 10 }));
  });

  test("names ten faults of a query full of near misses", () => {
    const names = Array.from({ length: 1000 }, (_, i) => `${String.fromCodePoint(0x4e00 + i)}limit=1`);
    expect(faultsOf(() => parseListQuery(names.join("&"), limits))).toHaveLength(10);
  });
});

describe("parseTeacherQuery()", () => {
  const cases: [name: string, query: string, codes: FaultCode[]][] = [
    ["nothing", "", []],
    ["a format", "format=json", []],
    ["blank ones", "format=&lang=+", []],
    ["an unknown format", "format=csv", ["unknown_value"]],
    ["the format repeated", "format=json&format=xml", ["repeated"]],
    [
      "near misses",
      "Format=json&lnag=uk&format__in=x",
      ["unknown_parameter", "unknown_parameter", "unknown_parameter"],
    ],
    ["parameters of the list", "limit=abc&offset=-1&first_name=%zz&Limit=1&id=7&full_name=x", []],
  ];
  for (const [name, query, codes] of cases) {
    test(`${codes.length === 0 ? "takes" : "rejects"} ${name}`, () => {
      expect(faultsOf(() => parseTeacherQuery(query)).map(({ code }) => code)).toEqual(codes);
    });
  }

  test("gives the format", () => {
    expect(parseTeacherQuery("format=json")).toEqual({ format: "json", lang: null });
    expect(parseTeacherQuery("")).toEqual({ format: null, lang: null });
  });
});
