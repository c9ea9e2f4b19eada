/** The examples of the API reference: code with a button that copies it, in the languages of most clients. */
import type { ComponentChildren, VNode } from "preact";
import { encodeQueryValue } from "../../contract/query-values.ts";

/** A code block that the keyboard can scroll too. The script shows the button, and colours JSON. */
export function Code({ children, isJson = false }: { readonly children: string; readonly isJson?: boolean }): VNode {
  return (
    <div class={isJson ? "code json" : "code"}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be focusable */}
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
      <button type="button" class="copy" hidden>
        Copy
      </button>
    </div>
  );
}

/** The same example in each language. */
type Example = Readonly<Record<"curl" | "JavaScript" | "Python", string>>;

/**
 * An example request with these parameters, for JSON or other text. Shell values are in single quotes, and JavaScript
 * and Python values are JSON strings, so every value is passed unchanged. The script of the page renders the same text
 * for other values.
 */
export function requestExample(
  path: string,
  pairs: readonly (readonly [name: string, value: string])[] = [],
  isJson = true,
): Example {
  const query = pairs.map(([name, value]) => `${name}=${encodeQueryValue(value)}`).join("&");
  const quoted = JSON.stringify(query === "" ? path : `${path}?${query}`);
  const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const options = pairs.map(([name, value]) => ` \\\n  --data-urlencode ${inShell(`${name}=${value}`)}`);
  return {
    curl: `curl ${options.length === 0 ? "" : "-G "}${inShell(path)}${options.join("")}`,
    JavaScript: `const response = await fetch(${quoted});\nconsole.log(await response.${isJson ? "json" : "text"}());`,
    Python: `import requests\n\nprint(requests.get(${quoted}).${isJson ? "json()" : "text"})`,
  };
}

/** An example that reads all pages. */
export function pagingExample(url: string): Example {
  const quoted = JSON.stringify(url);
  return {
    curl: `url='${url}'\nwhile [ "$url" != null ]; do\n  page=$(curl -s "$url")\n  echo "$page" | jq -r '.results[].name'\n  url=$(echo "$page" | jq -r .next)\ndone`,
    JavaScript: `let url = ${quoted};\nwhile (url !== null) {\n  const page = await (await fetch(url)).json();\n  for (const { name } of page.results) console.log(name);\n  url = page.next;\n}`,
    Python: `import requests\n\nurl = ${quoted}\nwhile url:\n    page = requests.get(url).json()\n    for teacher in page["results"]:\n        print(teacher["name"])\n    url = page["next"]`,
  };
}

/** Text with a card for its example. The card is beside the text if there is room, otherwise below it. */
export function Pair({ card, children }: Readonly<Record<"card" | "children", ComponentChildren>>): VNode {
  return (
    <div class="pair">
      <div>{children}</div>
      <div class="card">{card}</div>
    </div>
  );
}

/**
 * The same example in several languages. Only one is open at a time, which `<details name>` does without a script. When
 * the reader opens a language, the script opens it in all examples of the page.
 */
export function Examples({ id, example }: { readonly id: string; readonly example: Example }): VNode {
  return (
    <div class="examples">
      {Object.entries(example).map(([language, code], index) => (
        <details key={language} name={`example-${id}`} open={index === 0}>
          <summary>{language}</summary>
          <Code>{code}</Code>
        </details>
      ))}
    </div>
  );
}
