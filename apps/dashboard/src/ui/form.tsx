import type { ComponentProps, ReactNode } from 'react';
import { createContext, useContext, useId } from 'react';
import { ApiError } from '../api/client.js';
import { problemText } from '../i18n/problems/problem-words.js';
import { useLanguage } from '../i18n/language.js';
import { Actions, Button } from './button.js';
import css from './controls.module.css';
import { ProblemNotice } from './problem-notice.js';

/** Faults of the last try, by parameter. */
const Faults = createContext<ReadonlyMap<string, string>>(new Map());

interface FormProps {
  readonly children: ReactNode;
  readonly error: Error | null;
  /** The faults that the page itself finds in the fields, by name. */
  readonly faults?: Readonly<Record<string, string>>;
  /** Is called with the text of each field; one that is empty is undefined. */
  readonly onSubmit: (fields: FormFields) => void;
}

/** The fields of a form that was sent. */
export class FormFields {
  constructor(private readonly data: FormData) {}

  text(name: string): string {
    const value = this.data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** A password may begin or end with a space. */
  secret(name: string): string {
    const value = this.data.get(name);
    return typeof value === 'string' ? value : '';
  }

  given(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  number(name: string): number | null {
    const text = this.given(name);
    return text === undefined ? null : Number(text);
  }

  all(name: string): readonly string[] {
    return this.data.getAll(name).filter((value) => typeof value === 'string');
  }
}

/** A form whose fields show the faults that the API found in them. */
export function Form({ children, error, faults = {}, onSubmit }: FormProps): ReactNode {
  const spoken = useLanguage();
  const problem = error instanceof ApiError ? error.problem : null;
  const found = problem?.errors ?? (problem?.param === undefined ? [] : [{ ...problem, param: problem.param }]);
  return (
    <Faults
      value={
        new Map([
          ...found.map((fault) => [fault.param, problemText({ ...fault }, spoken.t, spoken)] as const),
          ...Object.entries(faults),
        ])
      }
    >
      <form
        noValidate
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormFields(new FormData(event.currentTarget)));
        }}
      >
        <ProblemNotice error={error} />
        {children}
      </form>
    </Faults>
  );
}

interface SubmitProps {
  readonly text: string;
  readonly look?: 'primary' | 'danger';
  readonly busy?: boolean;
  /** True when what the form has changed is saved, which it then announces. */
  readonly saved?: boolean;
  readonly onLeave?: () => void;
  /** The words of the button that leaves the form; "cancel" without them. */
  readonly leave?: string;
}

/** The buttons at the end of a form: one sends it, the other leaves it. */
export function Submit({ text, look = 'primary', busy = false, saved, onLeave, leave }: SubmitProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Actions>
      <Button type="submit" look={look} busy={busy}>
        {text}
      </Button>
      {onLeave !== undefined && <Button onClick={onLeave}>{leave ?? t.action.cancel}</Button>}
      {saved !== undefined && <span role="status">{saved ? t.profile.saved : ''}</span>}
    </Actions>
  );
}

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
}

export function Field({ label, hint, ...props }: FieldProps): ReactNode {
  const { ids, fault } = useFieldParts(props.name, hint);
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={ids.input}>
        {label}
      </label>
      <input className={css['input']} autoComplete="off" {...ids.described} {...props} id={ids.input} />
      <FieldNotes ids={ids} hint={hint} fault={fault} />
    </div>
  );
}

/** A password that a person chooses. */
export function NewPassword(props: Pick<FieldProps, 'label' | 'hint'>): ReactNode {
  return <Field name="password" type="password" autoComplete="new-password" required {...props} />;
}

interface AreaProps extends ComponentProps<'textarea'> {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
}

/** A text of several lines. */
export function Area({ label, hint, ...props }: AreaProps): ReactNode {
  const { ids, fault } = useFieldParts(props.name, hint);
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={ids.input}>
        {label}
      </label>
      <textarea className={css['input']} rows={4} {...ids.described} {...props} id={ids.input} />
      <FieldNotes ids={ids} hint={hint} fault={fault} />
    </div>
  );
}

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly options: readonly (readonly [string, string])[];
}

/** A choice; `options` are values with their texts. */
export function Select({ label, hint, options, ...props }: SelectProps): ReactNode {
  const { ids, fault } = useFieldParts(props.name, hint);
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={ids.input}>
        {label}
      </label>
      <select className={css['input']} {...ids.described} {...props} id={ids.input}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes ids={ids} hint={hint} fault={fault} />
    </div>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [string, string])[];
  readonly chosen?: readonly string[];
  /** Beside each other. */
  readonly inline?: boolean;
}

/** Any number of choices. */
export function Choices({ label, name, options, chosen = [], inline = false }: ChoicesProps): ReactNode {
  const { ids, fault } = useFieldParts(name);
  return (
    <fieldset
      className={inline ? css['choicesInline'] : css['choices']}
      aria-describedby={ids.described['aria-describedby']}
    >
      <legend className={css['label']}>{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} className={css['choice']}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          {text}
        </label>
      ))}
      <FieldNotes ids={ids} hint={undefined} fault={fault} />
    </fieldset>
  );
}

interface FieldIds {
  readonly input: string;
  readonly hint: string;
  readonly fault: string;
  readonly described: { readonly 'aria-describedby': string | undefined; readonly 'aria-invalid': boolean };
}

function useFieldParts(name: string, hint?: string): { readonly ids: FieldIds; readonly fault: string | undefined } {
  const id = useId();
  const fault = useContext(Faults).get(name);
  const [hintId, faultId] = [`${id}-hint`, `${id}-fault`];
  const notes = [hint === undefined ? '' : hintId, fault === undefined ? '' : faultId].filter((part) => part !== '');
  const described = {
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
    'aria-invalid': fault !== undefined,
  };
  return { ids: { input: id, hint: hintId, fault: faultId, described }, fault };
}

interface Notes {
  readonly ids: FieldIds;
  readonly hint: string | undefined;
  readonly fault: string | undefined;
}

function FieldNotes({ ids, hint, fault }: Notes): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      {hint !== undefined && (
        <span id={ids.hint} className={css['hint']}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span id={ids.fault} className={css['fault']}>
          {t.form.fault(fault)}
        </span>
      )}
    </>
  );
}
