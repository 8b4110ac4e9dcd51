import type { Payout } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay, useSession } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Confirm } from '../../ui/confirm.js';
import { Loaded } from '../../ui/loaded.js';
import { Facts, Page } from '../../ui/page.js';
import { OperatorNumber, Time } from '../../ui/values.js';
import { PayoutSheetCard } from './payout-sheet.js';
import { outcomeOf } from './payout-outcome.js';
import { PayoutStatus, Recipient } from './payout-status.js';
import { RevokeDestination } from './revoke-destination.js';

const route = getRouteApi('/inside/payouts/$id');
const NEWS_EVERY_MS = 2_000;

/** One payout: how it stands, what it costs, and what it pays. */
export function PayoutPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const payout = useApi('GET /payouts/{id}', { path: { id } }, { every: NEWS_EVERY_MS });
  return (
    <Page title={t.payouts.one} actions={payout.data?.status === 'PENDING' && <Stop payout={payout.data} />}>
      <Loaded query={payout}>{(read) => <PayoutFacts payout={read} />}</Loaded>
      <PayoutSheetCard id={id} outcome={payout.data === undefined ? 'none' : outcomeOf(payout.data)} />
    </Page>
  );
}

/** The head of a payout: its amount, how it stands, where it goes, and what arrives. Ids are folded. */
function PayoutFacts({ payout }: { readonly payout: Payout }): ReactNode {
  const { t, money } = useLanguage();
  const { currency, failure, providerReference } = payout;
  const outcome = outcomeOf(payout);
  return (
    <section className={css['card']} aria-label={t.payouts.facts}>
      <div className={css['leadLine']}>
        <p className={css['sum']}>{money(payout.amount, currency)}</p>
        <PayoutStatus status={payout.status} />
      </div>
      <p>
        <Recipient of={payout} />
      </p>
      {failure !== null && <p>{wordFor(t.payouts.failures, failure.code)}</p>}
      <Facts
        rows={[
          [t.payouts.fee, money(payout.fee, currency)],
          outcome === 'none'
            ? [t.payouts.money, t.payouts.returned]
            : [t.payouts.nets[outcome], <strong key="net">{money(payout.net, currency)}</strong>],
          ...(providerReference === null
            ? []
            : [[t.operatorNumber.title, <OperatorNumber key="operatorNumber" of={providerReference} />] as const]),
          [t.payouts.created, <Time key="created" at={payout.createdAt} />],
          [
            outcome === 'none' ? t.payouts.ended : t.payouts.completed,
            <Time key="completed" at={payout.completedAt} />,
          ],
        ]}
      />
      <Details payout={payout} />
    </section>
  );
}

/** Details that few people look for. */
function Details({ payout: { id, source, reason, transmission } }: { readonly payout: Payout }): ReactNode {
  const { t } = useLanguage();
  return (
    <details className={css['details']}>
      <summary>{t.payouts.facts}</summary>
      <Facts
        rows={[
          ...(transmission === null
            ? []
            : [[t.payouts.transmission, wordFor(t.refunds.transmissions, transmission)] as const]),
          [t.payouts.source, wordFor(t.payouts.sources, source)],
          [t.payouts.reason, reason ?? '–'],
          [t.payouts.id, <code key="id">{id}</code>],
        ]}
      />
    </details>
  );
}

/** A payout of a batch is canceled with it, or with all that waits for its recipient. */
function Stop({ payout: { id, source, destinationId, phoneMasked } }: { readonly payout: Payout }): ReactNode {
  const { t } = useLanguage();
  const isOwner = useSession().acting.role === 'owner';
  const mayCancel = useMay('payouts:write');
  if (source !== 'batch') return mayCancel && <Cancel id={id} />;
  const destination = { id: destinationId, label: maskedText(phoneMasked) };
  return isOwner && <RevokeDestination destination={destination} question={t.payouts.revokeRecipient} />;
}

function Cancel({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const cancel = useChange('POST /payouts/{id}/cancel');
  return (
    <Confirm
      action={t.payouts.cancel}
      about={id}
      question={t.payouts.cancelQuestion}
      change={cancel}
      onConfirm={(close) => {
        cancel.mutate({ path: { id } }, { onSuccess: close });
      }}
    />
  );
}
