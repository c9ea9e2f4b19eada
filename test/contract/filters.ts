/** Rows about filters, ordering and search: the teachers that a query finds, and their order. */
import { count, idsFrom, teachers } from "./fixture.ts";
import { answers, counts, page, type Row, refuses, type Section } from "./row.ts";

const last = Number.MAX_SAFE_INTEGER;
const allIds = teachers.map(({ id }) => id);

const matches: readonly Row[] = [
  answers("first_name filters", "/teachers/?first_name=Олена", page(2, {}, [2, 14])),
  answers("middle_name filters", "/teachers/?middle_name=Ілліч", page(1, {}, [10])),
  answers("last_name filters", "/teachers/?last_name=Гнатюк", page(2, {}, [12, 13])),
  answers("degree filters", "/teachers/?degree=доцент", page(3, {}, [1, 14, last])),
  answers("without=degree finds who has none", "/teachers/?without=degree", page(1, {}, [7])),
  answers(
    "a blank degree counts as absent, also beside without=degree",
    "/teachers/?degree=+&without=degree&limit=1",
    page(1, {}, [7]),
  ),
  answers(
    "without=degree combines with other filters",
    "/teachers/?without=degree&last_name=Шевченко",
    page(0, {}, []),
  ),
  answers(
    "the degrees under without=degree are none, with the number of these teachers",
    "/teachers/degrees/?without=degree",
    { results: [{ value: "", count: 1, href: "{base}/teachers/?without=degree" }] },
  ),
  refuses("a degree contradicts without=degree", "/teachers/?without=degree&degree=доцент", [
    ["without", "conflict", "degree"],
  ]),
  refuses("only the degree can be missing", "/teachers/?without=last_name", [
    ["without", "unknown_value", "last_name"],
  ]),
  answers("a value with a space is sent with +", "/teachers/?degree=завідувач+кафедри", page(1, {}, [8])),
  answers("a value with a space is sent with %20", "/teachers/?degree=завідувач%20кафедри", page(1, {}, [8])),
  answers("no match: 200, count 0, no links, no results", "/teachers/?last_name=Нема", page(0, {}, [])),
  answers("a filter is exact: not a prefix", "/teachers/?first_name=Олен", page(0, {}, [])),
  answers("a filter is exact: an initial does not match a name", "/teachers/?first_name=О", page(1, {}, [3])),
  answers("a filter is exact: a full stop counts", "/teachers/?first_name=О.", page(1, {}, [4])),
  answers(
    "a filter is compared as an import stores it: without repeated spaces",
    "/teachers/?degree=завідувач++кафедри",
    page(1, {}, [8]),
  ),
  answers(
    "a filter is compared as an import stores it: without invisible characters",
    "/teachers/?first_name=О%E2%80%8Bлена%C2%AD",
    page(2, {}, [2, 14]),
  ),
  answers("a filter is case-sensitive", "/teachers/?first_name=олена", page(0, {}, [])),
  answers("a filter is trimmed", "/teachers/?first_name=%20+Олена%09%0A", page(2, {}, [2, 14])),
  answers(
    "a filter is trimmed of white space of any kind",
    "/teachers/?first_name=%C2%A0Олена%E2%80%83",
    page(2, {}, [2, 14]),
  ),
  answers("a filter is normalised to NFC", "/teachers/?first_name=%D0%86%CC%88жак", page(1, {}, [12])),
  answers("a name may hold a mark that NFC can't join", "/teachers/?first_name=И%CC%82ван", page(1, {}, [13])),
  answers(
    "a value may be sent with hexadecimal digits in lower case",
    "/teachers/?middle_name=%d2%90",
    page(1, {}, [12]),
  ),
  answers("a value may have four-byte characters", "/teachers/?middle_name=😀", page(1, {}, [13])),
  answers("a value may hold quotes and backslashes", "/teachers/?last_name=Д%22Арк%5CМан", page(1, {}, [9])),
  answers(
    "a value may hold every character of URLs, encoded",
    "/teachers/?degree=(a!*~-._)%27+%2B%25%26%3D100%25",
    page(2, {}, [12, 13]),
  ),
  answers("a value may have 200 characters", `/teachers/?last_name=${"я".repeat(200)}`, page(0, {}, [])),
  answers(
    "a filter is exact: the apostrophe U+0027 is not U+2019",
    "/teachers/?last_name=Лук'яненко",
    page(1, {}, [5]),
  ),
  answers(
    "a filter is exact: the apostrophe U+2019 is not U+0027",
    "/teachers/?last_name=Лук\u2019яненко",
    page(1, {}, [6]),
  ),
  ...[
    ["last_name", "Лук\u02bcяненко"],
    ["middle_name", "В'ячеславівна"],
    ["first_name", "О\u02bcН"],
  ].map(([name, value]) =>
    answers(
      `a filter is exact: no teacher has another apostrophe in ${name}`,
      `/teachers/?${name}=${value}`,
      page(0, {}, []),
    ),
  ),
  answers("an apostrophe is not ignored", "/teachers/?last_name=Лукяненко", page(0, {}, [])),
  answers("filters combine: all must match", "/teachers/?first_name=Сергій&middle_name=Ілліч", page(1, {}, [10])),
  answers("filters combine: no teacher has both", "/teachers/?first_name=Сергій&middle_name=Петрівна", page(0, {}, [])),
  answers(
    "all four filters combine",
    "/teachers/?last_name=Коваленко&first_name=Олена&middle_name=Петрівна&degree=професор",
    page(1, {}, [2]),
  ),
  answers(
    "filters combine with paging",
    "/teachers/?first_name=О'Н&degree=старший+викладач&offset=24&limit=5",
    page(
      25,
      {
        previous:
          "?degree=%D1%81%D1%82%D0%B0%D1%80%D1%88%D0%B8%D0%B9+%D0%B2%D0%B8%D0%BA%D0%BB%D0%B0%D0%B4%D0%B0%D1%87&first_name=%D0%9E%27%D0%9D&limit=5&offset=19",
      },
      [44],
    ),
  ),
];

