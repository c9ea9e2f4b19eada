/** Rows about filters, ordering and search: the teachers that a query finds, and their order. */
import { count, idsFrom, teachers } from "./fixture.ts";
import { counts, page, type Row, type Section } from "./row.ts";

const last = Number.MAX_SAFE_INTEGER;
const allIds = teachers.map(({ id }) => id);

const matches: readonly Row[] = [
  { name: "first_name filters", url: "/teachers/?first_name=Олена", status: 200, json: page(2, {}, [2, 14]) },
  { name: "middle_name filters", url: "/teachers/?middle_name=Ілліч", status: 200, json: page(1, {}, [10]) },
  { name: "last_name filters", url: "/teachers/?last_name=Гнатюк", status: 200, json: page(2, {}, [12, 13]) },
  { name: "degree filters", url: "/teachers/?degree=доцент", status: 200, json: page(3, {}, [1, 14, last]) },
  { name: "without=degree finds who has none", url: "/teachers/?without=degree", status: 200, json: page(1, {}, [7]) },
  {
    name: "a blank degree counts as absent, also beside without=degree",
    url: "/teachers/?degree=+&without=degree&limit=1",
    status: 200,
    json: page(1, {}, [7]),
  },
  {
    name: "without=degree combines with other filters",
    url: "/teachers/?without=degree&last_name=Шевченко",
    status: 200,
    json: page(0, {}, []),
  },
  {
    name: "the degrees under without=degree are none, with the number of these teachers",
    url: "/teachers/degrees/?without=degree",
    status: 200,
    json: { results: [{ value: "", count: 1, href: "{base}/teachers/?without=degree" }] },
  },
  {
    name: "a degree contradicts without=degree",
    url: "/teachers/?without=degree&degree=доцент",
    status: 400,
    faults: [["without", "conflict", "degree"]],
  },
  {
    name: "only the degree can be missing",
    url: "/teachers/?without=last_name",
    status: 400,
    faults: [["without", "unknown_value", "last_name"]],
  },
  {
    name: "a value with a space is sent with +",
    url: "/teachers/?degree=завідувач+кафедри",
    status: 200,
    json: page(1, {}, [8]),
  },
  {
    name: "a value with a space is sent with %20",
    url: "/teachers/?degree=завідувач%20кафедри",
    status: 200,
    json: page(1, {}, [8]),
  },
  {
    name: "no match: 200, count 0, no links, no results",
    url: "/teachers/?last_name=Нема",
    status: 200,
    json: page(0, {}, []),
  },
  { name: "a filter is exact: not a prefix", url: "/teachers/?first_name=Олен", status: 200, json: page(0, {}, []) },
  {
    name: "a filter is exact: an initial does not match a name",
    url: "/teachers/?first_name=О",
    status: 200,
    json: page(1, {}, [3]),
  },
  {
    name: "a filter is exact: a full stop counts",
    url: "/teachers/?first_name=О.",
    status: 200,
    json: page(1, {}, [4]),
  },
  {
    name: "a filter is compared as an import stores it: without repeated spaces",
    url: "/teachers/?degree=завідувач++кафедри",
    status: 200,
    json: page(1, {}, [8]),
  },
  {
    name: "a filter is compared as an import stores it: without invisible characters",
    url: "/teachers/?first_name=О%E2%80%8Bлена%C2%AD",
    status: 200,
    json: page(2, {}, [2, 14]),
  },
  { name: "a filter is case-sensitive", url: "/teachers/?first_name=олена", status: 200, json: page(0, {}, []) },
  {
    name: "a filter is trimmed",
    url: "/teachers/?first_name=%20+Олена%09%0A",
    status: 200,
    json: page(2, {}, [2, 14]),
  },
  {
    name: "a filter is trimmed of white space of any kind",
    url: "/teachers/?first_name=%C2%A0Олена%E2%80%83",
    status: 200,
    json: page(2, {}, [2, 14]),
  },
  {
    name: "a filter is normalised to NFC",
    url: "/teachers/?first_name=%D0%86%CC%88жак",
    status: 200,
    json: page(1, {}, [12]),
  },
  {
    name: "a name may hold a mark that NFC can't join",
    url: "/teachers/?first_name=И%CC%82ван",
    status: 200,
    json: page(1, {}, [13]),
  },
  {
    name: "a value may be sent with hexadecimal digits in lower case",
    url: "/teachers/?middle_name=%d2%90",
    status: 200,
    json: page(1, {}, [12]),
  },
  {
    name: "a value may have four-byte characters",
    url: "/teachers/?middle_name=😀",
    status: 200,
    json: page(1, {}, [13]),
  },
  {
    name: "a value may hold quotes and backslashes",
    url: "/teachers/?last_name=Д%22Арк%5CМан",
    status: 200,
    json: page(1, {}, [9]),
  },
  {
    name: "a value may hold every character of URLs, encoded",
    url: "/teachers/?degree=(a!*~-._)%27+%2B%25%26%3D100%25",
    status: 200,
    json: page(2, {}, [12, 13]),
  },
  {
    name: "a value may have 200 characters",
    url: `/teachers/?last_name=${"я".repeat(200)}`,
    status: 200,
    json: page(0, {}, []),
  },
  {
    name: "a filter is exact: the apostrophe U+0027 is not U+2019",
    url: "/teachers/?last_name=Лук'яненко",
    status: 200,
    json: page(1, {}, [5]),
  },
  {
    name: "a filter is exact: the apostrophe U+2019 is not U+0027",
    url: "/teachers/?last_name=Лук\u2019яненко",
    status: 200,
    json: page(1, {}, [6]),
  },
  ...[
    ["last_name", "Лук\u02bcяненко"],
    ["middle_name", "В'ячеславівна"],
    ["first_name", "О\u02bcН"],
  ].map(
    ([name, value]): Row => ({
      name: `a filter is exact: no teacher has another apostrophe in ${name}`,
      url: `/teachers/?${name}=${value}`,
      status: 200,
      json: page(0, {}, []),
    }),
  ),
  { name: "an apostrophe is not ignored", url: "/teachers/?last_name=Лукяненко", status: 200, json: page(0, {}, []) },
  {
    name: "filters combine: all must match",
    url: "/teachers/?first_name=Сергій&middle_name=Ілліч",
    status: 200,
    json: page(1, {}, [10]),
  },
  {
    name: "filters combine: no teacher has both",
    url: "/teachers/?first_name=Сергій&middle_name=Петрівна",
    status: 200,
    json: page(0, {}, []),
  },
  {
    name: "all four filters combine",
    url: "/teachers/?last_name=Коваленко&first_name=Олена&middle_name=Петрівна&degree=професор",
    status: 200,
    json: page(1, {}, [2]),
  },
  {
    name: "filters combine with paging",
    url: "/teachers/?first_name=О'Н&degree=старший+викладач&offset=24&limit=5",
    status: 200,
    json: page(
      25,
      {
        previous:
          "?degree=%D1%81%D1%82%D0%B0%D1%80%D1%88%D0%B8%D0%B9+%D0%B2%D0%B8%D0%BA%D0%BB%D0%B0%D0%B4%D0%B0%D1%87&first_name=%D0%9E%27%D0%9D&limit=5&offset=19",
      },
      [44],
    ),
  },
];

