/** Rows about links: next and previous, their parameters and their encoding. */
import { count, idsFrom } from "./fixture.ts";
import { answers, page, type Row, type Section } from "./row.ts";

const names = "first_name=%D0%9E%27%D0%9D";
const odd = "%28a%21%2A~-._%29%27+%2B%25%26%3D100%25";

const rows: readonly Row[] = [
  answers(
    "the contract's example",
    "/teachers/?middle_name=В&offset=10&first_name=О'Н",
    page(
      25,
      { next: `?${names}&limit=10&middle_name=%D0%92&offset=20`, previous: `?${names}&limit=10&middle_name=%D0%92` },
      idsFrom(30, 39),
    ),
  ),
  answers(
    "all names are sorted",
    "/teachers/?offset=1&ordering=id&middle_name=В&limit=1&last_name=Сидоренко-б&format=json&first_name=О'Н&degree=старший+викладач",
    page(
      1,
      {
        previous:
          "?degree=%D1%81%D1%82%D0%B0%D1%80%D1%88%D0%B8%D0%B9+%D0%B2%D0%B8%D0%BA%D0%BB%D0%B0%D0%B4%D0%B0%D1%87" +
          `&${names}&format=json&last_name=%D0%A1%D0%B8%D0%B4%D0%BE%D1%80%D0%B5%D0%BD%D0%BA%D0%BE-%D0%B1` +
          "&limit=1&middle_name=%D0%92&ordering=id",
      },
      [],
    ),
  ),
  answers(
    "every byte but A-Z a-z 0-9 - . _ ~ is percent-encoded in upper-case hex, a space is +",
    "/teachers/?limit=1&degree=(a!*~-._)'+%2b%25%26%3d100%25",
    page(2, { next: `?degree=${odd}&limit=1&offset=1` }, [12]),
  ),
  answers(
    "letters that were not encoded, or in lower case, are encoded in upper case",
    "/teachers/?limit=1&first_name=%d0%9eлена",
    page(2, { next: "?first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0&limit=1&offset=1" }, [2]),
  ),
  answers(
    "values are carried trimmed",
    "/teachers/?limit=1&first_name=+%20Олена%C2%A0+",
    page(2, { next: "?first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0&limit=1&offset=1" }, [2]),
  ),
  answers(
    "values are otherwise carried as sent: not normalised to NFC",
    "/teachers/?limit=1&first_name=Сергіи%CC%86",
    page(2, { next: "?first_name=%D0%A1%D0%B5%D1%80%D0%B3%D1%96%D0%B8%CC%86&limit=1&offset=1" }, [10]),
  ),
  answers(
    "values are otherwise carried as sent: with the apostrophe given",
    "/teachers/?limit=1&search=Лук\u02bcяненко",
    page(2, { next: "?limit=1&offset=1&search=%D0%9B%D1%83%D0%BA%CA%BC%D1%8F%D0%BD%D0%B5%D0%BD%D0%BA%D0%BE" }, [5]),
  ),
  answers(
    "blank and ignored parameters are left out",
    "/teachers/?utm_source=a&limit=1&first_name=&degree=+&_=2&fbclid",
    page(count, { next: "?limit=1&offset=1" }, [1]),
  ),
  answers(
    "repeated parameters occur once",
    "/teachers/?limit=1&first_name=Олена&first_name=Олена&limit=1",
    page(2, { next: "?first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0&limit=1&offset=1" }, [2]),
  ),
  answers(
    "ids are carried as sent, their commas encoded",
    "/teachers/?limit=1&offset=1&id=9,003,14",
    page(3, { next: "?id=9%2C003%2C14&limit=1&offset=2", previous: "?id=9%2C003%2C14&limit=1" }, [9]),
  ),
  answers(
    "repeated ids are joined",
    "/teachers/?id=9&limit=2&id=3&id=14",
    page(3, { next: "?id=9%2C3%2C14&limit=2&offset=2" }, [3, 9]),
  ),
  answers(
    "ids given twice stand once",
    "/teachers/?id=9,3&limit=1&id=3&id[]=9",
    page(2, { next: "?id=9%2C3&limit=1&offset=1" }, [3]),
  ),
  answers(
    "brackets are left out",
    "/teachers/?first_name[]=Олена&limit[0]=1&ordering[]=-id",
    page(2, { next: "?first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0&limit=1&offset=1&ordering=-id" }, [14]),
  ),
  answers(
    "limit and offset are set if they were not given",
    "/teachers/?first_name=О'Н",
    page(25, { next: `?${names}&limit=10&offset=10` }, idsFrom(20, 29)),
  ),
  answers(
    "leading zeros are not carried",
    "/teachers/?limit=002&offset=0003",
    page(count, { next: "?limit=2&offset=5", previous: "?limit=2&offset=1" }, [4, 5]),
  ),
  answers(
    "the offset of next is the offset plus the page size",
    "/teachers/?limit=3&offset=5",
    page(count, { next: "?limit=3&offset=8", previous: "?limit=3&offset=2" }, [6, 7, 8]),
  ),
  answers(
    "next is null if the page ends at the last record",
    "/teachers/?limit=20&offset=20",
    page(count, { previous: "?limit=20" }, [...idsFrom(26, 44), Number.MAX_SAFE_INTEGER]),
  ),
  answers(
    "next is present if one record is left",
    "/teachers/?limit=19&offset=20",
    page(count, { next: "?limit=19&offset=39", previous: "?limit=19&offset=1" }, idsFrom(26, 44)),
  ),
  answers(
    "previous is null at offset 0",
    "/teachers/?limit=2&offset=0",
    page(count, { next: "?limit=2&offset=2" }, [1, 2]),
  ),
  answers(
    "previous leaves out offset if the offset is below the limit",
    "/teachers/?limit=5&offset=3",
    page(count, { next: "?limit=5&offset=8", previous: "?limit=5" }, idsFrom(4, 8)),
  ),
  answers(
    "previous leaves out offset if the offset equals the limit",
    "/teachers/?limit=5&offset=5",
    page(count, { next: "?limit=5&offset=10", previous: "?limit=5" }, idsFrom(6, 10)),
  ),
  answers(
    "previous is otherwise the offset minus the limit",
    "/teachers/?limit=5&offset=6",
    page(count, { next: "?limit=5&offset=11", previous: "?limit=5&offset=1" }, idsFrom(7, 11)),
  ),
  answers(
    "previous is the offset minus the limit past the end too",
    "/teachers/?limit=5&offset=100",
    page(count, { previous: "?limit=5&offset=95" }, []),
  ),
  answers(
    "previous is present even without a match if offset is not 0",
    "/teachers/?last_name=x&offset=7",
    page(0, { previous: "?last_name=x&limit=10" }, []),
  ),
];

export const links: Section = { name: "links", rows };