const byIds: readonly Row[] = [
  answers("id finds one teacher", "/teachers/?id=3", page(1, {}, [3])),
  answers("id finds several teachers, in the order of the list", "/teachers/?id=14,3,9", page(3, {}, [3, 9, 14])),
  answers("id may be repeated", "/teachers/?id=9&id=3&id=14", page(3, {}, [3, 9, 14])),
  answers("ids may be repeated lists", "/teachers/?id=9,3&id=14", page(3, {}, [3, 9, 14])),
  answers("an id given twice counts once", "/teachers/?id=3,3&id=03", page(1, {}, [3])),
  answers("ids may have leading zeros", "/teachers/?id=003", page(1, {}, [3])),
  answers("the largest id is accepted", `/teachers/?id=${last}`, page(1, {}, [last])),
  answers("unknown ids are not found", "/teachers/?id=3,15,999", page(1, {}, [3])),
  answers("an unknown id alone: no results", "/teachers/?id=15", page(0, {}, [])),
  { name: "a blank id is absent", url: "/teachers/?id=&limit=1000", status: 200, holds: counts(count) },
  answers("ids are trimmed", "/teachers/?id=+3,9%20", page(2, {}, [3, 9])),
  answers("spaces between ids are ignored", "/teachers/?id=3,+9", page(2, {}, [3, 9])),
  answers("nothing between commas is no id", "/teachers/?id=3,,9,", page(2, {}, [3, 9])),
  ...["id[]=3&id[]=9", "id%5B%5D=3&id%5B%5D=9", "id[0]=3&id[1]=9", "id=3&id[]=9", "id[]=3,9"].map((query) =>
    answers(`brackets of clients are ignored: ${query}`, `/teachers/?${query}`, page(2, {}, [3, 9])),
  ),
  answers("the comma may be encoded", "/teachers/?id=3%2C9", page(2, {}, [3, 9])),
  answers("a thousand ids may be given", `/teachers/?limit=1000&id=${"3,".repeat(999)}9`, page(2, {}, [3, 9])),
  answers("id and a filter combine: both must match", "/teachers/?id=2,3,10&first_name=Олена", page(1, {}, [2])),
  answers("id and search combine: both must match", "/teachers/?id=1,2,6&search=Лук\u02bcяненко", page(1, {}, [6])),
  answers("id and ordering combine", `/teachers/?id=1,14,${last}&ordering=last_name`, page(3, {}, [14, last, 1])),
  answers("id and descending ordering combine", "/teachers/?id=3,9,14&ordering=-id", page(3, {}, [14, 9, 3])),
];

