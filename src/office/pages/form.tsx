/** The form elements of the officer's pages. */
import { createContext, type JSX, type VNode } from "preact";
import { useContext } from "preact/hooks";

type Elements = JSX.IntrinsicElements;

/** The form token of the session. */
export const Token = createContext("");

/** A form sent by POST, with the token of the session. */
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

/** A message that needs attention now. */
export function Alarm(props: Elements["p"]): VNode {
  return <p class="alarm" role="alert" {...props} />;
}

/** The most important line of a page. */
export function Summary(props: Elements["p"]): VNode {
  return <p class="summary" role="status" {...props} />;
}

/** A question with its title, and the fields to answer it. */
export function Question({ title, children, ...props }: Elements["fieldset"] & { title: string }): VNode {
  return (
    <fieldset {...props}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type TickProps = Readonly<{
  text: string;
  name: string;
  type?: "radio";
  value?: string | number;
  required?: boolean;
  checked?: boolean;
  form?: string;
}>;
type FieldProps = Omit<TickProps, "type" | "form" | "checked"> & Readonly<{ type?: "number"; maxLength?: number }>;

export function Field({ text, ...props }: FieldProps): VNode {
  return (
    <label>
      <bdi>{text}</bdi>
      <input {...props} autoComplete="off" autoCapitalize="off" spellcheck={false} />
    </label>
  );
}

export function Tick({ text, name, value = "yes", ...props }: TickProps): VNode {
  return (
    <label class="tick">
      <input name={name} value={value} type="checkbox" {...props} />
      <bdi>{text}</bdi>
    </label>
  );
}
