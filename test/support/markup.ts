/** Parses a page into its elements in order, and its text as a reader sees it. */

export interface Markup {
  /** Every element, as its name and the names of its attributes. */
  readonly elements: readonly string[];
  /** The text of the page and of its title, decoded; attributes are not text. */
  readonly text: string;
  /** The decoded text outside `<bdi>`, without the title and options, which can't contain a `<bdi>`. */
  readonly textOutsideBdi: string;
  /** The decoded values of all attributes with this name. */
  attributes(name: string): readonly string[];
}

/** Parses with Bun's HTML parser (Cloudflare's lol-html). */
export function parseMarkup(html: string): Markup {
  const elements: string[] = [];
  const attributes: [name: string, value: string][] = [];
  let text = "";
  let textOutsideBdi = "";
  let isolating = 0;
  new HTMLRewriter()
    .on("*", {
      element(element) {
        const own = [...element.attributes] as [string, string][];
        elements.push([element.tagName, ...own.map(([name]) => name)].join(" "));
        attributes.push(...own);
      },
    })
    .on("bdi, title, option", {
      element(element) {
        isolating++;
        element.onEndTag(() => {
          isolating--;
        });
      },
    })
    .onDocument({
      text(chunk) {
        text += chunk.text;
        if (isolating === 0) textOutsideBdi += chunk.text;
      },
    })
    .transform(html);
  return {
    elements,
    text: decodeEntities(text),
    textOutsideBdi: decodeEntities(textOutsideBdi),
    attributes: (name) => attributes.filter(([other]) => other === name).map(([, value]) => decodeEntities(value)),
  };
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&[#\w]+;/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) throw new Error(`An entity that is not expected: ${entity}`);
    return character;
  });
}
