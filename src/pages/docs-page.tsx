/** The API reference: docs/api.md in the layout of the pages, with the URL of this server, and examples as links. */
import api from "../../docs/api.md" with { type: "text" };
import { type PageContext, prefixOf } from "./hrefs.ts";
import { renderPage } from "./page-layout.tsx";

/** The server in the examples of docs/api.md. */
const exampleOrigin = "http://127.0.0.1:8000";

export function renderDocsPage(context: Pick<PageContext, "base" | "query" | "allowIndexing">): string {
  const html = Bun.markdown
    .html(api, { headings: { ids: true } })
    .replace(/(?<=^|console">)\$ .*(?:\n&gt; .*)*/gm, linkExample)
    .replaceAll(`href="${exampleOrigin}`, () => `href="${Bun.escapeHTML(prefixOf(context.base))}`)
    .replaceAll(exampleOrigin, () => Bun.escapeHTML(context.base));
  return renderPage(
    { ...context, lang: "en", path: "/docs/" },
    {
      title: "The HTTP API",
      isEnglishOnly: true,
      children: <div class="docs" dangerouslySetInnerHTML={{ __html: html }} />,
    },
  );
}

/** Makes the URL of a command a link to what the command asks for, if it is one GET. */
function linkExample(html: string): string {
  const command = html.replace(/&(lt|gt|amp|quot);/g, (_, name: keyof typeof entities) => entities[name]);
  const [found] = /http:\/\/127\.0\.0\.1:8000[^\s'"]*/.exec(command) ?? [];
  const isGet = /^\$ curl /.test(command) && !/ -s?I | -X | --json|-target|\$[({]|\n/.test(command);
  const pairs = Array.from(
    command.matchAll(/ (?:-d|--data-urlencode) (['"]?)(\w+)=(.*?)\1(?= |$)/g),
    ([, , name, value]) => [name!, value!],
  );
  if (found === undefined || !isGet || (pairs.length > 0 && !command.includes(" -G "))) return html;
  // A browser would get the page for people.
  const isNegotiated = found.includes("/teachers/") && !/format=|Accept: (?!application\/json)/.test(command);
  if (isNegotiated) pairs.push(["format", "json"]);
  const query = pairs.length === 0 ? "" : `${found.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`;
  const text = Bun.escapeHTML(found);
  return html.replace(text, () => `<a href="${Bun.escapeHTML(found + query)}">${text}</a>`);
}

const entities = { lt: "<", gt: ">", amp: "&", quot: '"' };
