/** The teachers of the contract tests: few, with every case of the contract. */
import { composeTeacher, type StoredTeacher, type Teacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";

const parts = (id: number, last_name: string, first_name: string, middle_name: string, degree: string): StoredTeacher =>
  storedTeacher({ id, last_name, first_name, middle_name, degree });

/** Enough for several pages, with the names of the contract's example link. */
const crowd = Array.from({ length: 25 }, (_, i) =>
  parts(20 + i, `Сидоренко-${"абвгґдеєжзиіїйклмнопрстуф"[i]}`, "О'Н", "В", "старший викладач"),
);

/** In ascending order of ids. */
export const storedTeachers: readonly StoredTeacher[] = [
  parts(1, "Шевченко", "Тарас", "Григорович", "доцент"),
  parts(2, "Коваленко", "Олена", "Петрівна", "професор"),
  parts(3, "Мельник", "О", "І", "викладач"),
  parts(4, "Бойко", "О.", "І.", "старший викладач"),
  parts(5, "Лук'яненко", "Ганна", "", "асистент"),
  parts(6, "Лук\u2019яненко", "Ірина", "В\u2019ячеславівна", "аспірант"),
  parts(7, "Ткач", "", "", ""),
  parts(8, "", "Соломія", "", "завідувач кафедри"),
  parts(9, 'Д"Арк\\Ман', "Жан/Ів", "<b>&amp;", "зав.кафедрою"),
  parts(10, "Дем'янчук-Бойко", "Сергій", "Ілліч", "інженер"),
  parts(11, "Кравець", "Сергій", "", "ас"),
  parts(12, "Гнатюк", "Їжак", "Ґ", "(a!*~-._)' +%&=100%"),
  parts(13, "Гнатюк", "И\u0302ван", "😀", "(a!*~-._)' +%&=100%"),
  parts(14, "@Зоря", "Олена", "=1+1", "доцент"),
  ...crowd,
  parts(Number.MAX_SAFE_INTEGER, "Останній", "Юрій", "Юрійович", "доцент"),
];

export const teachers: readonly Teacher[] = storedTeachers.map((one) => composeTeacher(one));
export const count = teachers.length;

/** The teachers with these ids, in the order of `ids`. */
export function teachersOf(ids: readonly number[]): Teacher[] {
  return ids.map((id) => teachers.find((teacher) => teacher.id === id)!);
}

/** The ids from `first` to `last`, both included. */
export function idsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
