import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Button } from './button.js';
import controls from './controls.module.css';
import css from './data.module.css';

export type Tone = 'plain' | 'good' | 'wait' | 'bad';

/** A state in words; its colour only repeats them. */
export function Badge({ text, tone = 'plain' }: { readonly text: string; readonly tone?: Tone }): ReactNode {
  return <span className={[css['badge'], tone === 'plain' ? '' : css[tone]].join(' ')}>{text}</span>;
}

/** A time of the API in the browser's time zone; a dash for none. */
export function Time({ at }: { readonly at: string | null }): ReactNode {
  const { time } = useLanguage();
  if (at === null) return '–';
  return (
    <time dateTime={at} title={at} className={css['nowrap']}>
      {time(at)}
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

/** Puts a text on the clipboard and says so. `label` names the text. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { t } = useLanguage();
  const [copied, setCopied] = useState('');
  const shown = copied === text ? t.action.copied : t.action.copy;
  return (
    <>
      <Button
        aria-label={`${shown}: ${label}`}
        onClick={() => {
          void navigator.clipboard.writeText(text).then(() => {
            setCopied(text);
          });
        }}
      >
        {shown}
      </Button>
      <span role="status" className="visually-hidden">
        {copied === text ? t.action.copied : ''}
      </span>
    </>
  );
}

/** Text as it is, such as JSON. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <pre className={controls['code']} role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
