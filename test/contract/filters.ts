/** Rows about filters, ordering and search: the teachers that a query finds, and their order. */
import { count, idsFrom, teachers } from "./fixture.ts";
import { alike, answers, counts, finds, page, pagesOf, type Row, refuses, type Section } from "./row.ts";

const last = Number.MAX_SAFE_INTEGER;
const allIds = teachers.map(({ id }) => id);
const senior = "%D1%81%D1%82%D0%B0%D1%80%D1%88%D0%B8%D0%B9+%D0%B2%D0%B8%D0%BA%D0%BB%D0%B0%D0%B4%D0%B0%D1%87";
const docent = "degree=%D0%B4%D0%BE%D1%86%D0%B5%D0%BD%D1%82";
const olena = "%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0";

const matches: readonly Row[] = [
  ...finds({
    "first_name filters": ["first_name=Олена", 2, 14],
    "middle_name filters": ["middle_name=Ілліч", 10],
    "last_name filters": ["last_name=Гнатюк", 12, 13],
    "degree filters": ["degree=доцент", 1, 14, last],
    "without=degree finds who has none": ["without=degree", 7],
    "a blank degree counts as absent, also beside without=degree": ["degree=+&without=degree&limit=1", 7],
    "without=degree combines with other filters": ["without=degree&last_name=Шевченко"],
    "a value with a space is sent with +": ["degree=завідувач+кафедри", 8],
    "a value with a space is sent with %20": ["degree=завідувач%20кафедри", 8],
    "no match: 200, count 0, no links, no results": ["last_name=Нема"],
    "a filter is exact: not a prefix": ["first_name=Олен"],
    "a filter is exact: an initial does not match a name": ["first_name=О", 3],
    "a filter is exact: a full stop counts": ["first_name=О.", 4],
    "a filter is exact: the apostrophe U+0027 is not U+2019": ["last_name=Лук'яненко", 5],
    "a filter is exact: the apostrophe U+2019 is not U+0027": ["last_name=Лук\u2019яненко", 6],
    "a filter is exact: no last_name has U+02BC": ["last_name=Лук\u02bcяненко"],
    "a filter is exact: no middle_name has U+0027": ["middle_name=В'ячеславівна"],
    "an apostrophe is not ignored": ["last_name=Лукяненко"],
    "a filter is compared as an import stores it: without repeated spaces": ["degree=завідувач++кафедри", 8],
    "a filter is compared without invisible characters": ["first_name=О%E2%80%8Bлена%C2%AD", 2, 14],
    "a filter is case-sensitive": ["first_name=олена"],
    "a filter is trimmed": ["first_name=%20+Олена%09%0A", 2, 14],
    "a filter is trimmed of white space of any kind": ["first_name=%C2%A0Олена%E2%80%83", 2, 14],
    "a filter is normalised to NFC": ["first_name=%D0%86%CC%88жак", 12],
    "a name may hold a mark that NFC can't join": ["first_name=И%CC%82ван", 13],
    "a value may be sent with hexadecimal digits in lower case": ["middle_name=%d2%90", 12],
    "a value may have four-byte characters": ["middle_name=😀", 13],
    "a value may hold quotes and backslashes": ["last_name=Д%22Арк%5CМан", 9],
    "a value may hold every character of URLs": ["degree=(a!*~-._)%27+%2B%25%26%3D100%25", 12, 13],
    "a value may have 200 characters": [`last_name=${"я".repeat(200)}`],
    "filters combine: all must match": ["first_name=Сергій&middle_name=Ілліч", 10],
    "filters combine: no teacher has both": ["first_name=Сергій&middle_name=Петрівна"],
    "all filters combine": ["last_name=Коваленко&first_name=Олена&middle_name=Петрівна&degree=професор&id=2", 2],
  }),
  answers("the degrees under without=degree are none, with a count", "/teachers/degrees/?without=degree", {
    results: [{ value: "", count: 1, href: "{base}/teachers/?without=degree" }],
  }),
  refuses("only the degree can be missing", "/teachers/?without=last_name", [
    ["without", "unknown_value", "last_name"],
  ]),
  ...pagesOf(25, {
    "filters combine with paging": [
      "first_name=О'Н&degree=старший+викладач&offset=24&limit=5",
      [44],
      null,
      `degree=${senior}&first_name=%D0%9E%27%D0%9D&limit=5&offset=19`,
    ],
  }),
];

