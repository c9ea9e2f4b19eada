/** The OpenAPI document of a server: openapi.yaml with its own URL and the largest `limit`. */
import { limitDefault } from "./contract/parameters.ts";
import openapi from "./openapi.yaml";

interface Schema {
  readonly maximum?: number;
  readonly default?: number;
  readonly maxItems?: number;
}

/** The parts of the document that depend on settings. */
interface Described {
  readonly servers: readonly { readonly url: string }[];
  readonly components: {
    readonly parameters: Readonly<Record<"limit" | "page_size" | "id", { schema: Schema }>>;
    readonly schemas: { readonly TeacherPage: { readonly properties: { results: Schema } } };
  };
}

/** `base` is the URL that the paths follow, without a slash at the end. */
export function describeService(base: string, maxLimit: number): Described {
  const document = { ...structuredClone(openapi), servers: [{ url: base }] } as unknown as Described;
  const { parameters, schemas } = document.components;
  for (const size of [parameters.limit, parameters.page_size])
    size.schema = { ...size.schema, default: Math.min(limitDefault, maxLimit), maximum: maxLimit };
  for (const list of [parameters.id.schema, schemas.TeacherPage.properties.results])
    Object.assign(list, { maxItems: maxLimit });
  return document;
}
