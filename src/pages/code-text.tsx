/** A text of the tables, in which what stands between backticks is code. */
import type { VNode } from "preact";

export function CodeText({ text }: { readonly text: string }): VNode {
  // Every second piece of what backticks part stands between two of them.
  const pieces = text.split("`");
  return <>{pieces.map((piece, index) => (index % 2 === 1 ? <code key={piece}>{piece}</code> : piece))}</>;
}