const byIds: readonly Row[] = [
  { name: "id finds one teacher", url: "/teachers/?id=3", status: 200, json: page(1, {}, [3]) },
  {
    name: "id finds several teachers, in the order of the list",
    url: "/teachers/?id=14,3,9",
    status: 200,
    json: page(3, {}, [3, 9, 14]),
  },
  { name: "id may be repeated", url: "/teachers/?id=9&id=3&id=14", status: 200, json: page(3, {}, [3, 9, 14]) },
  { name: "ids may be repeated lists", url: "/teachers/?id=9,3&id=14", status: 200, json: page(3, {}, [3, 9, 14]) },
  { name: "an id given twice counts once", url: "/teachers/?id=3,3&id=03", status: 200, json: page(1, {}, [3]) },
  { name: "ids may have leading zeros", url: "/teachers/?id=003", status: 200, json: page(1, {}, [3]) },
  { name: "the largest id is accepted", url: `/teachers/?id=${last}`, status: 200, json: page(1, {}, [last]) },
  { name: "unknown ids are not found", url: "/teachers/?id=3,15,999", status: 200, json: page(1, {}, [3]) },
  { name: "an unknown id alone: no results", url: "/teachers/?id=15", status: 200, json: page(0, {}, []) },
  { name: "a blank id is absent", url: "/teachers/?id=&limit=1000", status: 200, holds: counts(count) },
  { name: "ids are trimmed", url: "/teachers/?id=+3,9%20", status: 200, json: page(2, {}, [3, 9]) },
  { name: "spaces between ids are ignored", url: "/teachers/?id=3,+9", status: 200, json: page(2, {}, [3, 9]) },
  { name: "nothing between commas is no id", url: "/teachers/?id=3,,9,", status: 200, json: page(2, {}, [3, 9]) },
  ...["id[]=3&id[]=9", "id%5B%5D=3&id%5B%5D=9", "id[0]=3&id[1]=9", "id=3&id[]=9", "id[]=3,9"].map(
    (query): Row => ({
      name: `brackets of clients are ignored: ${query}`,
      url: `/teachers/?${query}`,
      status: 200,
      json: page(2, {}, [3, 9]),
    }),
  ),
  { name: "the comma may be encoded", url: "/teachers/?id=3%2C9", status: 200, json: page(2, {}, [3, 9]) },
  {
    name: "a thousand ids may be given",
    url: `/teachers/?limit=1000&id=${"3,".repeat(999)}9`,
    status: 200,
    json: page(2, {}, [3, 9]),
  },
  {
    name: "id and a filter combine: both must match",
    url: "/teachers/?id=2,3,10&first_name=Олена",
    status: 200,
    json: page(1, {}, [2]),
  },
  {
    name: "id and search combine: both must match",
    url: "/teachers/?id=1,2,6&search=Лук\u02bcяненко",
    status: 200,
    json: page(1, {}, [6]),
  },
  {
    name: "id and ordering combine",
    url: `/teachers/?id=1,14,${last}&ordering=last_name`,
    status: 200,
    json: page(3, {}, [14, last, 1]),
  },
  {
    name: "id and descending ordering combine",
    url: "/teachers/?id=3,9,14&ordering=-id",
    status: 200,
    json: page(3, {}, [14, 9, 3]),
  },
];

