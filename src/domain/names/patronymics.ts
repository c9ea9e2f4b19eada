/** Patronymics, formed from the given names of fathers. */

/** A name in its form for men and its form for women. */
export interface GenderForms {
  readonly men: string;
  readonly women: string;
}

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
  const stem = father.replace(/[оа]$/, "");
  return { men: `${stem}ович`, women: `${stem.replace(/ь$/, "")}івна` };
}

const russianExceptions: Readonly<Record<string, readonly [men: string, women: string]>> = {
  Павел: ["Павлович", "Павловна"],
  Лев: ["Львович", "Львовна"],
  Михаил: ["Михайлович", "Михайловна"],
  Яков: ["Яковлевич", "Яковлевна"],
};

/** The Russian patronymic: `Алексеевич`, `Алексеевна`; `Юрьевич`, `Юрьевна`; `Ильич`, `Ильинична`. */
export function russianPatronymicOf(father: string): GenderForms {
  const exception = russianExceptions[father];
  if (exception !== undefined) return { men: exception[0], women: exception[1] };
  if (/[ая]$/.test(father)) return { men: `${father.slice(0, -1)}ич`, women: `${father.slice(0, -1)}инична` };
  const stem = father.replace(/ий$/, "ь").replace(/([еа])й$|(?<!и)ь$/, "$1");
  const isSoft = /[йь]$/.test(father);
  return { men: `${stem}${isSoft ? "евич" : "ович"}`, women: `${stem}${isSoft ? "евна" : "овна"}` };
}
