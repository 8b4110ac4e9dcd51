import { amountText, dateText } from '../language/formats.js';
import type { SentReceipt } from '../session/sessions.js';
import type { FormFault, PageContext } from './layout.js';
import { FaultBox, pathOf, StepForm } from './layout.js';
import { RefundedLine } from './refunded.js';

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
      <h1>{texts.receipt}</h1>
      <ReceiptLines context={context} />
      <div class="screen">
        <FaultBox texts={texts} fault={fault} />
        {sent !== undefined && fault === undefined && (
          <p role="status">{sent.channel === 'sms' ? texts.receiptSentBySms : texts.receiptSentByEmail}</p>
        )}
        <button type="button" hidden data-print>
          {texts.print}
        </button>
        {(sent === undefined || sent.sendsRemaining > 0) && <SendForms context={context} />}
        <ul class="links">
          <li>
            <a href={pathOf(payment)}>{texts.backToPayment}</a>
          </li>
        </ul>
      </div>
    </>
  );
}

function ReceiptLines({ context }: Pick<Props, 'context'>) {
  const { payment, texts, language } = context;
  const { merchant, completedAt, description, paymentMethod } = payment;
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
          <dd>{paymentMethod.type === 'wallet' ? texts.wallet : texts.mobileMoney}</dd>
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

function SendForms({ context }: Pick<Props, 'context'>) {
  const { payment, texts } = context;
  return (
    <StepForm context={context} step="receipt">
      <p class="hint" id="receipt-hint">
        {texts.receiptHint}
      </p>
      <button class="second" name="channel" value="email" aria-describedby="receipt-hint">
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
