import { expect, test } from "bun:test";
import { settings } from "./settings.ts";

test.each<[name: "allowRemoved" | "allowAdded" | "message" | "before" | "keep", text: string, value: unknown]>([
  ["allowRemoved", "30%", 0.3],
  ["allowRemoved", "0", 0],
  ["allowRemoved", "12.5%", 0.125],
  ["allowRemoved", "100.1%", undefined],
  ["allowRemoved", "1000%", undefined],
  ["allowAdded", "832.5%", 8.325],
  ["allowAdded", "-1%", undefined],
  ["message", " Наказ № 5 ", "Наказ № 5"],
  ["message", "а\tб", undefined],
  ["message", " ", undefined],
  ["message", "\ud800", undefined],
  ["before", "2024-02-29", "2024-02-29"],
  ["before", "2025-02-29", undefined],
  ["keep", "10", 10],
])("%s %j", (name, text, value) => {
  expect<unknown>(settings[name].parse(text)).toEqual(value);
});
