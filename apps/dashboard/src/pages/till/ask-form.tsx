import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Field, Form, Submit } from '../../ui/form.js';
import { allTyped, typedAmount, typedPhone } from '../../ui/typed.js';
import type { AskedPhone } from './till-state.js';
import css from './till.module.css';
import type { Till } from './use-till.js';

const CURRENCY = 'XAF';

/** The amount and the number of who pays. One press asks the phone. */
export function AskForm({ till, left }: { readonly till: Till; readonly left: AskedPhone | null }): ReactNode {
  const { t, ...formats } = useLanguage();
  const words = t.till;
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const send = async (amount: string, phoneNumber: string): Promise<void> => {
    setBusy(true);
    setError((await till.ask({ amount, currency: CURRENCY, phoneNumber })) ?? null);
    setBusy(false);
  };
  return (
    <main className={css['open']}>
      <h1 className={css['title']}>{words.title}</h1>
      {left !== null && (
        <p role="status">{words.left(formats.money(left.amount, left.currency), maskedText(left.ask.phoneMasked))}</p>
      )}
      <Form
        error={error}
        faults={faults}
        onSubmit={(fields) => {
          const typed = {
            amount: typedAmount(fields.text('amount'), CURRENCY, t.typed),
            phoneNumber: typedPhone(fields.text('phoneNumber'), t.typed),
          };
          const read = allTyped(typed);
          const { amount, phoneNumber } = read.values ?? {};
          const missing = {
            ...(read.values !== undefined && amount === undefined ? { amount: words.missing } : {}),
            ...(read.values !== undefined && phoneNumber === undefined ? { phoneNumber: words.missing } : {}),
          };
          setFaults({ ...read.faults, ...missing });
          if (amount !== undefined && phoneNumber !== undefined) void send(amount, phoneNumber);
        }}
      >
        <Field label={words.amount} name="amount" inputMode="numeric" autoComplete="off" autoFocus />
        <Field label={words.phone} name="phoneNumber" type="tel" autoComplete="off" />
        <Submit text={words.ask} busy={isBusy} />
      </Form>
    </main>
  );
}
