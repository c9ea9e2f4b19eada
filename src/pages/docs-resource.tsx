/** One resource in the reference: what it is, what it takes, and a form that runs it right there. */
import type { VNode } from "preact";
import type { Lang, ListParameterName, Parameter } from "../contract/parameters.ts";
import { htmlLimitMax, integerDigitsMax } from "../contract/parameters.ts";
import { problems } from "../contract/problems.ts";
import { problemsOf, type Resource } from "../contract/resources.ts";
import { exampleTeacher } from "../contract/schemas.ts";
import { CodeText } from "./code-text.tsx";
import { type DescribedResource, docsWordsIn, parameterWordsUk, resourceWordsUk } from "./docs-texts.ts";
import { prefixOf } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";

interface ResourceProps {
  readonly context: PageContext;
  readonly id: DescribedResource;
  readonly resource: Resource;
  readonly limitMax: number;
}

export function ResourceSection({ context, id, resource, limitMax }: ResourceProps): VNode {
  const { lang, base } = context;
  const words = docsWordsIn(lang);
  const [name, description] = lang === "uk" ? resourceWordsUk[id] : [resource.name, resource.description];
  const statuses = [...new Set(problemsOf(resource).map((problem) => problems[problem].status))].sort();
  const template = `${prefixOf(base)}${resource.path}`;
  return (
    <section class="resource" aria-labelledby={id}>
      <h3 id={id}>
        {name} <code>GET {resource.path}</code>
      </h3>
      <p>{description}</p>
      <p class="hint">
        {words.formats}: {resource.representations.map(({ format }) => format).join(", ")}.
        {` ${words.failures}: ${statuses.join(", ")}.`}
      </p>
      {/* Without script it goes to the resource, to an example where the path has an id; with script the answer comes below. */}
      <form class="try" action={template.replace("{id}", String(exampleTeacher.id))} data-path={template}>
        {resource.path.includes("{id}") && (
          <Row id={`${id}-id`} name="id" text={words.id}>
            {/* The script shows it: without one nothing can put the number into the path. */}
            <input id={`${id}-id`} data-id inputmode="numeric" value={exampleTeacher.id} required hidden />
          </Row>
        )}
        {resource.parameters.map((parameter) => (
          <Row
            key={parameter.name}
            id={`${id}-${parameter.name}`}
            name={parameter.name}
            text={describe(lang, parameter)}
            bounds={boundsOf(lang, parameter, limitMax)}
          >
            <Field id={`${id}-${parameter.name}`} parameter={parameter} noValue={words.anyValue} />
          </Row>
        ))}
        <button type="submit" aria-describedby={id}>
          {words.run}
        </button>
      </form>
    </section>
  );
}

interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly bounds?: string;
  readonly children: VNode;
}

/** A parameter: its name, what it means and takes, and the field to try it. */
function Row({ id, name, text, bounds = "", children }: RowProps): VNode {
  return (
    <div class="row">
      <label for={id}>
        <code>{name}</code>
      </label>
      <p>
        <CodeText text={text} />
        {bounds !== "" && (
          <small>
            <CodeText text={bounds} />
          </small>
        )}
      </p>
      {children}
    </div>
  );
}

/** A term that is code, and what it means. */
export function Fact({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <div>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <CodeText text={text} />
      </dd>
    </div>
  );
}

/** What values a parameter takes. */
function boundsOf(lang: Lang, parameter: Parameter, limitMax: number): string {
  const words = docsWordsIn(lang);
  if (parameter.kind === "integer") {
    if (parameter.name !== "limit") return words.integer(integerDigitsMax, parameter.default);
    return `${words.integer(integerDigitsMax, Math.min(parameter.default, limitMax))} ${words.most(limitMax, Math.min(htmlLimitMax, limitMax))}`;
  }
  if (parameter.kind === "text") {
    const { lengthMax, wordsMax } = parameter;
    return wordsMax === null ? words.text(lengthMax) : `${words.text(lengthMax)} ${words.words(wordsMax)}`;
  }
  const choices = parameter.choices.map((choice) => `\`${choice}\``).join(", ");
  const fallback = parameter.default === null ? "" : ` ${words.byDefault(parameter.default)}`;
  return `${words.oneOf} ${choices}.${fallback}`;
}

interface FieldProps {
  readonly id: string;
  readonly parameter: Parameter;
  readonly noValue: string;
}

function Field({ id, parameter, noValue }: FieldProps): VNode {
  const { name, kind, example } = parameter;
  if (kind === "choice") {
    return (
      <select id={id} name={name}>
        <option value="">{noValue}</option>
        {parameter.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return kind === "integer" ? (
    <input id={id} name={name} inputmode="numeric" placeholder={example} />
  ) : (
    <input id={id} name={name} placeholder={example} />
  );
}

function describe(lang: Lang, { name, description }: Parameter): string {
  return lang === "uk" ? parameterWordsUk[name as ListParameterName] : description;
}
