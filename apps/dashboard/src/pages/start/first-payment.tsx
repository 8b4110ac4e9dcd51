import type { PaymentIntent } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Button, buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { ProblemNotice } from '../../ui/problem-notice.js';

/** A button that creates a payment without a terminal: by a payment link for tests, which later presses use again. */
export function CreateHere(): ReactNode {
  const { t } = useLanguage();
  const words = t.start.payment;
  const links = useApi('GET /payment-links', { query: { limit: 100 } });
  const link = useChange('POST /payment-links');
  const begin = useChange('POST /payment-links/{id}/payments');
  if (!useMay('payment_links:write')) return null;
  const beginBy = ({ id }: { readonly id: string }): void => {
    begin.mutate({ path: { id }, body: {} });
  };
  const create = (): void => {
    const known = links.data?.data.find((one) => one.description === words.description && one.status === 'active');
    const body = { amount: '5000', currency: 'XAF', description: words.description } as const;
    if (known === undefined) link.mutate({ body }, { onSuccess: beginBy });
    else beginBy(known);
  };
  return (
    <div>
      <Button look="primary" busy={link.isPending || begin.isPending} onClick={create}>
        {words.createHere}
      </Button>
      <ProblemNotice error={link.error ?? begin.error} />
    </div>
  );
}

/** The hosted page of a payment that can still be paid, beside the numbers to pay with and the inbox where the code arrives. */
export function PayAsCustomer({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t } = useLanguage();
  const mayReadInbox = useMay('test_inbox:read');
  const { checkoutUrl, status } = payment;
  if (checkoutUrl === null || status !== 'PENDING') return null;
  return (
    <div className={css['pager']}>
      <a href={checkoutUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
        {t.start.payment.openPage}
      </a>
      <Link to="/test-numbers" className={buttonClass('plain')}>
        {t.testNumbers.title}
      </Link>
      {mayReadInbox && (
        <Link to="/test-inbox" className={buttonClass('plain')}>
          {t.testInbox.title}
        </Link>
      )}
    </div>
  );
}
