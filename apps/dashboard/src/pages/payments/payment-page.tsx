import type { Event, PaymentIntent } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { memberTextOf } from '../../api/json-text.js';
import { useApi, useApiWithText, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { useTillNames } from '../../ui/data/till-names.js';
import { Confirm } from '../../ui/confirm.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import css from '../../ui/data.module.css';
import { Code, Copyable, CopyButton, CopyId, Money, ShortId, Time } from '../../ui/values.js';
import { EventWithDeliveries } from '../events/event-deliveries.js';
import { PayerNumber } from './customers/payer-number.js';
import { SendLink } from '../links/send-link.js';
import { linkOf } from './export/payment-rows.js';
import { IntentStatus, Method, Payer } from './intent-status.js';
import { PaymentTimeline } from './payment-timeline.js';
import { ReceiptButton } from './receipt-button.js';
import { useRefundable } from './refunds/refundable.js';
import { RefundButton } from './refunds/refund-button.js';
import { RefundsCard } from './refunds/refunds-card.js';
import { ReversalsCard } from './refunds/reversals-card.js';

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
      title={t.payment.title}
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
            <Lead payment={found} />
            {OPEN.includes(found.status) && <PageAddress payment={found} />}
            <RefundsCard payment={found} every={OPEN_EVERY_MS} />
            <ReversalsCard payment={found} />
            <Metadata text={memberTextOf(text, 'metadata') ?? '{}'} />
            <PaymentTimeline id={id} every={OPEN_EVERY_MS} />
            {mayReadEvents && <Events id={id} isOpen={OPEN.includes(found.status)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The address at which the customer goes on with an open payment, to be sent again. */
function PageAddress({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t } = useLanguage();
  const { checkoutUrl } = payment;
  if (checkoutUrl === null) return null;
  return (
    <Card title={t.orders.page}>
      <p>{t.orders.pageHint}</p>
      <Copyable text={checkoutUrl} label={t.orders.address} />
      <SendLink link={payment} url={checkoutUrl} />
    </Card>
  );
}

/** Metadata as it was stored, byte for byte. */
function Metadata({ text }: { readonly text: string }): ReactNode {
  const { t } = useLanguage();
  return (
    <details className={css['details']}>
      <summary>{t.payment.metadata}</summary>
      <Code label={t.payment.metadata} text={text} />
      <div>
        <CopyButton label={t.payment.metadata} text={text} />
      </div>
    </details>
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
      change={cancel}
      onConfirm={(close) => {
        cancel.mutate({ path: { id } }, { onSuccess: close });
      }}
    />
  );
}

/** The head of a payment: its amount, how it stands, and who pays it. Ids and times are folded. */
function Lead({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t } = useLanguage();
  const { failure } = payment;
  const mayReadNumber = useMay('payers:read');
  const isAsked = payment.payer !== null && payment.payer.operator !== null;
  const isKnown = payment.payer !== null || payment.userId !== null;
  return (
    <section className={css['card']} aria-label={t.payment.facts}>
      <div className={css['leadLine']}>
        <p className={css['sum']}>
          <Money of={payment} />
        </p>
        <IntentStatus of={payment} />
      </div>
      {isKnown ? <Payer of={payment} /> : null}
      {mayReadNumber && isAsked && <PayerNumber id={payment.id} />}
      {failure !== null && (
        <p>
          {wordFor(t.failure, failure.code)} · {wordFor(t.nextStep, failure.nextStep)}
        </p>
      )}
      <LeadFacts payment={payment} />
      <Details payment={payment} />
    </section>
  );
}

/** The outcome of a payment and its purpose. */
function LeadFacts({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t, money } = useLanguage();
  const { amountRefunded, amountReversed, currency, currencyExponent, fee, net, description, reference } = payment;
  const priced = (amount: string): string => money(amount, currency, currencyExponent);
  const link = linkOf(payment);
  const { tillId } = payment;
  const tillName = useTillNames(tillId !== null);
  return (
    <Facts
      rows={[
        ...rowIf(t.payment.refunded, amountRefunded === '0' ? null : priced(amountRefunded)),
        ...rowIf(t.refunds.reversed, Number(amountReversed) > 0 ? priced(amountReversed) : null),
        ...rowIf(
          t.operatorNumber.title,
          payment.providerReference && <Id key="operatorNumber" id={payment.providerReference} />,
        ),
        ...rowIf(t.balance.fee, fee === null ? null : priced(fee)),
        ...rowIf(t.balance.net, net === null ? null : priced(net)),
        ...rowIf(t.payments.description, description),
        ...rowIf(t.payments.reference, reference),
        ...rowIf(t.till.menu, tillName(tillId)),
        ...rowIf(
          t.links.one,
          link && (
            <Link to="/payment-links/$id" params={{ id: link }}>
              <ShortId id={link} />
            </Link>
          ),
        ),
        ...rowIf(
          t.payment.tryBefore,
          payment.retryOf && (
            <Link to="/payments/$id" params={{ id: payment.retryOf }}>
              <ShortId id={payment.retryOf} />
            </Link>
          ),
        ),
        [t.payments.created, <Time key="created" at={payment.createdAt} />],
      ]}
    />
  );
}

function rowIf(name: string, value: ReactNode): readonly (readonly [string, ReactNode])[] {
  return value === null ? [] : [[name, value]];
}

/** Details that few people look for. */
function Details({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t } = useLanguage();
  return (
    <details className={css['details']}>
      <summary>{t.payment.facts}</summary>
      <Facts
        rows={[
          [t.payments.method, <Method key="method" of={payment.paymentMethod} />],
          [t.payments.id, <Id key="id" id={payment.id} />],
          [t.payment.user, <Id key="user" id={payment.userId} />],
          [t.payment.charge, <Id key="charge" id={payment.chargeId} />],
          [t.payment.updated, <Time key="updated" at={payment.updatedAt} />],
          [t.payment.expires, <Time key="expires" at={payment.expiresAt} />],
          [t.payment.completed, <Time key="completed" at={payment.completedAt} />],
        ]}
      />
    </details>
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
