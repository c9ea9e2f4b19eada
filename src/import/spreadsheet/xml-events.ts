/** Reads XML piece by piece: elements as they open and close, and their texts. */
import { Parser } from "saxen";
import { createDamageError } from "../fault.ts";

export interface XmlHandler {
  /** `name` has no prefix; the names of attributes have theirs. */
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Whether enough was read. */
  isDone?(): boolean;
}

/** The most characters without the end of a tag or text, which the parser keeps: a cell has up to 32,767, each up to 8 as an entity. */
const pieceLengthMax = 256 * 1024;

/** The most elements inside one another, which the parser keeps: a spreadsheet has some twenty. */
const depthMax = 256;

/** Throws a WorkbookError where the bytes are not XML, and passes on what the handler throws. */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const decoder = new TextDecoder();
  const parser = new Parser();
  let failure: Error | undefined;
  let depth = 0;
  /** The characters since the last event. */
  let unheard = 0;
  // The parser turns what a callback throws into a damaged file, so it is kept here.
  const guard =
    <Args extends readonly unknown[]>(work: (...args: Args) => void) =>
    (...args: Args): void => {
      unheard = 0;
      if (failure !== undefined) return;
      try {
        work(...args);
      } catch (error) {
        failure = error as Error;
        parser.stop();
      }
    };
  parser.on(
    "openTag",
    guard((name, attributes, decode) => {
      if (++depth > depthMax) throw createDamageError("its elements are too deep inside one another");
      handler.open(withoutPrefix(name), () => decodeAll(attributes(), decode));
    }),
  );
  parser.on(
    "closeTag",
    guard((name) => {
      depth--;
      handler.close?.(withoutPrefix(name));
    }),
  );
  parser.on(
    "text",
    guard((text, decode) => handler.text?.(text.includes("&") ? decode(text) : text)),
  );
  parser.on(
    "cdata",
    guard((text) => handler.text?.(text)),
  );
  for (const event of ["comment", "question", "attention"] as const) {
    parser.on(
      event,
      guard(() => {}),
    );
  }
  parser.on("error", (error) => {
    failure ??= createDamageError(error.message);
  });
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    unheard += text.length;
    parser.write(text);
    if (unheard > pieceLengthMax) throw createDamageError("a text in it never ends");
    if (failure !== undefined) throw failure;
    if (handler.isDone?.() === true) return;
  }
  parser.end();
  if (failure !== undefined) throw failure;
}

/**
 * The same text in memory of its own, for one that is kept: the runtime keeps a piece of a longer text with all of that. What is
 * joined of two, it writes anew when it is read.
 */
export function copyText(text: string): string {
  const copy = text.slice(0, 1) + text.slice(1);
  copy.charCodeAt(0);
  return copy;
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function decodeAll(attributes: Record<string, string>, decode: (text: string) => string): Record<string, string> {
  for (const name in attributes) if (attributes[name]!.includes("&")) attributes[name] = decode(attributes[name]!);
  return attributes;
}
