/** Generators of clients: the packages of each, its recipe in docs/api.md, and a program that uses the client. */

export const clients = ["openapi-typescript", "hey-api", "orval", "swagger-typescript-api", "oazapfts"] as const;
export type ClientName = (typeof clients)[number];

/** The linter of the document. */
export const spectral = "@stoplight/spectral-cli@6.16.3";

interface ClientProgram {
  readonly packages: readonly string[];
  readonly recipe: string;
  readonly program: string;
}

const input = "http://127.0.0.1:8000/openapi.json";

/**
 * The program calls `list`, `fetchOne` and `match`, which differ between the clients. A walk begins again when
 * `Dataset-Version` changes.
 */
const program = (own: string): string => `${own}

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly { readonly id: number; readonly full_name: string }[];
}

const idsOf = ({ results }: Page): number[] => results.map(({ id }) => id);

async function walk(): Promise<{ ids: number[]; count: number }> {
  const ids: number[] = [];
  let first: string | null = null;
  for (let offset: number | null = 0; offset !== null; ) {
    const { page, version }: Listed = await list({ limit: 300, offset });
    first ??= version;
    if (version !== first) return walk();
    ids.push(...idsOf(page));
    if (page.next === null) return { ids, count: page.count };
    offset = Number(new URL(page.next).searchParams.get("offset"));
  }
  throw new Error("There is always a last page");
}

interface Listed {
  readonly page: Page;
  readonly version: string | null;
}

const { ids, count } = await walk();
console.log(
  JSON.stringify({
    walked: ids,
    count,
    page: idsOf((await list({ limit: 5, offset: 40 })).page),
    search: idsOf((await list({ search: "shevchenko" })).page),
    name: await fetchOne(7),
    verdicts: await match(["ас. Коваленко О. В.", "Ніхто"]),
    three: idsOf((await list({ id: [3, 7, 12] })).page),
  }),
);
`;

export const clientPrograms: Readonly<Record<ClientName, ClientProgram>> = {
  "openapi-typescript": {
    packages: ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3"],
    recipe: `npx openapi-typescript ${input} -o teachers.ts`,
    program: program(`
import createClient from "openapi-fetch";
import type { paths } from "./teachers.ts";

const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: "http://127.0.0.1:8000" });
type Query = paths["/teachers/"]["get"]["parameters"]["query"];

async function list(query: Query): Promise<Listed> {
  const { data, error, response } = await client.GET("/teachers/", { params: { query } });
  if (error) throw new Error(error.detail);
  return { page: data, version: response.headers.get("dataset-version") };
}

async function fetchOne(id: number): Promise<string> {
  const { data, error } = await client.GET("/teachers/{id}/", { params: { path: { id } } });
  if (error) throw new Error(error.detail);
  return data.full_name;
}

async function match(names: string[]): Promise<string[]> {
  const { data, error } = await client.POST("/teachers/match/", { body: { names } });
  if (error) throw new Error(error.detail);
  return data.results.map(({ verdict }) => verdict);
}`),
  },
  "hey-api": {
    packages: ["@hey-api/openapi-ts@0.95.0"],
    recipe: `npx @hey-api/openapi-ts -i ${input} -o teachers`,
    program: program(`
import { getTeacher, type ListTeachersData, listTeachers, matchManyNames } from "./teachers/index.ts";

async function list(query: NonNullable<ListTeachersData["query"]>): Promise<Listed> {
  const { data, error, response } = await listTeachers({ query });
  if (error !== undefined || typeof data !== "object") throw new Error(JSON.stringify(error));
  return { page: data, version: response!.headers.get("dataset-version") };
}

async function fetchOne(id: number): Promise<string> {
  const { data, error } = await getTeacher({ path: { id } });
  if (error !== undefined || typeof data !== "object") throw new Error(JSON.stringify(error));
  return data.full_name;
}

async function match(names: string[]): Promise<string[]> {
  const { data, error } = await matchManyNames({ body: { names } });
  if (error !== undefined || typeof data !== "object") throw new Error(JSON.stringify(error));
  return data.results.map(({ verdict }) => verdict);
}`),
  },
  orval: {
    packages: ["orval@8.22.0", "axios@1.21.1"],
    recipe: `npx orval --input ${input} --output teachers.ts`,
    program: program(`
import axios from "axios";
import { getTeacher, type ListTeachersParams, listTeachers, matchManyNames } from "./teachers.ts";

axios.defaults.baseURL = "http://127.0.0.1:8000";

async function list(query: ListTeachersParams): Promise<Listed> {
  const { data, headers } = await listTeachers(query);
  if (typeof data === "string") throw new Error(data);
  return { page: data, version: String(headers["dataset-version"]) };
}

async function fetchOne(id: number): Promise<string> {
  const { data } = await getTeacher(id);
  if (typeof data === "string") throw new Error(data);
  return data.full_name;
}

async function match(names: string[]): Promise<string[]> {
  const { data } = await matchManyNames({ names });
  if (typeof data === "string") throw new Error(data);
  return data.results.map(({ verdict }) => verdict);
}`),
  },
  "swagger-typescript-api": {
    packages: ["swagger-typescript-api@13.13.0"],
    recipe: `npx swagger-typescript-api generate -p ${input} -o .`,
    program: program(`
import { Api } from "./Api.ts";

const { teachers } = new Api({ baseUrl: "http://127.0.0.1:8000" });

async function list(query: Parameters<typeof teachers.listTeachers>[0]): Promise<Listed> {
  const { data, headers } = await teachers.listTeachers(query, { format: "json" });
  return { page: data, version: headers.get("dataset-version") };
}

async function fetchOne(id: number): Promise<string> {
  const { data } = await teachers.getTeacher(id, { format: "json" });
  return data.full_name;
}

async function match(names: string[]): Promise<string[]> {
  const { data } = await teachers.matchManyNames({ names });
  return data.results.map(({ verdict }) => verdict);
}`),
  },
  oazapfts: {
    packages: ["oazapfts@7.5.0", "@oazapfts/runtime@1.2.0"],
    recipe: `npx oazapfts ${input} teachers.ts`,
    program: program(`
import { getTeacher, listTeachers, matchManyNames } from "./teachers.ts";

async function list(query: NonNullable<Parameters<typeof listTeachers>[0]>): Promise<Listed> {
  const answer = await listTeachers(query);
  if (answer.status !== 200 || typeof answer.data === "string") throw new Error(String(answer.status));
  return { page: answer.data, version: answer.headers.get("dataset-version") };
}

async function fetchOne(id: number): Promise<string> {
  const answer = await getTeacher(id);
  if (answer.status !== 200) throw new Error(String(answer.status));
  return answer.data.full_name;
}

async function match(names: string[]): Promise<string[]> {
  const answer = await matchManyNames({ names });
  if (answer.status !== 200) throw new Error(String(answer.status));
  return answer.data.results.map(({ verdict }) => verdict);
}`),
  },
};
