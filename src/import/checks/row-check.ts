/** The row check, shared by all formats. */
import { missingId } from "../../domain/changes/id-assignment.ts";
import { normalizeText } from "../../domain/names/names.ts";
import type { RosterBuilder } from "../../domain/roster.ts";
import { findTextFault, nameFieldNames, textFieldNames, textLengthMax } from "../../domain/teacher.ts";
import type { FaultList, FoundFault } from "../fault.ts";
import type { LocationUnit, RowMessage } from "../message.ts";
import type { RowFacts } from "./repeated-ids.ts";

type Text = string | null;

/** What a table says of a teacher besides. */
export interface RowFact {
  readonly share?: number | undefined;
  readonly personnelNumber?: string | undefined;
}

export interface RowCheck {
  /**
   * Adds the teacher to the roster, or reports its faults. `texts` are the values of {@link textFieldNames}. A field with a
   * reported fault is null.
   */
  add(location: number, id: number | null, texts: readonly Text[], fact?: RowFact): void;
  /** The placeholder for a missing id, a new one for each row; null where every row must have an id. */
  takeMissingId(): number | null;
  /** The distinct texts of the roster so far. */
  readonly texts: RosterBuilder["texts"];
  /** A placeholder for an id, a new one for each row. */
  takePlaceholder(): number;
  /** Adds a fault of the row at a location. */
  refuse(location: number, fault: Omit<FoundFault, "line" | "record">): void;
}

const nameIndexes = nameFieldNames.map((name) => textFieldNames.indexOf(name));

export function createRowCheck(
  builder: RosterBuilder,
  faults: FaultList,
  unit: LocationUnit,
  isIdOptional = false,
  facts: RowFacts = { shares: [], personnelNumbers: [] },
): RowCheck {
  let missing = 0;

  function refuse(location: number, fault: Omit<FoundFault, "line" | "record">): void {
    faults.add({ ...fault, [unit]: location });
  }

  /** The text as it is stored; null where it can't be. */
  function checkText(location: number, index: number, value: Text): Text {
    // What the roster has was checked before.
    if (value === null || builder.hasText(index, value)) return value;
    const column = textFieldNames[index]!;
    const text = normalizeText(value);
    const message = describeTextFault(text, value);
    if (message === undefined) return text;
    refuse(location, { column, message });
    return null;
  }

  return {
    add(location, id, texts, fact) {
      // A loop, because every row comes through here.
      const stored: string[] = [];
      let isNameless = true;
      for (let i = 0; i < texts.length; i++) {
        const text = checkText(location, i, texts[i]!);
        if (text !== "" && nameIndexes.includes(i)) isNameless = false;
        // Faulty rows are added too, so repeated ids are detected.
        stored.push(text ?? "");
      }
      if (isNameless) refuse(location, { message: { code: "noName", rest: stored.find((text) => text !== "") ?? "" } });
      if (id === null) return;
      if (fact?.share !== undefined) facts.shares[builder.added] = fact.share;
      if (fact?.personnelNumber !== undefined) facts.personnelNumbers[builder.added] = fact.personnelNumber;
      builder.add(id, stored, location);
    },
    texts: builder.texts,
    takeMissingId: () => (isIdOptional ? missingId(missing++) : null),
    takePlaceholder: () => missingId(missing++),
    refuse,
  };
}

/** `value` is the text as the file has it. */
function describeTextFault(text: string, value: string): RowMessage | undefined {
  const code = findTextFault(text);
  if (code === "tooLong") return { code, value, length: [...text].length, max: textLengthMax };
  if (code !== "controlCharacter") return code && { code, value };
  return describeControl(value, /\p{Cc}/u.exec(text)![0]);
}

/** The fault of a character that controls how a text is shown, and is not to be published. */
export function describeControl(value: string, found: string): RowMessage {
  const character = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return { code: "controlCharacter", value, character };
}
