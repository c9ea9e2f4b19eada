import { expect, test } from "bun:test";
import { nameColumn } from "./field-labels.ts";

test.each<[index: number, name: string]>([
  [0, "A"],
  [25, "Z"],
  [26, "AA"],
  [701, "ZZ"],
  [702, "AAA"],
])("nameColumn(%i) is %s", (index, name) => expect(nameColumn(index)).toBe(name));
