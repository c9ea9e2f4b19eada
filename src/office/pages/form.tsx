/** What the officer's pages are made of. */
import { createContext, type JSX, type VNode } from "preact";
import { useContext } from "preact/hooks";

type Elements = JSX.IntrinsicElements;

/** The token of the session. */
export const Token = createContext("");

/** A form that changes something: it has the token of the session. */
export function Form({ children, ...props }: Elements["form"]): VNode {
  return (
    <form method="post" {...props}>
      <input type="hidden" name="token" value={useContext(Token)} />
      {children}
    </form>
  );
}

export function Button(props: Elements["button"]): VNode {
  return <button {...props} type="submit" />;
}

/** What needs attention now. */
export function Alarm(props: Elements["p"]): VNode {
  return <p class="alarm" role="alert" {...props} />;
}

/** The most important line of a page. */
export function Summary(props: Elements["p"]): VNode {
  return <p class="summary" role="status" {...props} />;
}

/** What a question is about, and how to answer it. */
export function Question({ title, children, ...props }: Elements["fieldset"] & { title: string }): VNode {
  return (
    <fieldset {...props}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface FieldProps {
  readonly text: string;
  readonly name: string;
  readonly type?: "number" | "radio";
  readonly value?: string | number;
  readonly required?: boolean;
  readonly maxLength?: number;
}

/** A field with its label. */
export function Field({ text, ...props }: FieldProps): VNode {
  return (
    <label>
      <bdi>{text}</bdi>
      <input {...props} autoComplete="off" autoCapitalize="off" spellcheck={false} />
    </label>
  );
}

/** A box or a circle to tick. */
export function Tick({ text, name, value = "yes", ...props }: FieldProps): VNode {
  return (
    <label class="tick">
      <input name={name} value={value} type="checkbox" {...props} />
      <bdi>{text}</bdi>
    </label>
  );
}
