/** The messages of an import as data: a code and its values. `publishing/` has the texts in each language. */
import type { TextFieldName } from "../domain/teacher.ts";
import type { ColumnField } from "../read/headings.ts";
import type { ContactKind } from "../read/not-a-name.ts";
import type { ForeignKind, ImportFormat, TextEncoding } from "./format.ts";

/** A message for each of the codes. */
type Coded<Code extends string, Values = unknown> = Code extends string
  ? { readonly code: Code } & Readonly<Values>
  : never;

/** The text in the file that the message is about, of any length and with any characters. */
type OfValue = { value: string };

/** The unit of a row's location, counted from 1: a line, or a record of a JSON file. */
export type LocationUnit = "line" | "record";

/** Another row that a message is about, and its sheet if several are read. */
export type OfRow = { unit: LocationUnit; location: number; sheet?: string | undefined };

/** How the file was read, and what was skipped. */
export type NoteMessage =
  | Coded<"readText", { format: ImportFormat; encoding: TextEncoding; separator: string | null; isUnpacked: boolean }>
  | Coded<"readSheet", { format: ImportFormat; sheet: string; sheetCount: number; isUnpacked: boolean }>
  | Coded<"skippedAbove", { lines: readonly number[] }>
  | Coded<"hiddenRows", { lines: readonly number[] }>
  | Coded<"ignoredColumns", { headings: readonly string[] }>
  | Coded<"ignoredNameless", { columns: readonly number[] }>
  | Coded<"splitColumn", { heading: string; fields: readonly TextFieldName[] }>
  | Coded<"personnelNumbers", OfValue & { id: number }>
  | Coded<"duplicatesUnchecked", { teachers: number }>;

/** The parts of a whole name that are not empty. */
export type NameParts = readonly (readonly [TextFieldName, string])[];

/** Something odd. Each code is a kind of warning. */
export type WarningMessage =
  | Coded<"mixedScripts" | "latinName" | "capitals" | "strayFullStop" | "strayPunctuation" | "letterSpaced", OfValue>
  | Coded<"placeholder" | "heading" | "severalPeople" | "note" | "digit" | "smallLetters" | "setAside", OfValue>
  | Coded<"latinRow", OfValue>
  | Coded<"foreignLetter", OfValue & { letter: string }>
  | Coded<"oddApostrophe", OfValue & { apostrophe: string }>
  | Coded<"duplicate", OfValue & { id: number | null; otherId: number | null } & OfRow>
  | Coded<"rareDegree", OfValue & { common: string; count: number }>
  | Coded<"abbreviatedDegree", OfValue & { full: string; count: number }>
  | Coded<"emptyDegree" | "emptyLastName", { count: number; filled: number }>
  | Coded<"doubtfulSplit", OfValue & { parts: NameParts; lostDegree: string | null; degree: string }>;

export type WarningCode = WarningMessage["code"];

/** Reasons why a row is not a teacher. */
export type SkipMessage =
  | Coded<"skippedRow", OfValue>
  | Coded<"secondPost", OfValue & { degree: string; keptDegree: string } & OfRow>;

/** A JSON value: its kind and, for simple values, its text. */
export type JsonValue =
  | { readonly kind: "array" | "object" | "missing" }
  | { readonly kind: "text" | "other"; readonly text: string };

/** The kind of damage to an id. */
export type IdDamage = "shortened" | "decimals" | "grouped" | "formula" | "date";

/** The probable mistake if a file is not JSON. */
type SyntaxAdvice = { advice?: "ndjson" | "objectPerLine" };

export type SyntaxMessage =
  | Coded<"jsonEnded", SyntaxAdvice>
  | Coded<"notJson", OfValue & SyntaxAdvice & { character: number }>
  | Coded<"keyRepeated", SyntaxAdvice & { name: string }>
  | Coded<"jsonTooDeep", SyntaxAdvice>;

