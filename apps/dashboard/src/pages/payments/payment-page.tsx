import type { Event, PaymentIntent } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { memberTextOf } from '../../api/json-text.js';
import { useApi, useApiWithText, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Confirm } from '../../ui/confirm.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Code, CopyButton, CopyId, Money, Time } from '../../ui/values.js';
import { EventWithDeliveries } from '../events/event-deliveries.js';
import { IntentStatus, Method, Payer } from './intent-status.js';
import { PaymentTimeline } from './payment-timeline.js';
import { ReceiptButton } from './receipt-button.js';
import { useRefundable } from './refunds/refundable.js';
import { RefundButton } from './refunds/refund-button.js';
import { RefundsCard } from './refunds/refunds-card.js';

const route = getRouteApi('/inside/payments/$id');
const OPEN: readonly string[] = ['PENDING', 'REQUIRES_ACTION', 'PROCESSING'];
const CANCELABLE: readonly string[] = ['PENDING', 'REQUIRES_ACTION'];
const OPEN_EVERY_MS = 3_000;

/** One payment, its events and their deliveries. It follows a payment that is open. */
export function PaymentPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const payment = useApiWithText('GET /gateway/{id}', { path: { id } }, { every: OPEN_EVERY_MS });
  const mayWrite = useMay('intents:write');
  const mayCancel = mayWrite && CANCELABLE.includes(payment.data?.answer.status ?? '');
  const mayRefund = useMay('refunds:write');
  const mayReadEvents = useMay('events:read');
  return (
    <Page
      title={`${t.payment.title} ${id}`}
      actions={
        mayCancel ? (
          <Cancel id={id} />
        ) : (
          <>
            {mayRefund && <Refund payment={payment.data?.answer} />}
            {mayWrite && payment.data?.answer.status === 'COMPLETED' && <ReceiptButton id={id} />}
          </>
        )
      }
    >
      <Loaded query={payment}>
        {({ answer: found, text }) => (
          <>
            <Details payment={found} />
            <RefundsCard payment={found} every={OPEN_EVERY_MS} />
            <Metadata text={memberTextOf(text, 'metadata') ?? '{}'} />
            <PaymentTimeline id={id} every={OPEN_EVERY_MS} />
            {mayReadEvents && <Events id={id} isOpen={OPEN.includes(found.status)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Metadata as it was stored, byte for byte. */
function Metadata({ text }: { readonly text: string }): ReactNode {
  const { t } = useLanguage();
  return (
    <Card title={t.payment.metadata}>
      <Code label={t.payment.metadata} text={text} />
      <div>
        <CopyButton label={t.payment.metadata} text={text} />
      </div>
    </Card>
  );
}

function Refund({ payment }: { readonly payment: PaymentIntent | undefined }): ReactNode {
  const rest = useRefundable(payment, OPEN_EVERY_MS);
  return payment === undefined || rest === undefined || rest === '0' ? null : (
    <RefundButton payment={payment} rest={rest} />
  );
}

function Cancel({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const cancel = useChange('POST /gateway/{id}/cancel');
  return (
    <Confirm
      action={t.payment.cancel}
      about={id}
      question={t.payment.cancelQuestion}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={(close) => {
        cancel.mutate({ path: { id } }, { onSuccess: close });
      }}
    />
  );
}

function Details({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t, money } = useLanguage();
  const { failure, amountRefunded, currency, currencyExponent } = payment;
  return (
    <Card title={t.payment.facts}>
      <Facts
        rows={[
          [t.payments.status, <IntentStatus key="status" of={payment} />],
          [t.payments.amount, <Money key="amount" of={payment} />],
          ...(amountRefunded === '0'
            ? []
            : ([[t.payment.refunded, money(amountRefunded, currency, currencyExponent)]] as const)),
          ...(failure === null
            ? []
            : ([
                [t.payment.failure, wordFor(t.failure, failure.code)],
                [t.payment.next, wordFor(t.nextStep, failure.nextStep)],
              ] as const)),
          ...(payment.payer === null ? [] : ([[t.payments.payer, <Payer key="payer" of={payment} />]] as const)),
          [t.payments.method, <Method key="method" of={payment.paymentMethod} />],
          ...(payment.providerReference === null
            ? []
            : ([[t.operatorNumber.title, <Id key="operatorNumber" id={payment.providerReference} />]] as const)),
          [t.payments.description, payment.description ?? '–'],
          [t.payments.reference, payment.reference ?? '–'],
          [t.payments.id, <Id key="id" id={payment.id} />],
          [t.payment.user, <Id key="user" id={payment.userId} />],
          [t.payment.charge, <Id key="charge" id={payment.chargeId} />],
          [t.payments.created, <Time key="created" at={payment.createdAt} />],
          [t.payment.updated, <Time key="updated" at={payment.updatedAt} />],
          [t.payment.expires, <Time key="expires" at={payment.expiresAt} />],
          [t.payment.completed, <Time key="completed" at={payment.completedAt} />],
        ]}
      />
    </Card>
  );
}

function Id({ id }: { readonly id: string | null }): ReactNode {
  if (id === null) return '–';
  return (
    <>
      <code>{id}</code> <CopyId id={id} />
    </>
  );
}

function Events({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }): ReactNode {
  const { t } = useLanguage();
  const query = { intentionId: id, limit: 20 };
  const events = useApi('GET /events', { query }, { every: OPEN_EVERY_MS });
  return (
    <Card title={t.payment.events}>
      <Loaded query={events}>
        {({ data }) => {
          if (data.length === 0) return <p>{isOpen ? t.state.loading : t.payment.noEvents}</p>;
          return data.toReversed().map((event: Event) => <EventWithDeliveries key={event.id} event={event} />);
        }}
      </Loaded>
    </Card>
  );
}