const ordered = (name: string, query: string, ids: readonly number[]): Row => ({
  name,
  url: `/teachers/?${query}&limit=1000`,
  status: 200,
  json: page(ids.length, {}, ids),
});

const orderings: readonly Row[] = [
  ordered("ordering=id is ascending", "ordering=id", allIds),
  ordered("ordering=-id is descending", "ordering=-id", [...allIds].reverse()),
  ordered("ordering=last_name is alphabetical", "ordering=last_name&degree=доцент", [14, last, 1]),
  ordered("ordering=-last_name is that backwards", "ordering=-last_name&degree=доцент", [1, last, 14]),
  ordered("the alphabet is Ukrainian", "ordering=last_name&first_name=О'Н", idsFrom(20, 44)),
  ordered("the alphabet is Ukrainian backwards too", "ordering=-last_name&first_name=О'Н", idsFrom(20, 44).reverse()),
  ordered("of one last name, the first name decides", "ordering=last_name&last_name=Гнатюк", [13, 12]),
  ordered("the order ignores apostrophes", "ordering=last_name&search=Лук\u02bcяненко", [5, 6]),
  {
    name: "links carry the ordering",
    url: "/teachers/?ordering=-last_name&degree=доцент&limit=1&offset=1",
    status: 200,
    json: page(
      3,
      {
        next: "?degree=%D0%B4%D0%BE%D1%86%D0%B5%D0%BD%D1%82&limit=1&offset=2&ordering=-last_name",
        previous: "?degree=%D0%B4%D0%BE%D1%86%D0%B5%D0%BD%D1%82&limit=1&ordering=-last_name",
      },
      [last],
    ),
  },
];

