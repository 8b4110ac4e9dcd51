import type { PaymentIntent } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { Tone } from '../../ui/values.js';
import { Badge } from '../../ui/values.js';
import { methodWord } from './export/payment-rows.js';

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  PROCESSING: 'wait',
  REQUIRES_ACTION: 'wait',
  FAILED: 'bad',
};

export function IntentStatus({ status }: Pick<PaymentIntent, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.intentStatus, status)} tone={tones[status] ?? 'plain'} />;
}

/** How a payment was made; a dash before its charge. */
export function Method({ of }: { readonly of: PaymentIntent['paymentMethod'] }): ReactNode {
  const { t } = useLanguage();
  return methodWord(t, of) ?? '–';
}