/** Faults of the file as a whole. */
export type FileMessage =
  | Coded<"foreign", { kind: ForeignKind }>
  | Coded<"noTeachers" | "gzipTwice" | "gzipCut" | "excelPassword" | "password" | "noSheets" | "textHasNoSheets">
  | Coded<"notUtf8", { byte: string; guess: string | undefined }>
  | Coded<"wrongEncoding", { encoding: string }>
  | Coded<"gzipDamaged" | "damaged", { detail: string }>
  | Coded<"bomb", { format: "gzip" | "spreadsheet"; ratioMax: number }>
  | Coded<"jsonTooLarge" | "spreadsheetTooLarge" | "partTooLarge", { megabytesMax: number }>
  | Coded<"tooManyParts", { count: number }>
  | Coded<"notSpreadsheet", { wanted: ImportFormat }>
  | Coded<"otherSpreadsheet", { format: ImportFormat; wanted: ImportFormat }>
  | Coded<"severalSheets", { sheets: readonly string[] }>
  | Coded<"noSuchSheet", { wanted: string; sheets: readonly string[] }>
  | Coded<"formulaWithoutValue", { row: number; sheet: string }>
  | Coded<"cellTooLong", { row: number | null; max: number }>
  | Coded<"sheetRowTooLong", { row: number; max: number }>
  | Coded<"tooManyRows", { max: number }>
  | Coded<"tooManyTexts", { max: number; charactersMax: number }>
  | Coded<"cellsFarRight" | "quoteNotClosed">
  | Coded<"rowTooLong" | "lineTooLong", { max: number }>
  | SyntaxMessage
  | Coded<"notTeachers", { found: JsonValue }>
  | Coded<"incompleteEnvelope", { field: "next" | "previous" | "count"; found: JsonValue; count: number }>;

/** Faults of the header. */
export type HeaderMessage =
  | Coded<"tooManyColumns", { count: number; max: number }>
  | Coded<"noSuchColumn", { wanted: string; headings: readonly string[] }>
  | Coded<"secretColumn", { wanted: string }>
  | Coded<"columnMissing", { field: ColumnField; heading: string | null }>
  | Coded<"columnRepeated">
  | Coded<"misreadHeadings", OfValue>
  | Coded<"degreeMissing", { heading: string | null }>
  | Coded<"doubtfulSplits", OfValue & { parts: NameParts; count: number; of: number }>
  | Coded<"columnAmbiguous", { field: ColumnField; headings: readonly string[] }>;

/** How to reach a person. */

/** Faults of a row or a record. */
export type RowMessage =
  | Coded<"notAnId", OfValue & { damage: IdDamage | null }>
  | Coded<"jsonNotAnId" | "notAnObject" | "notAText", { found: JsonValue }>
  | Coded<"repeatedId", { id: number } & OfRow>
  | Coded<"sameDigits", OfValue & { other: string } & OfRow>
  | Coded<"noName", { rest: string }>
  | Coded<"columnCount", { found: number; wanted: number }>
  | Coded<"composedDiffers", OfValue & { composed: string }>
  | Coded<"unknownFields", { names: readonly string[] }>
  | Coded<"strayQuote" | "unpairedSurrogate", OfValue>
  | Coded<"tooLong", OfValue & { length: number; isCut?: boolean; max: number }>
  | Coded<"controlCharacter", OfValue & { character: string }>
  | Coded<"replacementCharacter" | "formulaError", OfValue>
  // `isText`: the file is text, so it may have been saved in a wrong encoding.
  | Coded<"questionMarks" | "misread", OfValue & { isText?: boolean }>
  | Coded<"contact", OfValue & { kind: ContactKind }>
  | Coded<"dateInstead" | "numberInstead", OfValue & { isName: boolean }>;

export type RepairMessage = Coded<"repaired", OfValue & { repaired: string }>;

export type ImportMessage =
  | NoteMessage
  | SkipMessage
  | WarningMessage
  | FileMessage
  | HeaderMessage
  | RowMessage
  | RepairMessage;
