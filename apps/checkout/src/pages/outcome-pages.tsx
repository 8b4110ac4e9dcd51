import { maskedText } from '@paygate/typed-input';
import { amountText, dateText, timeText } from '../language/formats.js';
import type { Payment } from '../gateway/payment-api.js';
import { operatorNames } from './fields.js';
import type { FormFault, PageContext } from './layout.js';
import { FaultBox, Head, pathOf, StepForm, webAddress } from './layout.js';
import { amountBack, RefundedLine } from './refunded.js';
import { SlowOperators } from './slow-operators.js';
import { stateOf } from './state.js';

interface Props {
  readonly context: PageContext;
}

/** The amount and the merchant, above the outcome. */
function Sum({ context: { payment, language } }: Props) {
  return (
    <Head payment={payment}>
      <p class="sum">{amountText(payment, language)}</p>
    </Head>
  );
}

/** The script moves the focus to it, so that it is read out when the page was loaded by itself. */
function OutcomeTitle({ children }: { readonly children: string }) {
  return (
    <h1 tabIndex={-1} data-outcome>
      {children}
    </h1>
  );
}

/** The payment was accepted and has no outcome yet. */
export function WaitingPage({ context }: Props) {
  const { payment, texts, language, dialCodes } = context;
  const { nextAction } = payment;
  const operator = payment.merchant?.operators?.find((each) => each.operator === nextAction?.operator);
  const dialCode = operator?.dial ?? dialCodes.get(nextAction?.operator ?? '');
  const isPrompted = nextAction?.type === 'approve_on_phone';
  return (
    <div data-follow={pathOf(payment, 'state')} data-state={stateOf(payment)}>
      <Sum context={context} />
      <OutcomeTitle>{isPrompted ? texts.waiting : texts.processing}</OutcomeTitle>
      {isPrompted && (
        <p role="status">
          {texts.approve(maskedText(nextAction.phoneMasked ?? ''), operatorNames[nextAction.operator ?? ''] ?? '')}{' '}
          {nextAction.expiresAt !== null && texts.approveUntil(timeText(nextAction.expiresAt, language))}
        </p>
      )}
      {isPrompted && (
        <SlowOperators context={context} operator={nextAction.operator} saysDial={dialCode !== undefined} />
      )}
      {isPrompted && dialCode !== undefined && <p>{texts.dial(dialCode)}</p>}
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
      <Sum context={context} />
      <div class="done">
        <svg viewBox="0 0 24 24" width="56" height="56" aria-hidden="true">
          <circle cx="12" cy="12" r="12" />
          <path d="M6.5 12.5l3.5 3.5 7.5-8" />
        </svg>
        <OutcomeTitle>{texts.paid}</OutcomeTitle>
      </div>
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
      {amountBack(payment) === payment.amount && <p>{texts.refundedInFull}</p>}
      <ShopLink context={context} address={shopOf(payment)} />
      <ul class="links">
        <li>
          <a href={pathOf(payment, 'receipt')}>{texts.receipt}</a>
        </li>
      </ul>
    </>
  );
}

/** The payment has ended without money: declined, expired or cancelled. */
export function EndedPage({ context, fault }: Props & { readonly fault?: FormFault | undefined }) {
  const { payment, texts } = context;
  const { status } = payment;
  if (status === 'FAILED') return <DeclinedPage context={context} fault={fault} />;
  return (
    <>
      <Sum context={context} />
      <OutcomeTitle>{status === 'EXPIRED' ? texts.expired : texts.canceled}</OutcomeTitle>
      <p>{status === 'EXPIRED' ? texts.expiredText : texts.canceledText}</p>
      <p>{texts.newPayment}</p>
      <ShopLink context={context} address={payment.cancelUrl ?? shopOf(payment)} />
    </>
  );
}

/** Declines after which the same phone or wallet is declined again. */
const NEEDS_ANOTHER_WAY = [
  'insufficient_funds',
  'payer_limit_reached',
  'payer_not_found',
  'payer_blocked',
  'wallet_closed',
];

/** A decline: what has happened, and what helps. */
function DeclinedPage({ context, fault }: Props & { readonly fault: FormFault | undefined }) {
  const { payment, texts } = context;
  const reason = texts.reasons[payment.failure?.code ?? ''] ?? texts.reasonUnknown;
  const mayRetry = payment.checkout?.mayRetry === true;
  return (
    <>
      <Sum context={context} />
      <OutcomeTitle>{texts.declined}</OutcomeTitle>
      <FaultBox texts={texts} fault={fault} />
      <p>
        {reason} {texts.notCharged}
      </p>
      {mayRetry ? <RetryForm context={context} /> : <p>{texts.newPayment}</p>}
      <ShopLink context={context} address={payment.cancelUrl ?? shopOf(payment)} isSecond={mayRetry} />
    </>
  );
}

function RetryForm({ context }: Props) {
  const { payment, texts } = context;
  const needsAnotherWay = NEEDS_ANOTHER_WAY.includes(payment.failure?.code ?? '');
  return (
    <StepForm context={context} step="retry">
      <p>{needsAnotherWay ? texts.helpsAnother : texts.helpsAgain}</p>
      {!needsAnotherWay && (
        <button name="way" value="same">
          {texts.retrySame}
        </button>
      )}
      <button name="way" value="other" class={needsAnotherWay ? '' : 'second'}>
        {texts.otherWay}
      </button>
    </StepForm>
  );
}

/** The shop's own address, with the names of payment and order where the API gives them. */
function shopOf({ checkout, returnUrl }: Payment): string | null {
  return checkout?.returnUrl ?? returnUrl;
}

interface ShopLinkProps extends Props {
  readonly address: string | null;
  /** True beside what helps more. */
  readonly isSecond?: boolean;
}

/** The way back to the shop: the address of the payment, else the shop's own page or mail; without any, the page may be closed. */
function ShopLink({ context: { payment, texts }, address, isSecond = false }: ShopLinkProps) {
  const { url, email } = payment.merchant?.supportContact ?? {};
  const shop = webAddress(address) ?? webAddress(url);
  const mail = typeof email === 'string' ? `mailto:${email}` : undefined;
  const href = shop ?? mail;
  if (href === undefined) return <p>{texts.mayClose}</p>;
  return (
    <a class={isSecond ? 'button second' : 'button'} href={href}>
      {shop === undefined ? texts.askShop : texts.toShop}
    </a>
  );
}
