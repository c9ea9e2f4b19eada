/**
 * The API reference as Markdown, for people and assistants who write clients; built from the tables of the HTML page.
 */
import { describeBounds } from "../../contract/openapi/openapi-parameters.ts";
import { listSchemaFields } from "../../contract/openapi/schema-fields.ts";
import { faultCodes, problems } from "../../contract/problems.ts";
import { representations } from "../../contract/representations.ts";
import { errorStatusesOf, formatPathsOf, type Resource, type ResourceName } from "../../contract/resources.ts";
import { responseHeaders } from "../../contract/response-headers.ts";
import type { DocsOptions } from "./docs-page.tsx";
import { describedHeaders, describedResources, heading, sections } from "./docs-sections.ts";

/** Three lines that point assistants to the reference (llmstxt.org). */
export function renderLlms(base: string): string {
  return `# ${heading}\n> A read-only directory of teachers over HTTP: lists, filters, search and downloads, without a key.\n- [API reference](${base}/docs.md): all resources, parameters, formats and errors\n`;
}

export function renderDocsMarkdown(options: Pick<DocsOptions, "base" | "limitMax">): string {
  const { base } = options;
  const blocks = [
    `# ${heading}`,
    `Base URL: ${base}. Read-only, no key, open to scripts on any site (CORS). OpenAPI 3.1: ${base}/openapi.json`,
    ...renderSection("start"),
    `\`\`\`sh\ncurl '${base}/teachers/?limit=100'\n\`\`\``,
    ...renderSection("resources"),
    ...describedResources.flatMap(([name, resource]) => renderResource(name, resource, options)),
    ...renderSection("paging"),
    ...renderSection("searching"),
    ...renderSection("formats"),
    ...table(
      ["format", "Accept", "content"],
      Object.values(representations).map(({ format, mediaType, description }) => [
        format,
        mediaType ?? "",
        description,
      ]),
    ),
    ...renderSection("headers"),
    ...table(
      ["header", "meaning"],
      describedHeaders.map((name) => [name, responseHeaders[name].description]),
    ),
    ...renderSection("errors"),
    ...table(
      ["status", "title", "detail"],
      Object.values(problems).map(({ status, title, detail }) => [String(status), title, detail]),
    ),
    ...table(["code", "meaning"], Object.entries(faultCodes)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function renderSection(id: keyof typeof sections): string[] {
  const { title, paragraphs } = sections[id];
  return [`## ${title}`, ...paragraphs];
}

function renderResource(name: ResourceName, resource: Resource, { limitMax }: Pick<DocsOptions, "limitMax">): string[] {
  const { path, description, parameters, representations, bodyTypes } = resource;
  const hasBody = bodyTypes.length > 0;
  const paths = [path, ...formatPathsOf(resource).map(([, other]) => other)];
  const statuses = errorStatusesOf(name, hasBody);
  return [
    `### ${resource.name}: ${paths.map((one) => `\`${hasBody ? "GET, QUERY, POST" : "GET"} ${one}\``).join(", ")}`,
    `${description} Formats: ${representations.map(({ format }) => format).join(", ")}. Errors: ${statuses.join(", ")}.`,
    ...table(
      ["parameter", "values", "meaning"],
      parameters.map((parameter) => [parameter.name, describeBounds(parameter, limitMax), parameter.description]),
    ),
    ...table(
      ["field", "type", "meaning"],
      listSchemaFields(name).map((field) => [field.name, field.type, field.description]),
    ),
  ];
}

/** A table as one block; none without rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")];
}
