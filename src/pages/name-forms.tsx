/**
 * The forms of a teacher's name, each with a button to copy it: the full name with its romanisation, and the shorter
 * forms.
 */
import type { VNode } from "preact";
import type { Lang } from "../domain/lang.ts";
import { romanise } from "../domain/names/romanisation.ts";
import type { Teacher } from "../domain/teacher.ts";
import { DataText } from "./inline-text.tsx";
import { Part } from "./parts.tsx";
import { textsIn } from "./texts.ts";

interface NameProps {
  readonly lang: Lang;
  readonly teacher: Teacher;
}

/** The heading of the page, with the official Latin form below, which people need for tickets and letters abroad. */
export function NameHeading({ lang, teacher }: NameProps): VNode {
  const texts = textsIn(lang);
  const { id, name, degree } = teacher;
  const latin = romanise(name);
  return (
    <header>
      {name === "" ? (
        <h1>{texts.unnamed(id)}</h1>
      ) : (
        <div class="copying">
          <h1 class="copyable">
            <DataText lang={lang} text={name} />
          </h1>
          <CopyButton lang={lang} label={texts.name} />
        </div>
      )}
      {degree !== "" && (
        <p class="degree">
          <DataText lang={lang} text={degree} />
        </p>
      )}
      {latin !== null && (
        <div class="copying latin">
          <Latin text={latin} />
          <CopyButton lang={lang} label={texts.romanised} />
        </div>
      )}
    </header>
  );
}

/** The other forms. A form that equals the heading is left out. */
export function NameForms({ lang, teacher }: NameProps): VNode | null {
  const texts = textsIn(lang);
  const { name, degree, full_name, short_name_with_degree, short_name } = teacher;
  const latin = romanise(short_name);
  const forms: readonly (readonly [label: string, value: string])[] = [
    [texts.fullName, full_name],
    [texts.shortNameWithDegree, degree === "" ? "" : short_name_with_degree],
    [texts.shortName, short_name],
  ];
  // Without a degree, the full name equals the name.
  const shown = forms.filter(([, value]) => value !== "" && value !== name);
  if (shown.length === 0) return null;
  return (
    <Part id="forms" title={texts.nameForms}>
      <dl class="forms">
        {shown.map(([label, value]) => (
          <Form key={label} lang={lang} label={label}>
            <DataText class="copyable" lang={lang} text={value} />
          </Form>
        ))}
        {latin !== null && (
          <Form lang={lang} label={texts.romanisedShort}>
            <Latin text={latin} />
          </Form>
        )}
      </dl>
      {latin !== null && <p class="hint">{texts.romanisedHint}</p>}
    </Part>
  );
}

/** Text in Latin letters. Its `lang` tells screen readers that it is not in Cyrillic. */
function Latin({ text }: { readonly text: string }): VNode {
  return (
    <bdi class="copyable" lang="uk-Latn">
      {text}
    </bdi>
  );
}

interface FormProps {
  readonly lang: Lang;
  readonly label: string;
  readonly children: VNode;
}

function Form({ lang, label, children }: FormProps): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="copying">
        {children}
        <CopyButton lang={lang} label={label} />
      </dd>
    </div>
  );
}

/**
 * Copies the text beside it. The script shows the button, because copying needs JavaScript. The style sheet draws the
 * icon.
 */
function CopyButton({ lang, label }: Omit<FormProps, "children">): VNode {
  const texts = textsIn(lang);
  return <button type="button" class="copy icon" aria-label={`${texts.copy}: ${label}`} hidden />;
}
