/** A text with code between backticks. */
import type { VNode } from "preact";

export function CodeText({ text }: { readonly text: string }): VNode {
  // Every second piece was between two backticks.
  const pieces = text.split("`");
  return <>{pieces.map((piece, index) => (index % 2 === 1 ? <code key={piece}>{piece}</code> : piece))}</>;
}
