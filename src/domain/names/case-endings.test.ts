import { describe, expect, test } from "bun:test";
import { basicForms } from "./case-endings.ts";

describe("basicForms()", () => {
  test.each([
    ["last_name", "шевченко", "шевченка шевченкові шевченком"],
    ["last_name", "ковальська", "ковальської ковальській ковальську ковальською ковальський"],
    ["last_name", "ковальський", "ковальського ковальському ковальським ковальська"],
    ["last_name", "мельник", "мельника мельникові мельником мельниче"],
    ["last_name", "коваль", "коваля ковалеві ковалем"],
    ["last_name", "кравець", "кравця кравцеві кравцем"],
    ["last_name", "заєць", "зайця"],
    ["last_name", "орел", "орла"],
    ["last_name", "сокіл", "сокола соколом"],
    ["last_name", "сорока", "сороки сороці сороку сорокою"],
    ["last_name", "петрова", "петрової петровій петрову петровою петров"],
    ["last_name", "білий", "білого білому білим"],
    ["first_name", "олена", "олени олені олену оленою олено"],
    ["first_name", "ольга", "ользі"],
    ["first_name", "марія", "марії марію марією маріє"],
    ["first_name", "іван", "івана іванові іваном іване"],
    ["first_name", "сергій", "сергія сергієві сергієм сергію"],
    ["first_name", "петро", "петра петрові петром петре"],
    ["first_name", "яків", "якова яковом"],
    ["first_name", "микола", "миколи миколі миколу миколою"],
    ["middle_name", "іванович", "івановича івановичу івановичем"],
    ["middle_name", "іванівна", "іванівни іванівні іванівну іванівною"],
  ] as const)("finds the %s %s of %s", (field, basic, forms) => {
    for (const form of forms.split(" ")) expect(basicForms(form, field)).toContain(basic);
  });

  test.each([
    ["ковальський", "the word itself", "ковальський"],
    ["ковальської", "the other gender", "ковальський"],
    ["зайцевій", "the other gender", "зайцев"],
    ["білого", "the other gender", "біла"],
  ])("of %s is never %s", (form, _, other) => expect(basicForms(form, "last_name")).not.toContain(other));
});
