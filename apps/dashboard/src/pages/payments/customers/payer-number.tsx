import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import css from '../../../ui/data.module.css';
import { ProblemNotice } from '../../../ui/problem-notice.js';
import { CopyButton } from '../../../ui/values.js';

/** A button that shows the number that paid, in full. It is read once, by a press: each read is in the audit trail of the account. */
export function PayerNumber({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const read = useMutation({ mutationFn: () => call('GET /gateway/{id}/payer', { path: { id } }), gcTime: 0 });
  const { phoneNumber, reason } = read.data ?? {};
  return (
    <div className={css['people']} aria-live="polite">
      {read.data === undefined && (
        <span>
          <Button
            busy={read.isPending}
            onClick={() => {
              read.mutate();
            }}
          >
            {t.payerNumber.show}
          </Button>
        </span>
      )}
      {typeof phoneNumber === 'string' && (
        <span>
          <a href={`tel:${phoneNumber}`}>{phoneNumber}</a>{' '}
          <CopyButton label={t.payerNumber.number} text={phoneNumber} />
        </span>
      )}
      {typeof reason === 'string' && <span>{wordFor(t.payerNumber.reasons, reason)}</span>}
      {read.error === null ? (
        <span className={css['small']}>{t.payerNumber.recorded}</span>
      ) : (
        <ProblemNotice error={read.error} />
      )}
    </div>
  );
}
