import type { Payment } from '../gateway/payment-api.js';
import { amountText, dateText } from '../language/formats.js';
import type { Texts } from '../language/texts.js';
import type { SentReceipt } from '../session/sessions.js';
import { operatorNames } from './fields.js';
import type { FormFault, PageContext } from './layout.js';
import { FaultBox, Head, pathOf, StepForm, webAddress } from './layout.js';
import { QrCode } from './qr-code.js';
import { RefundedLine } from './refunded.js';

/** No address is longer (RFC 5321). */
const EMAIL_LENGTH = 254;

interface Props {
  readonly context: PageContext;
  readonly fault: FormFault | undefined;
  /** The last receipt that this browser had sent. */
  readonly sent: SentReceipt | undefined;
}

/** The receipt of a completed payment, to be printed or sent. */
export function ReceiptPage({ context, fault, sent }: Props) {
  const { payment, texts } = context;
  return (
    <>
      <Head payment={payment}>
        <h1>{texts.receipt}</h1>
      </Head>
      <ReceiptLines context={context} />
      <Proof context={context} />
      <div class="screen">
        <FaultBox texts={texts} fault={fault} />
        {sent !== undefined && fault === undefined && <p role="status">{sentText(sent, texts)}</p>}
        <button type="button" hidden data-print>
          {texts.print}
        </button>
        {(sent === undefined || sent.sendsRemaining > 0) && <SendForms context={context} fault={fault} />}
        <ul class="links">
          <li>
            <a href={pathOf(payment)}>{texts.backToPayment}</a>
          </li>
        </ul>
      </div>
    </>
  );
}

function sentText({ channel, isTyped }: SentReceipt, texts: Texts): string {
  if (channel === 'sms') return texts.receiptSentBySms;
  return isTyped === true ? texts.receiptSentToAddress : texts.receiptSentByEmail;
}

function ReceiptLines({ context }: Pick<Props, 'context'>) {
  const { payment, texts, language } = context;
  const { merchant, completedAt, description, paymentMethod, providerReference = null } = payment;
  return (
    <dl>
      <dt>{texts.receiptMerchant}</dt>
      <dd>
        <bdi>{merchant?.name ?? 'Paygate'}</bdi>
      </dd>
      <dt>{texts.receiptAmount}</dt>
      <dd>{amountText(payment, language)}</dd>
      <RefundedLine context={context} />
      {completedAt !== null && (
        <>
          <dt>{texts.paidAt}</dt>
          <dd>{dateText(completedAt, language)}</dd>
        </>
      )}
      {paymentMethod !== null && (
        <>
          <dt>{texts.receiptMethod}</dt>
          <dd>{methodText(paymentMethod, texts)}</dd>
        </>
      )}
      {providerReference !== null && (
        <>
          <dt>{texts.receiptOperatorNumber}</dt>
          <dd>{providerReference}</dd>
        </>
      )}
      {typeof description === 'string' && description !== '' && (
        <>
          <dt>{texts.receiptDescription}</dt>
          <dd>
            <bdi>{description}</bdi>
          </dd>
        </>
      )}
      <dt>{texts.reference}</dt>
      <dd>{payment.id}</dd>
    </dl>
  );
}

/** The address by which whoever holds the receipt checks it, and its QR code. A gateway of the version before names none. */
function Proof({ context: { payment, texts } }: Pick<Props, 'context'>) {
  const address = webAddress(payment.checkout?.receiptUrl);
  if (address === undefined) return null;
  return (
    <div class="proof">
      <QrCode text={address} label={texts.receiptCode} />
      <p>
        {texts.receiptProof} <a href={address}>{address}</a>
      </p>
    </div>
  );
}

function methodText({ type, operator }: NonNullable<Payment['paymentMethod']>, texts: Texts): string {
  return type === 'wallet' ? texts.wallet : (operatorNames[operator ?? ''] ?? texts.mobileMoney);
}

function SendForms({ context, fault }: Omit<Props, 'sent'>) {
  const { payment, texts } = context;
  const isWrong = fault?.fault === 'email_invalid';
  return (
    <StepForm context={context} step="receipt">
      <label for="email">{texts.receiptEmail}</label>
      <p class="hint" id="receipt-hint">
        {texts.receiptHint}
      </p>
      <input
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_LENGTH}
        value={fault?.typed?.['email']?.slice(0, EMAIL_LENGTH) ?? ''}
        aria-describedby={isWrong ? 'fault receipt-hint' : 'receipt-hint'}
        {...(isWrong ? { 'aria-invalid': 'true' } : {})}
      />
      <button class="second" name="channel" value="email">
        {texts.receiptByEmail}
      </button>
      {payment.merchant?.smsReceipts === true && (
        <button class="second" name="channel" value="sms">
          {texts.receiptBySms}
        </button>
      )}
    </StepForm>
  );
}
