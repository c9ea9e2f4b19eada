/** Reads XML piece by piece: elements as they open and close, and their texts. */
import { Parser } from "saxen";
import { createDamageError } from "./workbook-error.ts";

export interface XmlHandler {
  /** `name` has no prefix; the names of attributes have theirs. */
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Whether enough was read. */
  isDone?(): boolean;
}

/** The most characters without the end of a tag: a cell of a spreadsheet has up to 32,767. */
const openLengthMax = 4 * 1024 * 1024;

/** Throws a WorkbookError where the bytes are not XML, and passes on what the handler throws. */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const decoder = new TextDecoder();
  const parser = new Parser();
  let failure: Error | undefined;
  let openLength = 0;
  // The parser turns what a callback throws into a damaged file, so it is kept here.
  const guard = (work: () => void): void => {
    if (failure !== undefined) return;
    try {
      work();
    } catch (error) {
      failure = error as Error;
    }
  };
  parser.on("openTag", (name, attributes, decode) =>
    guard(() => handler.open(withoutPrefix(name), () => decodeAll(attributes(), decode))),
  );
  parser.on("closeTag", (name) => guard(() => handler.close?.(withoutPrefix(name))));
  parser.on("text", (text, decode) => guard(() => handler.text?.(text.includes("&") ? decode(text) : text)));
  parser.on("cdata", (text) => guard(() => handler.text?.(text)));
  parser.on("error", (error) => {
    failure ??= createDamageError(error.message);
  });
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    const end = text.lastIndexOf(">");
    openLength = end === -1 ? openLength + text.length : text.length - end;
    if (openLength > openLengthMax) throw createDamageError("a text in it never ends");
    parser.write(text);
    if (failure !== undefined) throw failure;
    if (handler.isDone?.() === true) return;
  }
  parser.end();
  if (failure !== undefined) throw failure;
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function decodeAll(attributes: Record<string, string>, decode: (text: string) => string): Record<string, string> {
  for (const name in attributes) if (attributes[name]!.includes("&")) attributes[name] = decode(attributes[name]!);
  return attributes;
}
