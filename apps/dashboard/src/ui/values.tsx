import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Button } from './button.js';
import controls from './controls.module.css';
import css from './data.module.css';
import { Icon } from './icon.js';

export type Tone = 'plain' | 'good' | 'wait' | 'bad';

/** A state in words; its colour only repeats them. */
export function Badge({ text, tone = 'plain' }: { readonly text: string; readonly tone?: Tone }): ReactNode {
  return <span className={[css['badge'], tone === 'plain' ? '' : css[tone]].join(' ')}>{text}</span>;
}

/** A time of the API in the browser's time zone, to the minute; a dash for none. */
export function Time({ at }: { readonly at: string | null }): ReactNode {
  const { time, moment } = useLanguage();
  if (at === null) return '–';
  return (
    <time dateTime={at} title={time(at)} className={css['nowrap']}>
      {moment(at)}
    </time>
  );
}

interface Priced {
  readonly amount: string;
  readonly currency: string;
  readonly currencyExponent: number;
}

export function Money({ of }: { readonly of: Priced }): ReactNode {
  const { money } = useLanguage();
  return <span className={css['nowrap']}>{money(of.amount, of.currency, of.currencyExponent)}</span>;
}

/** A text to copy, such as a key. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div className={controls['secret']}>
      <code className={controls['secretText']}>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

const SHORT_END = 6;

/** An id whose middle is shown as dots. Its text is whole, for screen readers and for whoever marks it. */
export function ShortId({ id }: { readonly id: string }): ReactNode {
  const start = id.indexOf('_') + 1;
  const end = Math.max(start, id.length - SHORT_END);
  return (
    <code className={css['nowrap']} title={id}>
      {id.slice(0, start)}
      <span className={css['middle']}>{id.slice(start, end)}</span>
      {id.slice(end)}
    </code>
  );
}

/** The operator's own number of a transaction; a dash where there is none. */
export function OperatorNumber({ of }: { readonly of: string | null }): ReactNode {
  return of === null ? '–' : <code className={css['nowrap']}>{of}</code>;
}

/** A button of one sign that copies an id. */
export function CopyId({ id }: { readonly id: string }): ReactNode {
  const { t, named } = useLanguage();
  const { copied, copy } = useCopying(id);
  return (
    <>
      <button
        type="button"
        className={controls['iconButton']}
        aria-label={named(copied ? t.action.copied : t.action.copy, id)}
        onClick={copy}
      >
        <Icon of={copied ? 'done' : 'copy'} />
      </button>
      <span role="status" className="visually-hidden">
        {copied ? t.action.copied : ''}
      </span>
    </>
  );
}

/** Puts a text on the clipboard and says so. `label` names the text. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { t, named } = useLanguage();
  const { copied, copy } = useCopying(text);
  const shown = copied ? t.action.copied : t.action.copy;
  return (
    <>
      <Button aria-label={named(shown, label)} onClick={copy}>
        {shown}
      </Button>
      <span role="status" className="visually-hidden">
        {copied ? t.action.copied : ''}
      </span>
    </>
  );
}

function useCopying(text: string): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState('');
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(text);
    });
  };
  return { copied: copied === text, copy };
}

/** Text as it is, such as JSON. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <pre className={controls['code']} role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
