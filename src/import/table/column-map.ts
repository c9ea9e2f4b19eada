/** The setting `--map`: which heading names the column of a field. */
import { type ColumnField, columnFields } from "./headings.ts";

/** A heading of the file for each mapped field. */
export type ColumnMap = Readonly<Partial<Record<ColumnField, string>>>;

/** Starts a pair; headings may have spaces and commas. */
const pairStart = new RegExp(`(?:^|[\\s,;]+)(${columnFields.join("|")})=`);

/** Parses `last_name=Прізвище, degree=Науковий ступінь`; undefined where it is not such pairs, each field once. */
export function parseColumnMap(text: string): ColumnMap | undefined {
  const [before, ...parts] = text.trim().split(pairStart);
  if (before !== "" || parts.length === 0) return undefined;
  const map: Partial<Record<ColumnField, string>> = {};
  for (let i = 0; i < parts.length; i += 2) {
    const [field, heading] = [parts[i] as ColumnField, parts[i + 1]!.trim()];
    if (heading === "" || map[field] !== undefined) return undefined;
    map[field] = heading;
  }
  return map;
}
