import type { Payout } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Confirm } from '../../ui/confirm.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { OperatorNumber, Time } from '../../ui/values.js';
import { PayoutSheetCard } from './payout-sheet.js';
import { outcomeOf } from './payout-outcome.js';
import { PayoutStatus, Recipient } from './payout-status.js';

const route = getRouteApi('/inside/payouts/$id');
const NEWS_EVERY_MS = 2_000;

/** One payout: how it stands, what it costs, and what it pays. */
export function PayoutPage(): ReactNode {
  const { t, money } = useLanguage();
  const { id } = route.useParams();
  const payout = useApi('GET /payouts/{id}', { path: { id } }, { every: NEWS_EVERY_MS });
  const mayCancel = useMay('payouts:write') && payout.data?.status === 'PENDING';
  const lead = payout.data === undefined ? {} : { lead: money(payout.data.amount, payout.data.currency) };
  return (
    <Page title={t.payouts.one} {...lead} actions={mayCancel && <Cancel id={id} />}>
      <Loaded query={payout}>{(read) => <PayoutFacts payout={read} />}</Loaded>
      <PayoutSheetCard id={id} outcome={payout.data === undefined ? 'none' : outcomeOf(payout.data)} />
    </Page>
  );
}

function PayoutFacts({ payout }: { readonly payout: Payout }): ReactNode {
  const { t, money } = useLanguage();
  const { currency, failure, transmission } = payout;
  const outcome = outcomeOf(payout);
  return (
    <Card title={t.payouts.facts}>
      <Facts
        rows={[
          [t.payouts.status, <PayoutStatus key="status" status={payout.status} />],
          ...(transmission === null
            ? []
            : [[t.payouts.transmission, wordFor(t.refunds.transmissions, transmission)] as const]),
          [t.payouts.destination, <Recipient key="destination" of={payout} />],
          [t.payouts.amount, money(payout.amount, currency)],
          [t.payouts.fee, money(payout.fee, currency)],
          ...(outcome === 'none'
            ? [[t.payouts.money, t.payouts.returned] as const]
            : [[t.payouts.nets[outcome], <strong key="net">{money(payout.net, currency)}</strong>] as const]),
          ...(failure === null ? [] : [[t.payouts.failure, wordFor(t.payouts.failures, failure.code)] as const]),
          ...(payout.providerReference === null
            ? []
            : [
                [
                  t.operatorNumber.title,
                  <OperatorNumber key="operatorNumber" of={payout.providerReference} />,
                ] as const,
              ]),
          [t.payouts.source, wordFor(t.payouts.sources, payout.source)],
          [t.payouts.reason, payout.reason ?? '–'],
          [t.payouts.created, <Time key="created" at={payout.createdAt} />],
          [
            outcome === 'none' ? t.payouts.ended : t.payouts.completed,
            <Time key="completed" at={payout.completedAt} />,
          ],
          [t.payouts.id, <code key="id">{payout.id}</code>],
        ]}
      />
    </Card>
  );
}

function Cancel({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const cancel = useChange('POST /payouts/{id}/cancel');
  return (
    <Confirm
      action={t.payouts.cancel}
      about={id}
      question={t.payouts.cancelQuestion}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={(close) => {
        cancel.mutate({ path: { id } }, { onSuccess: close });
      }}
    />
  );
}
