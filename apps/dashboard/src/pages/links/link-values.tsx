import type { PaymentLink } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { Tone } from '../../ui/values.js';
import { Badge, Money } from '../../ui/values.js';

const tones: Readonly<Record<string, Tone>> = { active: 'good', used_up: 'wait', inactive: 'bad', expired: 'bad' };

export function LinkStatus({ status }: Pick<PaymentLink, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.links.statuses, status)} tone={tones[status] ?? 'plain'} />;
}

/** The amount of a link, or the bounds of the one that the payer names. */
export function LinkAmount({ of }: { readonly of: PaymentLink }): ReactNode {
  const { amount, minAmount, maxAmount } = of;
  if (amount !== null) return <Money of={{ ...of, amount }} />;
  return (
    <>
      <Money of={{ ...of, amount: minAmount ?? '0' }} /> – <Money of={{ ...of, amount: maxAmount ?? '0' }} />
    </>
  );
}
