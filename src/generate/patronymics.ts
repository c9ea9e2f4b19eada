/** Patronymics, formed from the given names of fathers. */

import type { GenderForms } from "./surnames.ts";

/** The fathers whose names change before the suffix or take another one. */
const exceptions: Readonly<Record<string, readonly [men: string, women: string]>> = {
  Микола: ["Миколайович", "Миколаївна"],
  Григорій: ["Григорович", "Григорівна"],
  Яків: ["Якович", "Яківна"],
  Федір: ["Федорович", "Федорівна"],
  Лев: ["Львович", "Львівна"],
  Ілля: ["Ілліч", "Іллівна"],
  Кузьма: ["Кузьмич", "Кузьмівна"],
  Лука: ["Лукич", "Луківна"],
  Сава: ["Савич", "Савівна"],
};

/** The patronymic of the children of a man: `Петрович`, `Петрівна`; `Васильович`, `Василівна`; `Юрійович`, `Юріївна`. */
export function patronymicOf(father: string): GenderForms {
  const exception = exceptions[father];
  if (exception !== undefined) return { men: exception[0], women: exception[1] };
  if (father.endsWith("й")) return { men: `${father}ович`, women: `${father.slice(0, -1)}ївна` };
  const stem = father.replace(/о$/, "");
  return { men: `${stem}ович`, women: `${stem.replace(/ь$/, "")}івна` };
}
