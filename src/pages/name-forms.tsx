/** The forms of a teacher's name, each with a button to copy it, and their official romanisation beside them. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";
import { romanise } from "../domain/names/romanisation.ts";
import type { Teacher } from "../domain/teacher.ts";
import { DataText } from "./inline-text.tsx";
import { type Texts, textsIn } from "./texts.ts";

interface NameFormsProps {
  readonly lang: Lang;
  readonly teacher: Teacher;
}

type FormLabel = "fullName" | "name" | "shortNameWithDegree" | "shortName";

const forms = [
  ["full_name", "fullName"],
  ["name", "name"],
  ["short_name_with_degree", "shortNameWithDegree"],
  ["short_name", "shortName"],
] as const satisfies readonly (readonly [field: keyof Teacher, label: FormLabel & keyof Texts])[];

/** The forms that are romanised. The resolution is about names, not about degrees. */
const romanisedForms: readonly (typeof forms)[number][] = [forms[1], forms[3]];

export function NameForms({ lang, teacher }: NameFormsProps): VNode | null {
  const texts = textsIn(lang);
  // Without a degree, the forms with a degree are the same as those without one.
  const shown = forms.filter(
    ([field]) => teacher[field] !== "" && (teacher.degree !== "" || field === "name" || field === "short_name"),
  );
  if (shown.length === 0) return null;
  const romanised = romanisedForms.flatMap(([field, label]) => {
    const value = romanise(teacher[field]);
    return value === null ? [] : [{ value, label }];
  });
  return (
    <>
      <section aria-labelledby="forms">
        <h2 id="forms">{texts.nameForms}</h2>
        <dl class="forms">
          {shown.map(([field, label]) => (
            <Form key={field} lang={lang} label={texts[label]} value={teacher[field]} valueLang="uk" />
          ))}
        </dl>
        <p class="hint">{texts.nameFormsHint}</p>
        <p id="copied" class="visually-hidden" role="status" />
      </section>
      {romanised.length > 0 && (
        <section aria-labelledby="romanised">
          <h2 id="romanised">{texts.romanised}</h2>
          <dl class="forms">
            {romanised.map(({ value, label }) => (
              <Form key={label} lang={lang} label={texts[label]} value={value} valueLang="uk-Latn" />
            ))}
          </dl>
          <p class="hint">{texts.romanisedHint}</p>
        </section>
      )}
    </>
  );
}

interface FormProps {
  readonly lang: Lang;
  readonly label: string;
  readonly value: string;
  /** Latin letters are an attribute of their own: a Ukrainian page is in Cyrillic. */
  readonly valueLang: "uk" | "uk-Latn";
}

/** A form of the name. The script shows the button, since copying needs JavaScript. */
function Form({ lang, label, value, valueLang }: FormProps): VNode {
  const texts = textsIn(lang);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {valueLang === "uk" ? (
          <DataText class="copyable" lang={lang} text={value} />
        ) : (
          <bdi class="copyable" lang={valueLang}>
            {value}
          </bdi>
        )}
        <button type="button" class="copy" data-copied={texts.copied} hidden>
          <span>{texts.copy}</span>
          <span class="visually-hidden">: {label}</span>
        </button>
      </dd>
    </div>
  );
}
