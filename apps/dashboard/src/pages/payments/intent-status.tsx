import type { PaymentIntent } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { Tone } from '../../ui/values.js';
import css from '../../ui/data.module.css';
import { Badge, ShortId } from '../../ui/values.js';
import type { Standing } from './export/payment-rows.js';
import { methodWord, standingWord } from './export/payment-rows.js';

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  PROCESSING: 'wait',
  REQUIRES_ACTION: 'wait',
  FAILED: 'bad',
};

/** How a payment stands. One whose money went back is no completed one to the person who reads it. */
export function IntentStatus({ of }: { readonly of: Standing }): ReactNode {
  const { t } = useLanguage();
  const { status, amountRefunded = '0', amountReversed = '0' } = of;
  const given = amountRefunded === '0' ? (tones[status] ?? 'plain') : 'plain';
  return <Badge text={standingWord(of, t)} tone={amountReversed === '0' ? given : 'bad'} />;
}

/** The method of a payment; a dash before its charge. */
export function Method({ of }: { readonly of: PaymentIntent['paymentMethod'] }): ReactNode {
  const { t } = useLanguage();
  return methodWord(t, of) ?? '–';
}

/** The payer, as far as it is known: the phone and its operator, else the customer's account. */
export function Payer({ of: { payer, userId, paymentMethod } }: { readonly of: PaymentIntent }): ReactNode {
  const { t } = useLanguage();
  const method = methodWord(t, paymentMethod);
  const { phoneMasked = null, operator = null, userId: payerId = userId } = payer ?? {};
  if (phoneMasked !== null && operator !== null)
    return (
      <span className={css['people']}>
        <span className={css['nowrap']}>{maskedText(phoneMasked)}</span>
        <span className={css['small']}>{wordFor(t.operator, operator)}</span>
      </span>
    );
  if (payerId === null) return method;
  return (
    <span className={css['people']}>
      <ShortId id={payerId} />
      {method !== null && <span className={css['small']}>{method}</span>}
    </span>
  );
}
