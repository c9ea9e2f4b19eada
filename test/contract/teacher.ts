/** Rows about a teacher: its fields and how the composed ones are made. */
import type { Row, Section } from "./row.ts";

const shows = (name: string, id: number, text: string): Row => ({ name, url: `/teachers/${id}/`, status: 200, text });

const rows: readonly Row[] = [
  shows(
    "nine keys in their order, compact, in raw UTF-8",
    1,
    '{"id":1,"last_name":"Шевченко","first_name":"Тарас","middle_name":"Григорович","name":"Шевченко Тарас Григорович","full_name":"доцент Шевченко Тарас Григорович","short_name":"Шевченко Т. Г.","short_name_with_degree":"доц. Шевченко Т. Г.","degree":"доцент"}',
  ),
  shows(
    "the initial of a full name; професор -> пр.",
    2,
    '{"id":2,"last_name":"Коваленко","first_name":"Олена","middle_name":"Петрівна","name":"Коваленко Олена Петрівна","full_name":"професор Коваленко Олена Петрівна","short_name":"Коваленко О. П.","short_name_with_degree":"пр. Коваленко О. П.","degree":"професор"}',
  ),
  shows(
    "the initial of a single letter is that letter; викладач -> викл.",
    3,
    '{"id":3,"last_name":"Мельник","first_name":"О","middle_name":"І","name":"Мельник О І","full_name":"викладач Мельник О І","short_name":"Мельник О. І.","short_name_with_degree":"викл. Мельник О. І.","degree":"викладач"}',
  ),
  shows(
    "the initial of a letter with a full stop has one full stop; старший викладач -> ст. викл.",
    4,
    '{"id":4,"last_name":"Бойко","first_name":"О.","middle_name":"І.","name":"Бойко О. І.","full_name":"старший викладач Бойко О. І.","short_name":"Бойко О. І.","short_name_with_degree":"ст. викл. Бойко О. І.","degree":"старший викладач"}',
  ),
  shows(
    "no middle name: no trailing space; асистент -> ас.",
    5,
    '{"id":5,"last_name":"Лук\'яненко","first_name":"Ганна","middle_name":"","name":"Лук\'яненко Ганна","full_name":"асистент Лук\'яненко Ганна","short_name":"Лук\'яненко Г.","short_name_with_degree":"ас. Лук\'яненко Г.","degree":"асистент"}',
  ),
  shows(
    "аспірант -> асп.",
    6,
    '{"id":6,"last_name":"Лук\u2019яненко","first_name":"Ірина","middle_name":"В\u2019ячеславівна","name":"Лук\u2019яненко Ірина В\u2019ячеславівна","full_name":"аспірант Лук\u2019яненко Ірина В\u2019ячеславівна","short_name":"Лук\u2019яненко І. В.","short_name_with_degree":"асп. Лук\u2019яненко І. В.","degree":"аспірант"}',
  ),
  shows(
    "missing parts are the empty string; no degree: short_name alone",
    7,
    '{"id":7,"last_name":"Ткач","first_name":"","middle_name":"","name":"Ткач","full_name":"Ткач","short_name":"Ткач","short_name_with_degree":"Ткач","degree":""}',
  ),
  shows(
    "no last name: no leading and no double space; завідувач кафедри -> зав. каф.",
    8,
    '{"id":8,"last_name":"","first_name":"Соломія","middle_name":"","name":"Соломія","full_name":"завідувач кафедри Соломія","short_name":"С.","short_name_with_degree":"зав. каф. С.","degree":"завідувач кафедри"}',
  ),
  shows(
    "only what JSON asks for is escaped; зав.кафедрою -> зав.к.",
    9,
    '{"id":9,"last_name":"Д\\"Арк\\\\Ман","first_name":"Жан/Ів","middle_name":"<b>&amp;","name":"Д\\"Арк\\\\Ман Жан/Ів <b>&amp;","full_name":"зав.кафедрою Д\\"Арк\\\\Ман Жан/Ів <b>&amp;","short_name":"Д\\"Арк\\\\Ман Ж. <.","short_name_with_degree":"зав.к. Д\\"Арк\\\\Ман Ж. <.","degree":"зав.кафедрою"}',
  ),
  shows(
    "інженер -> інж.",
    10,
    '{"id":10,"last_name":"Дем\'янчук-Бойко","first_name":"Сергій","middle_name":"Ілліч","name":"Дем\'янчук-Бойко Сергій Ілліч","full_name":"інженер Дем\'янчук-Бойко Сергій Ілліч","short_name":"Дем\'янчук-Бойко С. І.","short_name_with_degree":"інж. Дем\'янчук-Бойко С. І.","degree":"інженер"}',
  ),
  shows(
    "ас -> ас.",
    11,
    '{"id":11,"last_name":"Кравець","first_name":"Сергій","middle_name":"","name":"Кравець Сергій","full_name":"ас Кравець Сергій","short_name":"Кравець С.","short_name_with_degree":"ас. Кравець С.","degree":"ас"}',
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
