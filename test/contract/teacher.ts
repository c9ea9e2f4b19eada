/** Rows about a teacher: its fields and how the composed ones are made. */
import { expect } from "bun:test";
import type { Teacher } from "../../src/domain/teacher.ts";
import { jsonOf, type Row, type Section } from "./row.ts";

const shows = (name: string, id: number, text: string): Row => ({ name, url: `/teachers/${id}/`, status: 200, text });

/** Composed names, by id: name, degree, short_name, and the abbreviation of the degree before it. */
const composed: readonly (readonly [what: string, id: number, ...names: readonly [string, string, string, string]])[] =
  [
    ["професор -> пр.", 2, "Коваленко Олена Петрівна", "професор", "Коваленко О. П.", "пр."],
    ["a single letter is its initial; викладач -> викл.", 3, "Мельник О І", "викладач", "Мельник О. І.", "викл."],
    ["an initial has one full stop", 4, "Бойко О. І.", "старший викладач", "Бойко О. І.", "ст. викл."],
    ["no middle name: no trailing space", 5, "Лук'яненко Ганна", "асистент", "Лук'яненко Г.", "ас."],
    ["аспірант -> асп.", 6, "Лук\u2019яненко Ірина В\u2019ячеславівна", "аспірант", "Лук\u2019яненко І. В.", "асп."],
    ["no last name: no leading space", 8, "Соломія", "завідувач кафедри", "С.", "зав. каф."],
    ["інженер -> інж.", 10, "Дем'янчук-Бойко Сергій Ілліч", "інженер", "Дем'янчук-Бойко С. І.", "інж."],
    ["ас -> ас.", 11, "Кравець Сергій", "ас", "Кравець С.", "ас."],
  ];

const rows: readonly Row[] = [
  shows(
    "nine keys in their order, compact, in raw UTF-8",
    1,
    '{"id":1,"last_name":"Шевченко","first_name":"Тарас","middle_name":"Григорович","name":"Шевченко Тарас Григорович","full_name":"доцент Шевченко Тарас Григорович","short_name":"Шевченко Т. Г.","short_name_with_degree":"доц. Шевченко Т. Г.","degree":"доцент"}',
  ),
  ...composed.map(([what, id, name, degree, short, abbreviation]): Row => {
    const wanted = { name, degree, full_name: `${degree} ${name}`, short_name: short };
    const all = { ...wanted, short_name_with_degree: `${abbreviation} ${short}` };
    return {
      name: what,
      url: `/teachers/${id}/`,
      status: 200,
      holds: (answer) => expect(jsonOf<Teacher>(answer)).toMatchObject(all),
    };
  }),
  shows(
    "missing parts are the empty string; no degree: short_name alone",
    7,
    '{"id":7,"last_name":"Ткач","first_name":"","middle_name":"","name":"Ткач","full_name":"Ткач","short_name":"Ткач","short_name_with_degree":"Ткач","degree":""}',
  ),
  shows(
    "only what JSON asks for is escaped; зав.кафедрою -> зав.к.",
    9,
    '{"id":9,"last_name":"Д\\"Арк\\\\Ман","first_name":"Жан/Ів","middle_name":"<b>&amp;","name":"Д\\"Арк\\\\Ман Жан/Ів <b>&amp;","full_name":"зав.кафедрою Д\\"Арк\\\\Ман Жан/Ів <b>&amp;","short_name":"Д\\"Арк\\\\Ман Ж. <.","short_name_with_degree":"зав.к. Д\\"Арк\\\\Ман Ж. <.","degree":"зав.кафедрою"}',
  ),
  shows(
    "an initial is a user-perceived character; a degree is free text",
    13,
    '{"id":13,"last_name":"Гнатюк","first_name":"И\u0302ван","middle_name":"😀","name":"Гнатюк И\u0302ван 😀","full_name":"(a!*~-._)\' +%&=100% Гнатюк И\u0302ван 😀","short_name":"Гнатюк И\u0302. 😀.","short_name_with_degree":"(a!*~-._)\'. +%&=100%. Гнатюк И\u0302. 😀.","degree":"(a!*~-._)\' +%&=100%"}',
  ),
  shows(
    "an id of 2^53 - 1 is written in full",
    Number.MAX_SAFE_INTEGER,
    '{"id":9007199254740991,"last_name":"Останній","first_name":"Юрій","middle_name":"Юрійович","name":"Останній Юрій Юрійович","full_name":"доцент Останній Юрій Юрійович","short_name":"Останній Ю. Ю.","short_name_with_degree":"доц. Останній Ю. Ю.","degree":"доцент"}',
  ),
  {
    name: "a teacher in a list is the same",
    url: "/teachers/?last_name=Ткач",
    status: 200,
    text: '{"count":1,"next":null,"previous":null,"results":[{"id":7,"last_name":"Ткач","first_name":"","middle_name":"","name":"Ткач","full_name":"Ткач","short_name":"Ткач","short_name_with_degree":"Ткач","degree":""}]}',
  },
];

export const teacher: Section = { name: "a teacher", rows };