const finds = (name: string, search: string, ids: readonly number[]): Row => ({
  name,
  url: `/teachers/?search=${search}`,
  status: 200,
  json: page(ids.length, {}, ids),
});

/** The matches of a search are tested elsewhere. These rows treat it as a parameter. */
const searches: readonly Row[] = [
  finds("search finds the beginnings of names in any letter case", "шевч", [1]),
  finds("search finds words in any order", "Тарас+Шевченко", [1]),
  finds("search finds a name with initials", "Шевченко+Т.Г.", [1]),
  finds("search finds Cyrillic names in Latin letters", "Shevchenko", [1]),
  finds("search folds the three apostrophes, unlike a filter", "Лук\u02bcяненко", [5, 6]),
  finds("search takes a degree out", "доц.+Шевченко", [1]),
  finds("search sets aside a degree that nobody of the name has", "професор+Шевченко", [1]),
  finds("search and filters combine: all must match", "Олена&degree=професор", [2]),
  finds("exact=true finds what is spelt so", "шевч&exact=true", [1]),
  finds("exact=true finds no teacher by a sound", "Shevchenko&exact=true", []),
  finds("exact=false is the default", "Щевченко&exact=false", [1]),
  {
    name: "exact=true without a search has no effect",
    url: "/teachers/?exact=true&limit=1000",
    status: 200,
    holds: counts(count),
  },
  {
    name: "links carry exact",
    url: "/teachers/?search=олена&limit=1&ordering=id&exact=true",
    status: 200,
    json: page(2, { next: "?exact=true&limit=1&offset=1&ordering=id&search=%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0" }, [2]),
  },
  ...["-", "+-+.", "!", "…", "*", "'", "%F0%9F%98%80"].map((search) =>
    finds(`a search without a letter or digit finds nobody: ${search}`, search, []),
  ),
  ...["-", "."].map(
    (search): Row => ({
      name: `a search without a letter or digit finds nobody under another name of it either: ${search}`,
      url: `/teachers/?q=${search}`,
      status: 200,
      json: page(0, {}, []),
    }),
  ),
  {
    name: "a download of a search without a letter or digit has nobody",
    url: "/teachers/?search=-&format=ndjson",
    status: 200,
    text: "",
  },
  {
    name: "a blank search is no search",
    url: "/teachers/?search=+%09&limit=1000",
    status: 200,
    holds: counts(count),
  },
  finds("q is search", "шевч&q=шевч", [1]),
  {
    name: "links say search for q",
    url: "/teachers/?q=олена&limit=1&ordering=id",
    status: 200,
    json: page(2, { next: "?limit=1&offset=1&ordering=id&search=%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0" }, [2]),
  },
  {
    name: "links carry the search",
    url: "/teachers/?search=+олена&limit=1&ordering=id",
    status: 200,
    json: page(2, { next: "?limit=1&offset=1&ordering=id&search=%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0" }, [2]),
  },
  {
    name: "a search may have 200 characters",
    url: `/teachers/?search=${"я".repeat(200)}`,
    status: 200,
    json: page(0, {}, []),
  },
  {
    name: "a search may have 12 terms",
    url: "/teachers/?search=a+b+c+d+e+f+g+h+i+j+k+l",
    status: 200,
    json: page(0, {}, []),
  },
];

export const filters: Section = {
  name: "filters, ordering and search",
  rows: [...matches, ...byIds, ...orderings, ...searches],
};
