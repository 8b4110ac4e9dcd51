import type { Payout, PayoutDestination } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { maskedText } from '@paygate/typed-input';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { Tone } from '../../ui/values.js';
import { Badge } from '../../ui/values.js';

const tones: Readonly<Record<string, Tone>> = {
  ...{ PENDING: 'wait', PROCESSING: 'wait', COMPLETED: 'good', FAILED: 'bad' },
  ...{ waiting: 'wait', usable: 'good', revoked: 'bad' },
};

export function PayoutStatus({ status }: Pick<Payout, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.payouts.statuses, status)} tone={tones[status] ?? 'plain'} />;
}

export function DestinationStatus({ status }: Pick<PayoutDestination, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.payouts.destinations, status)} tone={tones[status] ?? 'plain'} />;
}

/** A destination by the end of its number and its operator. */
export function Recipient({ of }: { readonly of: Pick<Payout, 'phoneMasked' | 'operator'> }): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      {maskedText(of.phoneMasked)} · {wordFor(t.operator, of.operator)}
    </>
  );
}
