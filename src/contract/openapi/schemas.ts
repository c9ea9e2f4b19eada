/** The JSON bodies as zod schemas, for the OpenAPI description and the tests. */
import { z } from "zod";
import { candidatesMax, readings, verdicts } from "../../domain/results.ts";
import {
  composeTeacher,
  idMax,
  type StoredTeacher,
  teacherFields,
  textFieldNames,
  textFields,
} from "../../domain/teacher.ts";
import { nameParameter, namesMax } from "../parameters.ts";
import { faultCodes, faultsMax } from "../problems.ts";

const text = (description: string): z.ZodString => z.string().meta({ description });

const exampleTexts = Object.fromEntries(textFieldNames.map((name) => [name, textFields[name].example]));

export const exampleTeacher = composeTeacher({ id: 12, ...exampleTexts } as StoredTeacher);

const fieldDescriptions: Readonly<Record<string, { readonly description: string }>> = {
  ...textFields,
  name: { description: "Last, first and middle name." },
  full_name: { description: "Degree and name." },
  short_name: { description: "Last name and initials." },
  short_name_with_degree: { description: "Abbreviated degree and short name." },
};

export const teacherSchema = z
  .strictObject(
    Object.fromEntries(
      teacherFields.map((name) => [
        name,
        name === "id"
          ? z.int().min(1).max(idMax).meta({ description: "Unique within the collection." })
          : text(fieldDescriptions[name]!.description),
      ]),
    ),
  )
  .meta({
    id: "Teacher",
    description: "A teacher. Missing values are empty strings.",
    examples: [exampleTeacher],
  });

const link = (description: string): z.ZodNullable<z.ZodURL> => z.url().nullable().meta({ description });

/** A page of results. `counted` names what `count` counts across all pages. */
function pageOf(result: z.ZodType, counted: string, description: string): z.ZodObject {
  return z.strictObject({
    count: z
      .int()
      .min(0)
      .meta({ description: `Number of ${counted}, across all pages.` }),
    next: link("URL of the next page; null on the last page."),
    previous: link("URL of the previous page; null on the first page."),
    results: z.array(result).meta({ description }),
  });
}

export const pageSchema = pageOf(teacherSchema, "matching teachers", "The teachers on this page.").meta({
  id: "Page",
  description: "A page of the list.",
});

const degree = z.strictObject({
  value: text("The degree."),
  count: z.int().min(1).meta({ description: "Number of matching teachers that have it." }),
  href: z.url().meta({ description: "The list of these teachers." }),
});

export const degreesSchema = pageOf(degree, "degrees", "The degrees on this page.").meta({
  id: "Degrees",
  description: "Degrees, the most frequent first. Teachers without one are not counted; `without=degree` lists them.",
});

export const matchSchema = z
  .strictObject({
    results: z
      .array(
        z.strictObject({
          cell: z.int().min(0).meta({ description: "Index of the cell in the request, from 0." }),
          name: text("The part of the cell that names the person."),
          verdict: z.enum(verdicts).meta({
            description: "`one`: exactly one teacher fits; `several`: more than one may be meant; `none`: nobody fits.",
          }),
          reading: z.enum(readings).nullable().meta({ description: "How the name was read; null if nobody fits." }),
          set_aside: text("Words that are not part of the name, such as a room; may be empty."),
          teacher: teacherSchema.nullable().meta({ description: "The teacher, if the verdict is `one`." }),
          candidates: z
            .array(teacherSchema)
            .max(candidatesMax)
            .meta({ description: "Teachers who may be meant, if the verdict is `several`." }),
        }),
      )
      .meta({ description: "One result per person in a cell, at least one, in the order of the cells." }),
  })
  .meta({ id: "Matches", description: "The teachers that written names refer to." });

export const exampleNames = { names: [nameParameter.example, "Коваль О. І."] };

z.object({
  names: z.array(z.string()).min(1).max(namesMax).meta({ description: "The names, or cells of a timetable." }),
}).meta({ id: "Names", description: "Written names.", examples: [exampleNames] });

const faultSchema = z
  .strictObject({
    parameter: text("Parameter name, as sent; in a body the line or the name."),
    code: z.enum(Object.keys(faultCodes) as [keyof typeof faultCodes]).meta({
      description: Object.entries(faultCodes)
        .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
        .join(" "),
    }),
    value: text("Value, as sent, truncated to 60 characters."),
    detail: text("What is wrong, and what is accepted."),
  })
  .meta({ id: "ParameterFault", description: "An invalid parameter." });

export const problemSchema = z
  .strictObject({
    type: z.literal("about:blank"),
    title: text("Status phrase."),
    status: z.int().min(400).max(599),
    detail: text("What is wrong, as a message for people."),
    errors: z
      .array(faultSchema)
      .max(faultsMax)
      .optional()
      .meta({ description: `Invalid parameters, at most ${faultsMax}.` }),
    errors_omitted: z
      .int()
      .min(1)
      .optional()
      .meta({ description: `Number of further errors; only if there are more than ${faultsMax}.` }),
  })
  .meta({ id: "Problem", description: "Why a request failed (RFC 9457)." });

export const descriptionSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    renders: z.array(z.string()).meta({ description: "Media types of the representations." }),
    parses: z.array(z.string()).meta({ description: "Media types of the bodies of POST; empty if it is not allowed." }),
  })
  .meta({ id: "Description", description: "Description of a resource, returned by OPTIONS." });

export const indexSchema = z
  .strictObject({
    teachers: z.url(),
    match: z.url(),
    degrees: z.url(),
    openapi: z.url(),
    docs: z.url(),
  })
  .meta({ id: "Index", description: "Links to all resources." });

export const liveSchema = z.strictObject({ status: z.literal("alive") }).meta({ id: "Live" });

const newestFields = {
  newest_version: z.int().min(1).optional().meta({
    description: "Newest known version. Absent until the database has answered.",
  }),
  load_error: z.string().optional().meta({
    description: "Why the newest version could not be loaded. Present only while it fails.",
  }),
};

export const readySchema = z
  .strictObject({
    status: z.literal("ready"),
    version: z.int().min(1).meta({ description: "Number of the version being served." }),
    dataset_version: text("Value of the `Dataset-Version` header."),
    publication: z.uuid(),
    teachers: z.int().min(0),
    digest: text("SHA-256 of the data."),
    published_at: z.iso.datetime(),
    age_seconds: z.int().min(0).meta({ description: "Seconds since publication." }),
    database: z.enum(["reachable", "unreachable", "older"]).meta({
      description:
        "Whether the database answered the last poll; `older` if it has only older versions than the one being served.",
    }),
    database_advice: z.string().optional().meta({
      description: "What an operator should do. Present only while the database has only older versions.",
    }),
    ...newestFields,
  })
  .meta({ id: "Ready" });

export const notReadySchema = z
  .strictObject({ status: z.literal("not ready"), reason: z.string(), ...newestFields })
  .meta({ id: "NotReady" });
