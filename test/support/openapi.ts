/** The OpenAPI description as tests read it: the types of the parts that they use, and the operations as a list. */

export type Schema = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly schema: Schema & { readonly enum?: readonly string[]; readonly default?: unknown };
}

interface Header {
  readonly required?: boolean;
  readonly schema: Schema;
}

interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown } | Reference>>;
}

export interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

const methods = ["get", "head", "options", "post", "put", "patch", "delete", "trace"] as const;
type PathItem = { readonly [Method in (typeof methods)[number]]?: Operation };

export interface OpenapiDocument {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** The component that a reference names; any other value is returned unchanged. */
export function resolve<Target extends object>(document: OpenapiDocument, value: Target | Reference): Target {
  if (!("$ref" in value)) return value;
  const [, , kind, name] = value.$ref.split("/") as [string, string, keyof OpenapiDocument["components"], string];
  return document.components[kind][name] as Target;
}

export interface NamedOperation {
  /** In capitals. */
  readonly method: string;
  /** With braces: `/teachers/{id}/`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  /** By status. */
  readonly answers: ReadonlyMap<number, Response>;
}

/** Every operation that the description has. */
export function listOperations(document: OpenapiDocument): NamedOperation[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    methods.flatMap((method): NamedOperation[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const answers = new Map(
        Object.entries(operation.responses).map(([status, answer]) => [Number(status), resolve(document, answer)]),
      );
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
      return [{ method: method.toUpperCase(), template, parameters, answers }];
    }),
  );
}
