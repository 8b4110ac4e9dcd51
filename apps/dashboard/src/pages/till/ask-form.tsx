import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
import type { Messages } from '../../i18n/en.js';
import { Actions, Button } from '../../ui/button.js';
import { Field, Form, FormFields } from '../../ui/form.js';
import { allTyped, typedAmount, typedPhone } from '../../ui/typed.js';
import type { Wish } from './asking.js';
import type { Place } from './place.js';
import { TillName } from './till-choice.js';
import type { Asked } from './till-state.js';
import css from './till.module.css';
import type { Till } from './use-till.js';

const CURRENCY = 'XAF';

interface AskFormProps {
  readonly till: Till;
  readonly left: Asked | null;
  /** False where the account asks no phones: its customers pay by a code alone. */
  readonly asksPhones: boolean;
  readonly place: Place;
}

/** The amount, and the number of who pays. One press asks the phone; another one shows a code instead. */
export function AskForm({ till, left, asksPhones, place }: AskFormProps): ReactNode {
  const { t } = useLanguage();
  const words = t.till;
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const { unanswered } = till;
  const send = async (fields: FormFields, byPhone: boolean): Promise<void> => {
    const read = readWish(fields, byPhone, t);
    setFaults(read.faults);
    if (read.wish === undefined || isBusy) return;
    setBusy(true);
    setError((await till.ask({ ...read.wish, ...(place.chosen && { tillId: place.chosen.id }) })) ?? null);
    setBusy(false);
  };
  const amount = { defaultValue: unanswered?.amount, inputMode: 'numeric', autoFocus: true } as const;
  const phone = { defaultValue: unanswered?.phoneNumber, type: 'tel' } as const;
  return (
    <main className={css['open']}>
      <h1 className={css['title']}>{words.title}</h1>
      <TillName place={place} />
      {left !== null && <Left asked={left} />}
      <Form error={error} faults={faults} onSubmit={(fields) => void send(fields, asksPhones)}>
        <Field label={words.amount} name="amount" {...amount} />
        {asksPhones && <Field label={words.phone} name="phoneNumber" {...phone} />}
        <Ways asksPhones={asksPhones} isBusy={isBusy} onCode={(fields) => void send(fields, false)} />
      </Form>
      {!asksPhones && <p>{words.off}</p>}
    </main>
  );
}

interface WaysProps extends Pick<AskFormProps, 'asksPhones'> {
  readonly isBusy: boolean;
  readonly onCode: (fields: FormFields) => void;
}

/** The phone is asked, or a code is shown; the code alone where the account asks no phones. */
function Ways({ asksPhones, isBusy, onCode }: WaysProps): ReactNode {
  const { t } = useLanguage();
  if (!asksPhones)
    return (
      <Button type="submit" look="primary" busy={isBusy}>
        {t.till.code}
      </Button>
    );
  return (
    <Actions>
      <Button type="submit" look="primary" busy={isBusy}>
        {t.till.ask}
      </Button>
      <Button
        busy={isBusy}
        onClick={({ currentTarget: { form } }) => {
          if (form !== null) onCode(new FormFields(new FormData(form)));
        }}
      >
        {t.till.code}
      </Button>
    </Actions>
  );
}

function Left({ asked: { amount, currency, ask } }: { readonly asked: Asked }): ReactNode {
  const { t, money } = useLanguage();
  const sum = money(amount, currency);
  return <p role="status">{ask === null ? t.till.leftCode(sum) : t.till.left(sum, maskedText(ask.phoneMasked))}</p>;
}

interface Read {
  readonly wish?: Wish;
  readonly faults: Readonly<Record<string, string>>;
}

function readWish(fields: FormFields, byPhone: boolean, t: Messages): Read {
  const read = allTyped({
    amount: typedAmount(fields.text('amount'), CURRENCY, t.typed),
    phoneNumber: byPhone ? typedPhone(fields.text('phoneNumber'), t.typed) : { value: undefined },
  });
  if (read.values === undefined) return { faults: read.faults };
  const { amount, phoneNumber } = read.values;
  const faults = {
    ...(amount === undefined ? { amount: t.till.missing } : {}),
    ...(byPhone && phoneNumber === undefined ? { phoneNumber: t.till.missing } : {}),
  };
  if (amount === undefined || Object.keys(faults).length > 0) return { faults };
  return { faults, wish: { amount, currency: CURRENCY, ...(phoneNumber === undefined ? {} : { phoneNumber }) } };
}
