/** The examples of the API reference: code with a button that copies it, in the languages of most clients. */
import type { VNode } from "preact";

/** A code block that scrolls, also with the keyboard. The script shows the button. */
export function Code({ children }: { readonly children: string }): VNode {
  return (
    <div class="code">
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
export interface Example {
  readonly curl: string;
  readonly JavaScript: string;
  readonly Python: string;
}

/** A request for JSON. Single quotes in a shell and JSON strings in the others keep every URL as it is. */
export function requestExample(url: string): Example {
  const quoted = JSON.stringify(url);
  return {
    curl: `curl '${url}'`,
    JavaScript: `const response = await fetch(${quoted});\nconsole.log(await response.json());`,
    Python: `import requests\n\nprint(requests.get(${quoted}).json())`,
  };
}

/** A walk over all pages. */
export function walkExample(url: string): Example {
  const quoted = JSON.stringify(url);
  return {
    curl: `url='${url}'\nwhile [ "$url" != null ]; do\n  page=$(curl -s "$url")\n  echo "$page" | jq -r '.results[].name'\n  url=$(echo "$page" | jq -r .next)\ndone`,
    JavaScript: `let url = ${quoted};\nwhile (url !== null) {\n  const page = await (await fetch(url)).json();\n  for (const { name } of page.results) console.log(name);\n  url = page.next;\n}`,
    Python: `import requests\n\nurl = ${quoted}\nwhile url:\n    page = requests.get(url).json()\n    for teacher in page["results"]:\n        print(teacher["name"])\n    url = page["next"]`,
  };
}

/** One language is open at a time; the element does that without script. */
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