const byIds = finds({
  "id finds one teacher": ["id=3", 3],
  "id finds several teachers, in the order of the list": ["id=14,3,9", 3, 9, 14],
  "id may be repeated": ["id=9&id=3&id=14", 3, 9, 14],
  "ids may be repeated lists": ["id=9,3&id=14", 3, 9, 14],
  "an id given twice counts once": ["id=3,3&id=03", 3],
  "the largest id is accepted": [`id=${last}`, last],
  "unknown ids are skipped": ["id=3,15,999", 3],
  "an unknown id alone: no results": ["id=15"],
  "ids are trimmed, and nothing between commas is no id": ["id=+3,,+9,%20", 3, 9],
  "brackets of clients are ignored, also with a number or encoded": ["id[]=3&id[1]=9&id%5B%5D=14", 3, 9, 14],
  "the comma may be encoded": ["id=3%2C9", 3, 9],
  "a thousand ids may be given": [`limit=1000&id=${"3,".repeat(999)}9`, 3, 9],
  "id and a filter combine": ["id=2,3,10&first_name=Олена", 2],
  "id and search combine": ["id=1,2,6&search=Лук\u02bcяненко", 6],
  "id and ordering combine": [`id=1,14,${last}&ordering=last_name`, 14, last, 1],
  "id and descending ordering combine": ["id=3,9,14&ordering=-id", 14, 9, 3],
});

const orderings: readonly Row[] = [
  ...finds({
    "ordering=id is ascending": ["limit=1000&ordering=id", ...allIds],
    "ordering=-id is descending": ["limit=1000&ordering=-id", ...allIds.toReversed()],
    "ordering=last_name is alphabetical": ["ordering=last_name&degree=доцент", 14, last, 1],
    "ordering=-last_name is that backwards": ["ordering=-last_name&degree=доцент", 1, last, 14],
    "the alphabet is Ukrainian": ["limit=50&ordering=last_name&first_name=О'Н", ...idsFrom(20, 44)],
    "the alphabet backwards too": ["limit=50&ordering=-last_name&first_name=О'Н", ...idsFrom(20, 44).reverse()],
    "of one last name, the first name decides": ["ordering=last_name&last_name=Гнатюк", 13, 12],
    "the order ignores apostrophes": ["ordering=last_name&search=Лук\u02bcяненко", 5, 6],
  }),
  ...pagesOf(3, {
    "links carry the ordering": [
      "ordering=-last_name&degree=доцент&limit=1&offset=1",
      [last],
      `${docent}&limit=1&offset=2&ordering=-last_name`,
      `${docent}&limit=1&ordering=-last_name`,
    ],
  }),
];

/** The matches of a search are tested elsewhere. These rows treat it as a parameter. */
const searches: readonly Row[] = [
  ...finds({
    "search finds the beginnings of names in any letter case": ["search=шевч", 1],
    "search finds words in any order": ["search=Тарас+Шевченко", 1],
    "search finds a name with initials": ["search=Шевченко+Т.Г.", 1],
    "search finds Cyrillic names in Latin letters": ["search=Shevchenko", 1],
    "search folds the three apostrophes, unlike a filter": ["search=Лук\u02bcяненко", 5, 6],
    "search takes a degree out": ["search=доц.+Шевченко", 1],
    "search sets aside a degree that nobody of the name has": ["search=професор+Шевченко", 1],
    "search and filters combine": ["search=Олена&degree=професор", 2],
    "exact=true finds what is spelt so": ["search=шевч&exact=true", 1],
    "exact=true finds no teacher by a sound": ["search=Shevchenko&exact=true"],
    "exact=false is the default": ["search=Щевченко&exact=false", 1],
    "q is search": ["search=шевч&q=шевч", 1],
    "a search may have 200 characters": [`search=${"я".repeat(200)}`],
    "a search may have 12 terms": ["search=a+b+c+d+e+f+g+h+i+j+k+l"],
  }),
  ...["-", "+-+.", "!", "…", "*", "'", "%F0%9F%98%80"].map((search) =>
    answers(`no letter or digit finds nobody: ${search}`, `/teachers/?q=${search}`, page(0, {}, [])),
  ),
  ...alike(
    { status: 200, holds: counts(count) },
    {
      "a blank search is no search": "/teachers/?search=+%09&limit=1000",
      "exact=true without a search has no effect": "/teachers/?exact=true&limit=1000",
      "a blank id is absent": "/teachers/?id=&limit=1000",
    },
  ),
  ...alike(
    { status: 200, text: "" },
    { "a download of a search without a letter has nobody": "/teachers/?search=-&format=ndjson" },
  ),
  ...pagesOf(2, {
    "links say search for q": ["q=+олена&limit=1&ordering=id", [2], `limit=1&offset=1&ordering=id&search=${olena}`],
    "links carry exact": [
      "search=олена&limit=1&ordering=id&exact=true",
      [2],
      `exact=true&limit=1&offset=1&ordering=id&search=${olena}`,
    ],
  }),
];

const rows = [...matches, ...byIds, ...orderings, ...searches];
export const filters: Section = { name: "filters, ordering and search", rows };
