/** The alternatives on a page without matches: queries with one condition less, with their exact counts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const folder = makeFolder();
let server: Server;

const rows: readonly (readonly [last: string, first: string, degree: string])[] = [
  ["Шевченко", "Тарас", "доцент"],
  ["Шевченко", "Олена", "доцент"],
  ["Коваль", "Тарас", "професор"],
];

beforeAll(async () => {
  const teachers = rows.map(([last_name, first_name, degree], i) => {
    return storedTeacher({ id: i + 1, last_name, first_name, degree });
  });
  await publish(folder.path, teachers);
  server = await startServer([], { folder: folder.path });
});

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

/** The query and the text of each link that the page offers. */
async function offersOf(query: string): Promise<[query: string, text: string][]> {
  const response = await fetch(`${server.origin}/teachers/?${query}`, {
    headers: { Accept: "text/html", "Accept-Language": "en" },
  });
  expect(response.status).toBe(200);
  const offers: [string, string][] = [];
  new HTMLRewriter()
    .on(".alternatives a", {
      element(link) {
        offers.push([decodeURIComponent(link.getAttribute("href")!.split("?")[1]!.replaceAll("&amp;", "&")), ""]);
      },
      text(chunk) {
        offers.at(-1)![1] += chunk.text;
      },
    })
    .transform(await response.text());
  return offers.map(([href, text]) => [href, text.replaceAll("\u00a0", " ")]);
}

describe("a query that nobody matches", () => {
  const cases: readonly [query: string, offers: readonly (readonly [query: string, text: string])[]][] = [
    ["search=йцук", []],
    ["search=шевч йцук", [["search=шевч", "Only шевч 2 teachers"]]],
    ["search=шевч коваль йцук", [["search=коваль+йцук", "Only коваль йцук 1 teacher"]]],
    [
      "search=шевч коваль",
      [
        ["search=коваль", "Only коваль 1 teacher"],
        ["search=шевч", "Only шевч 2 teachers"],
      ],
    ],
    [
      "search=шевч&degree=професор&limit=7",
      [
        ["degree=професор&limit=7", "All with the position професор 1 teacher"],
        ["limit=7&search=шевч", "Without the filter професор 2 teachers"],
      ],
    ],
    [
      "id=3&last_name=Шевченко",
      [
        ["id=3", "Without the filter Шевченко 1 teacher"],
        ["last_name=Шевченко", "Without the filter 3 2 teachers"],
      ],
    ],
    ["search=шевчнеко&exact=true", [["search=шевчнеко", "Show similar names too 2 teachers"]]],
    [
      "search=шевчнеко коваль&exact=true",
      [
        ["search=шевчнеко+коваль", "Show similar names too 1 teacher"],
        ["exact=true&search=коваль", "Only коваль 1 teacher"],
      ],
    ],
    ["search=коваль коваль", [["search=коваль", "Only коваль 1 teacher"]]],
  ];
  test.each(cases)("%s", async (query, offers) => {
    expect(await offersOf(query)).toEqual(offers.map(([href, text]) => [href, text]));
  });

  test("offers nothing if somebody matches", async () => {
    expect(await offersOf("search=шевч")).toEqual([]);
  });
});
