import { expect, test } from "bun:test";
import { patronymicOf, readNameTable } from "./given-names.ts";
import { spellingKey } from "./names.ts";

const forms = readNameTable();

test.each([
  ["Елена", "Олена"],
  ["Helen", "Олена"],
  ["Оленка", "Олена"],
  ["Коля", "Микола"],
  ["Слава", "Святослав"],
  ["Даша", "Дарія"],
  ["Николай", "Микола"],
  ["Aleksandr", "Олександр"],
  ["Сергеевич", "Сергійович"],
  ["Алексеевна", "Олексіївна"],
  ["Alekseevich", "Олексійович"],
  ["Юрьевна", "Юріївна"],
  ["Ильинична", "Іллівна"],
  ["Вʼячеслав", "В'ячеслав"],
])("%s is a form of %s", (word, official) => {
  expect(forms.find(word).flatMap((group) => group.official)).toContain(spellingKey(official));
});

test("other words are forms of no name", () => {
  expect(forms.find("математика")).toEqual([]);
  expect(forms.findByKey("шевченко")).toEqual([]);
});

test.each([
  ["Іван", "Іванович", "Іванівна"],
  ["Юрій", "Юрійович", "Юріївна"],
  ["Василь", "Васильович", "Василівна"],
  ["Петро", "Петрович", "Петрівна"],
  ["Микола", "Миколайович", "Миколаївна"],
  ["Ілля", "Ілліч", "Іллівна"],
  ["В'ячеслав", "В'ячеславович", "В'ячеславівна"],
])("the children of %s are %s and %s", (father, men, women) => expect(patronymicOf(father)).toEqual({ men, women }));
