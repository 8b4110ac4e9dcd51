import { amountText, dateText, timeText } from '../language/formats.js';
import { operatorNames } from './fields.js';
import type { PageContext } from './layout.js';
import { pathOf, webAddress } from './layout.js';
import { RefundedLine } from './refunded.js';
import { stateOf } from './state.js';

interface Props {
  readonly context: PageContext;
}

/** The payment was accepted and has no outcome yet. */
export function WaitingPage({ context: { payment, texts, language } }: Props) {
  const { nextAction } = payment;
  const isPrompted = nextAction?.type === 'approve_on_phone';
  return (
    <div data-follow={pathOf(payment, 'state')} data-state={stateOf(payment)}>
      <h1>{isPrompted ? texts.waiting : texts.processing}</h1>
      <p class="about">{amountText(payment, language)}</p>
      {isPrompted && (
        <p role="status">
          {texts.approve(nextAction.phoneMasked ?? '', operatorNames[nextAction.operator ?? ''] ?? '')}{' '}
          {nextAction.expiresAt !== null && texts.approveUntil(timeText(nextAction.expiresAt, language))}
        </p>
      )}
      {nextAction !== null && !isPrompted && nextAction.type !== 'charge' && nextAction.type !== 'verify_otp' && (
        <p role="status">{texts.awaitOutcome}</p>
      )}
      <p>{texts.doNotPayAgain}</p>
      <a class="button" href={pathOf(payment)}>
        {texts.checkAgain}
      </a>
    </div>
  );
}

export function PaidPage({ context }: Props) {
  const { payment, texts, language } = context;
  const amount = amountText(payment, language);
  return (
    <>
      <h1>{texts.paid}</h1>
      <p>{texts.paidText(amount, payment.merchant?.name ?? 'Paygate')}</p>
      <dl>
        {payment.completedAt !== null && (
          <>
            <dt>{texts.paidAt}</dt>
            <dd>{dateText(payment.completedAt, language)}</dd>
          </>
        )}
        <RefundedLine context={context} />
        <dt>{texts.reference}</dt>
        <dd>{payment.id}</dd>
      </dl>
      {payment.amountRefunded === payment.amount && <p>{texts.refundedInFull}</p>}
      <ShopLink context={context} address={payment.returnUrl} />
      <ul class="links">
        <li>
          <a href={pathOf(payment, 'receipt')}>{texts.receipt}</a>
        </li>
      </ul>
    </>
  );
}

/** The payment has ended without money: declined, expired or cancelled. */
export function EndedPage({ context }: Props) {
  const { payment, texts } = context;
  const { status, failure } = payment;
  const [title, text] =
    status === 'EXPIRED'
      ? [texts.expired, texts.expiredText]
      : status === 'CANCELED'
        ? [texts.canceled, texts.canceledText]
        : [texts.declined, `${texts.reasons[failure?.code ?? ''] ?? texts.reasonUnknown} ${texts.notCharged}`];
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>{texts.newPayment}</p>
      <ShopLink context={context} address={payment.cancelUrl ?? payment.returnUrl} />
    </>
  );
}

function ShopLink({ context: { texts }, address }: Props & { readonly address: string | null }) {
  const shop = webAddress(address);
  if (shop === undefined) return null;
  return (
    <a class="button" href={shop}>
      {texts.toShop}
    </a>
  );
}