const ordered = (name: string, query: string, ids: readonly number[]) =>
  answers(name, `/teachers/?${query}&limit=1000`, page(ids.length, {}, ids));

const orderings: readonly Row[] = [
  ordered("ordering=id is ascending", "ordering=id", allIds),
  ordered("ordering=-id is descending", "ordering=-id", [...allIds].reverse()),
  ordered("ordering=last_name is alphabetical", "ordering=last_name&degree=доцент", [14, last, 1]),
  ordered("ordering=-last_name is that backwards", "ordering=-last_name&degree=доцент", [1, last, 14]),
  ordered("the alphabet is Ukrainian", "ordering=last_name&first_name=О'Н", idsFrom(20, 44)),
  ordered("the alphabet is Ukrainian backwards too", "ordering=-last_name&first_name=О'Н", idsFrom(20, 44).reverse()),
  ordered("of one last name, the first name decides", "ordering=last_name&last_name=Гнатюк", [13, 12]),
  ordered("the order ignores apostrophes", "ordering=last_name&search=Лук\u02bcяненко", [5, 6]),
  answers(
    "links carry the ordering",
    "/teachers/?ordering=-last_name&degree=доцент&limit=1&offset=1",
    page(
      3,
      {
        next: "?degree=%D0%B4%D0%BE%D1%86%D0%B5%D0%BD%D1%82&limit=1&offset=2&ordering=-last_name",
        previous: "?degree=%D0%B4%D0%BE%D1%86%D0%B5%D0%BD%D1%82&limit=1&ordering=-last_name",
      },
      [last],
    ),
  ),
];

const finds = (name: string, search: string, ids: readonly number[]) =>
  answers(name, `/teachers/?search=${search}`, page(ids.length, {}, ids));

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
  answers(
    "links carry exact",
    "/teachers/?search=олена&limit=1&ordering=id&exact=true",
    page(2, { next: "?exact=true&limit=1&offset=1&ordering=id&search=%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0" }, [2]),
  ),
  ...["-", "+-+.", "!", "…", "*", "'", "%F0%9F%98%80"].map((search) =>
    finds(`a search without a letter or digit finds nobody: ${search}`, search, []),
  ),
  ...["-", "."].map((search) =>
    answers(
      `a search without a letter or digit finds nobody under another name of it either: ${search}`,
      `/teachers/?q=${search}`,
      page(0, {}, []),
    ),
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
  answers(
    "links say search for q",
    "/teachers/?q=олена&limit=1&ordering=id",
    page(2, { next: "?limit=1&offset=1&ordering=id&search=%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0" }, [2]),
  ),
  answers(
    "links carry the search",
    "/teachers/?search=+олена&limit=1&ordering=id",
    page(2, { next: "?limit=1&offset=1&ordering=id&search=%D0%BE%D0%BB%D0%B5%D0%BD%D0%B0" }, [2]),
  ),
  answers("a search may have 200 characters", `/teachers/?search=${"я".repeat(200)}`, page(0, {}, [])),
  answers("a search may have 12 terms", "/teachers/?search=a+b+c+d+e+f+g+h+i+j+k+l", page(0, {}, [])),
];

export const filters: Section = {
  name: "filters, ordering and search",
  rows: [...matches, ...byIds, ...orderings, ...searches],
};
