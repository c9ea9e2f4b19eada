/** The recipes of the API reference for generated clients. A test runs them as the page shows them. */
import type { VNode } from "preact";
import { idMax } from "../../domain/teacher.ts";
import { Code } from "./docs-examples.tsx";

/** The differences between the generators: the commands, and the parts of the client. */
interface ClientRecipe {
  readonly generator: string;
  readonly commands: readonly string[];
  /** A file that the generator reads, if it needs one. It starts with its name in a comment. */
  readonly config?: string;
  readonly setup: readonly string[];
  /** Requests the page of `query`, and throws if that fails. */
  readonly list: readonly string[];
  /** Requests the teacher with `id`, and prints the name or the problem. */
  readonly teacher: readonly string[];
}

/** Commands name exact versions, which package.json pins for the test. */
function clientRecipes(base: string): ClientRecipe[] {
  const [quotedBase, description] = [JSON.stringify(base), JSON.stringify(`${base}/openapi.json`)];
  const failure = "if (error) throw new Error(error.detail);";
  const result = ["if (error) console.log(error.status, error.detail);", "else console.log(data.full_name);"];
  return [
    {
      generator: "openapi-typescript",
      commands: [
        "npm install openapi-fetch@0.17.0",
        "npm install --save-dev openapi-typescript@7.13.0",
        `npx openapi-typescript ${description} --output teachers.ts`,
      ],
      setup: [
        'import createClient from "openapi-fetch";',
        'import type { paths } from "./teachers";',
        "",
        `const client = createClient<paths>({ baseUrl: ${quotedBase} });`,
      ],
      list: ['const { data, error } = await client.GET("/teachers.json", { params: { query } });', failure],
      teacher: [
        'const { data, error } = await client.GET("/teachers/{id}.json", { params: { path: { id } } });',
        ...result,
      ],
    },
    {
      generator: "hey-api",
      commands: [
        "npm install --save-dev @hey-api/openapi-ts@0.95.0",
        `npx openapi-ts --input ${description} --output teachers`,
      ],
      setup: ['import { getListJson, getTeacherJson } from "./teachers";'],
      list: ["const { data, error } = await getListJson({ query });", failure],
      teacher: ["const { data, error } = await getTeacherJson({ path: { id } });", ...result],
    },
    {
      generator: "orval",
      commands: ["npm install --save-dev orval@8.5.3", "npx orval"],
      config: `// orval.config.mjs
export default {
  teachers: {
    input: ${description},
    output: { target: "teachers.ts", client: "fetch", baseUrl: ${quotedBase} },
  },
};`,
      setup: ['import { getListJson, getTeacherJson } from "./teachers";'],
      list: [
        "const { data, status } = await getListJson(query);",
        "if (status !== 200) throw new Error(String(status));",
      ],
      teacher: [
        "const { data, status } = await getTeacherJson(id);",
        "if (status === 200) console.log(data.full_name);",
        "if (status === 404) console.log(status, data.detail);",
      ],
    },
  ];
}

/** A program that lists all teachers and reads two ids. */
function renderClient({ setup, list, teacher }: ClientRecipe, id: number): string {
  return [
    "// client.ts",
    ...setup,
    "",
    "const query = { limit: 100, offset: 0 };",
    "for (;;) {",
    ...[
      ...list,
      "for (const { name } of data.results) console.log(name);",
      "if (data.next === null) break;",
      'query.offset = Number(new URL(data.next).searchParams.get("offset"));',
    ].map(indent),
    "}",
    "",
    "// No teacher has the second id.",
    `for (const id of [${id}, ${idMax}]) {`,
    ...teacher.map(indent),
    "}",
  ].join("\n");
}

const indent = (line: string): string => `  ${line}`;

export function ClientRecipes({ base, id }: { readonly base: string; readonly id: number }): VNode {
  return (
    <>
      {clientRecipes(base).map((recipe) => (
        <div key={recipe.generator} id={`client-${recipe.generator}`}>
          <h3>{recipe.generator}</h3>
          {recipe.config !== undefined && <Code>{recipe.config}</Code>}
          <Code>{recipe.commands.join("\n")}</Code>
          <Code>{renderClient(recipe, id)}</Code>
        </div>
      ))}
    </>
  );
}
