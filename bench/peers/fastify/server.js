// The list of teachers, hand-written with Fastify, a response schema, and postgres.js with prepared statements.
import etag from "@fastify/etag";
import Fastify from "fastify";
import postgres from "postgres";

const { PORT, DATABASE_PORT } = process.env;

// postgres.js prepares each statement once per connection. Ten connections keep one core busy.
const sql = postgres({
  host: "127.0.0.1",
  port: Number(DATABASE_PORT),
  database: "postgres",
  username: "bench",
  max: 10,
});

const text = { type: "string" };
const link = { type: ["string", "null"] };
const teacher = {
  type: "object",
  properties: {
    id: { type: "integer" },
    last_name: text,
    first_name: text,
    middle_name: text,
    name: text,
    full_name: text,
    short_name: text,
    short_name_with_degree: text,
    degree: text,
  },
};
const columns = Object.keys(teacher.properties);
const page = {
  type: "object",
  properties: {
    count: { type: "integer" },
    next: link,
    previous: link,
    results: { type: "array", items: teacher },
  },
};
const query = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 1000 },
    offset: { type: "integer", minimum: 0, default: 0 },
    last_name: text,
    first_name: text,
    middle_name: text,
    degree: text,
    search: text,
    ordering: { enum: ["id", "last_name"] },
  },
};

const orders = { id: sql`id`, last_name: sql`last_name, first_name, middle_name, id` };

/** The WHERE clause of a query as an SQL fragment. */
function whereOf(query) {
  const filters = ["last_name", "first_name", "middle_name", "degree"].filter((name) => query[name]);
  const conditions = filters.map((name) => sql`${sql(name)} = ${query[name]}`);
  if (query.search) {
    const words = query.search.split(/[\s.,-]+/).filter((word) => word !== "");
    const prefixes = words.map((word) => `'${word.replaceAll("'", "''")}':*`).join(" & ");
    conditions.push(sql`words @@ to_tsquery('simple', ${prefixes})`);
  }
  return conditions.reduce((all, next, i) => (i === 0 ? sql`where ${next}` : sql`${all} and ${next}`), sql``);
}

/** The URL of another page of the same list; null before the first page and after the last. */
function linkTo(request, limit, offset, count) {
  if (offset >= count || offset <= -limit) return null;
  const parameters = new URLSearchParams({ ...request.query, limit });
  if (offset > 0) parameters.set("offset", offset);
  else parameters.delete("offset");
  parameters.sort();
  return `http://${request.host}/teachers/?${parameters}`;
}

const app = Fastify();
await app.register(etag);

app.get("/teachers/", { schema: { querystring: query, response: { 200: page } } }, async (request) => {
  const { limit = 10, offset, ordering = "id" } = request.query;
  const where = whereOf(request.query);
  const order = orders[ordering];
  // The subquery finds the page in an index if possible, so only the rows of the page are read. This is fastest for deep pages.
  const [[{ count }], results] = await Promise.all([
    sql`select count(*)::int from teacher ${where}`,
    sql`select ${sql(columns)} from teacher join (
      select id from teacher ${where} order by ${order} limit ${limit} offset ${offset}
    ) page using (id) order by ${order}`,
  ]);
  return {
    count,
    next: linkTo(request, limit, offset + limit, count),
    previous: offset === 0 ? null : linkTo(request, limit, offset - limit, count),
    results,
  };
});

await app.listen({ host: "127.0.0.1", port: Number(PORT) });
