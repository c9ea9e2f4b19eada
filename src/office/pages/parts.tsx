/** Components that several pages use. */
import { type ComponentChildren, createContext, type JSX, type PartialInputHTMLAttributes, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { fileBytesMax } from "../request.ts";
import { say } from "../texts.ts";

type Elements = JSX.IntrinsicElements;

type InputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, "role" | "type"> & {
  text: string;
  type?: "radio";
};

/** The path of the page, and the form token of its session. */
export const Page = createContext({ path: "", token: "" });

/** A form sent by POST, by default to the page itself. */
export function Form({ children, ...props }: Elements["form"]): VNode {
  const { path, token } = useContext(Page);
  return (
    <form method="post" action={path} {...props}>
      <input type="hidden" name="token" value={token} />
      {children}
    </form>
  );
}

/** The id of the form of a preview: its answers, statements and note are sent together, wherever they stand. */
export const reviewForm = "review";

export function Field({ text, ...props }: InputProps): VNode {
  return (
    <label>
      <bdi>{text}</bdi>
      <input autoComplete="off" autoCapitalize="off" spellcheck={false} {...props} />
    </label>
  );
}

export function Checkbox({ text, ...props }: InputProps): VNode {
  return (
    <label class="tick">
      <input type="checkbox" form={reviewForm} {...props} />
      <bdi>{text}</bdi>
    </label>
  );
}

/** The link of a preview to the copy of its file. */
export const Marked = (): VNode => (
  <a class="primary" href={`${useContext(Page).path}/corrections.xlsx`} children={say("marked")} />
);

/** The form that uploads a list. Its script takes the texts and the limit from an attribute. */
export function UploadForm(): VNode {
  const names = ["oneFile", "notAFile", "sending", "checking", "lost", "tooLarge"] as const;
  const script = { fileBytesMax, ...Object.fromEntries(names.map((name) => [name, say(name)])) };
  return (
    <Form action="/upload" encType="multipart/form-data" class="drop" data-script={JSON.stringify(script)}>
      <p>
        <b>{say("dropFile")}</b>
      </p>
      <div class="actions">
        <span class="file">
          <input
            id="file"
            type="file"
            name="file"
            required
            // Of an .xls file, the reader says how to save it, which a dialog that hides it would not.
            accept=".xlsx,.xls,.ods,.csv,.tsv,.txt,.ndjson,.gz"
            aria-describedby="file-hint"
          />
          <label class="button" for="file">
            {say("chooseFile")}
          </label>
        </span>
        <button type="submit">{say("check")}</button>
        <bdi class="name" />
      </div>
      <p role="status" />
      <p id="file-hint" class="hint" children={say("fileHint")} />
    </Form>
  );
}

export function List({ items, ...props }: Elements["ul"] & { readonly items: readonly ComponentChildren[] }): VNode {
  return (
    <ul class="plain" {...props}>
      {items.map((item, i) => (
        <li key={i}>{item}</li>
      ))}
    </ul>
  );
}

export function Part({ id, title, children, ...props }: Elements["section"] & { id: string; title: string }): VNode {
  return (
    <section {...props} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type TableProps = Readonly<{ head: readonly string[]; rows: readonly (readonly ComponentChildren[])[] }>;

/** The first cell of a row is its heading. On a phone, the style shows the heading of the column before each cell. */
export function DataTable({ head, rows }: TableProps): VNode {
  return (
    <table class="schema">
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col" children={title} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others], row) => (
          <tr key={row}>
            <th scope="row" data-label={head[0]} children={first} />
            {others.map((cell, i) => (
              <td key={i} data-label={head[i + 1]} children={cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
