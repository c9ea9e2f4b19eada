/** The parts that the officer's pages are made of. */
import type { ComponentChildren, VNode } from "preact";
import type { OfficeSession } from "../entry/sessions.ts";

interface FormProps {
  readonly session: OfficeSession;
  readonly action: string;
  readonly class?: string;
  readonly isUpload?: boolean;
  readonly children: ComponentChildren;
}

/** A form that changes something: it has the token of the session. */
export function Form({ session, action, class: className, isUpload = false, children }: FormProps): VNode {
  return (
    <form method="post" action={action} class={className} encType={isUpload ? "multipart/form-data" : undefined}>
      <Hidden name="token" value={session.token} />
      {children}
    </form>
  );
}

export function Hidden({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return <input type="hidden" name={name} value={value} />;
}

interface ButtonProps {
  readonly text: string;
  readonly class?: string;
  readonly name?: string;
  readonly label?: string | undefined;
}

export function Button({ text, class: className, name, label }: ButtonProps): VNode {
  const value = name === undefined ? undefined : "yes";
  return (
    <button
      type="submit"
      class={className}
      name={name}
      value={value}
      aria-label={label}
      formNoValidate={name !== undefined}
    >
      {text}
    </button>
  );
}

interface PagePartProps {
  readonly id: string;
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function PagePart({ id, title, class: className, children }: PagePartProps): VNode {
  return (
    <section aria-labelledby={id} class={className}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** What a question is about, and how to answer it. */
export function Question({
  title,
  hint,
  class: className,
  children,
}: Omit<PagePartProps, "id"> & { readonly hint?: string }): VNode {
  return (
    <fieldset class={className}>
      <legend>{title}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {children}
    </fieldset>
  );
}

interface TickProps {
  readonly name: string;
  readonly value: string;
  readonly text: string;
  readonly type?: "checkbox" | "radio";
  readonly required?: boolean;
}

export function Tick({ name, value, text, type = "checkbox", required = false }: TickProps): VNode {
  return (
    <label class="tick">
      <input type={type} name={name} value={value} required={required} />
      <bdi>{text}</bdi>
    </label>
  );
}

interface FieldProps {
  readonly text: string;
  readonly name: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
}

export function Field({ text, ...input }: FieldProps): VNode {
  return (
    <label>
      <bdi>{text}</bdi>
      <input {...input} autoComplete="off" autoCapitalize="off" spellcheck={false} />
    </label>
  );
}

/** What needs attention now. */
export function Alarm({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <div class="alarm" role="alert">
      {children}
    </div>
  );
}

/** The most important line of a page. */
export function Summary({ text }: { readonly text: string }): VNode {
  return (
    <p class="summary" role="status">
      {text}
    </p>
  );
}

export function List({
  items,
  class: className = "plain",
}: {
  readonly items: readonly ComponentChildren[];
  readonly class?: string;
}): VNode {
  return (
    <ul class={className}>
      {items.map((item, i) => (
        <li key={i}>{item}</li>
      ))}
    </ul>
  );
}

/** The heading of a column, and its cell in a row. */
export type Column<Row> = readonly [title: string, cell: (row: Row) => ComponentChildren];

/** The first cell of a row is its heading; on a phone, the others show that of their column. */
export function Table<Row>({
  columns,
  rows,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}): VNode {
  const [[, nameOf], ...others] = columns as [Column<Row>, ...Column<Row>[]];
  return (
    <table class="schema">
      <thead>
        <tr>
          {columns.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            <th scope="row">{nameOf(row)}</th>
            {others.map(([title, cell]) => (
              <td key={title} data-label={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
