/** Rows about links on the wire. src/http/contract/links.test.ts has a table of offsets, limits and parameters. */
import { count, idsFrom, teachers } from "./fixture.ts";
import { pagesOf, type Section } from "./row.ts";

const names = "first_name=%D0%9E%27%D0%9D";
const olena = "first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0&limit=1&offset=1";
const senior = "%D1%81%D1%82%D0%B0%D1%80%D1%88%D0%B8%D0%B9+%D0%B2%D0%B8%D0%BA%D0%BB%D0%B0%D0%B4%D0%B0%D1%87";
const sydorenko = "%D0%A1%D0%B8%D0%B4%D0%BE%D1%80%D0%B5%D0%BD%D0%BA%D0%BE-%D0%B1";
const apostrophe = "%D0%9B%D1%83%D0%BA%CA%BC%D1%8F%D0%BD%D0%B5%D0%BD%D0%BA%D0%BE";
const sent =
  "offset=1&ordering=id&middle_name=В&limit=1&last_name=Сидоренко-б&format=json&first_name=О'Н&degree=старший+викладач";
const sorted = `degree=${senior}&${names}&format=json&last_name=${sydorenko}&limit=1&middle_name=%D0%92&ordering=id`;
const v = "middle_name=%D0%92";

const everybody = teachers.map(({ id }) => id);

const rows = [
  ...pagesOf(25, {
    "the contract's example": [
      "middle_name=В&offset=10&first_name=О'Н",
      idsFrom(30, 39),
      `${names}&limit=10&${v}&offset=20`,
      `${names}&limit=10&${v}`,
    ],
  }),
  ...pagesOf(1, { "all names are sorted": [sent, [], null, sorted] }),
  ...pagesOf(2, {
    "every byte but A-Z a-z 0-9 - . _ ~ is percent-encoded in upper-case hex, a space is +": [
      "limit=1&degree=(a!*~-._)'+%2b%25%26%3d100%25",
      [12],
      "degree=%28a%21%2A~-._%29%27+%2B%25%26%3D100%25&limit=1&offset=1",
    ],
    "letters in lower-case hex are encoded in upper case": ["limit=1&first_name=%d0%9eлена", [2], olena],
    "values are trimmed": ["limit=1&first_name=+%20Олена%C2%A0+", [2], olena],
    "values are otherwise as sent: not normalised to NFC": [
      "limit=1&first_name=Сергіи%CC%86",
      [10],
      "first_name=%D0%A1%D0%B5%D1%80%D0%B3%D1%96%D0%B8%CC%86&limit=1&offset=1",
    ],
    "values are otherwise as sent: with the apostrophe given": [
      "limit=1&search=Лук\u02bcяненко",
      [5],
      `limit=1&offset=1&search=${apostrophe}`,
    ],
    "repeated parameters occur once": ["limit=1&first_name=Олена&first_name=Олена&limit=1", [2], olena],
    "ids given twice stand once": ["id=9,3&limit=1&id=3&id[]=9", [3], "id=9%2C3&limit=1&offset=1"],
    "brackets are left out": ["first_name[]=Олена&limit[0]=1&ordering[]=-id", [14], `${olena}&ordering=-id`],
  }),
  ...pagesOf(count, {
    "blank and ignored parameters are left out": ["utm_source=a&limit=1&degree=+&_=2&fbclid", [1], "limit=1&offset=1"],
    "leading zeros are not carried": ["limit=002&offset=0003", [4, 5], "limit=2&offset=5", "limit=2&offset=1"],
    "next is null at the last record": ["limit=20&offset=20", [...idsFrom(26, 44), 2 ** 53 - 1], null, "limit=20"],
    "the offset of next is the offset plus the page size": [
      "limit=3&offset=5",
      [6, 7, 8],
      "limit=3&offset=8",
      "limit=3&offset=2",
    ],
    "next is present if one record is left": ["limit=39&offset=0", everybody.slice(0, 39), "limit=39&offset=39"],
    "limit and offset are set if they were not given": [
      "ordering=id",
      idsFrom(1, 10),
      "limit=10&offset=10&ordering=id",
    ],
    "previous leaves out offset at the limit": ["limit=5&offset=5", idsFrom(6, 10), "limit=5&offset=10", "limit=5"],
    "previous subtracts past the end too": ["limit=5&offset=100", [], null, "limit=5&offset=95"],
  }),
  ...pagesOf(0, { "previous is there without a match": ["last_name=x&offset=7", [], null, "last_name=x&limit=10"] }),
];

export const links: Section = { name: "links", rows };
