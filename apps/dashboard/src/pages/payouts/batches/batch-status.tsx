import type { PayoutBatch, PayoutBatchRow } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import type { Tone } from '../../../ui/values.js';
import { Badge } from '../../../ui/values.js';

const tones: Readonly<Record<string, Tone>> = {
  ...{ DRAFT: 'plain', READY: 'wait', PROCESSING: 'wait', PAUSED: 'wait', COMPLETED: 'good', CANCELED: 'bad' },
};

export function BatchStatus({ status }: Pick<PayoutBatch, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.batches.statuses, status)} tone={tones[status] ?? 'plain'} />;
}

/** The recipient of a row by its name, the end of its number and its operator. */
export function RowRecipient({ of }: { readonly of: PayoutBatchRow }): ReactNode {
  const { t } = useLanguage();
  const operator = of.operator === null ? t.batches.noOperator : wordFor(t.operator, of.operator);
  return (
    <>
      {of.name !== null && `${of.name} · `}
      {maskedText(of.phoneMasked)} · {operator}
    </>
  );
}
