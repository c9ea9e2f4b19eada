/** The table of settings in docs/reference.md, generated from src/cli/settings/settings.ts. Run directly, this file writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../src/cli/settings/settings.ts";

const between = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- \/settings -->)/;

/** Every setting of the program as a Markdown table, in the order in which they are declared. */
export function renderSettingsTable(): string {
  const rows = Object.values(settings).map(({ flags, envVar, defaultValue, defaultValueDescription, description }) => {
    const fallback = defaultValue === undefined ? "–" : code(defaultValueDescription ?? String(defaultValue));
    return [code(flags.replace(/[<>]/g, "")), envVar === undefined ? "–" : code(envVar), fallback, cell(description)];
  });
  const head = "| flag | variable | default | meaning |\n|---|---|---|---|\n";
  return head + rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** The table between its markers in a text; null if they are missing. */
export function findSettingsTable(text: string): string | null {
  return between.exec(text)?.[0] ?? null;
}

function code(text: string): string {
  return `\`${cell(text)}\``;
}

/** Escapes bars, which would end the cell even inside code. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  const path = join(import.meta.dir, "../../docs/reference.md");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(between, () => renderSettingsTable()),
  );
}
