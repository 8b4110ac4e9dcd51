import { AMOUNT_PATTERN, createRefund, getIntent, isRefusal, listRefunds, modes } from '@paygate/contracts';
import type { Mode, PaymentIntent, Refund } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';

/** Refunds of a payment that the preview shows. */
const SHOWN_MAX = 100;
const ALL = 'all';

/** A refund by the operator, for a merchant who cannot make it. Amount in minor units; all that is left when absent. */
export interface OperatorRefund {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly intentId: string;
  readonly amount?: string;
}

/** Reads mode and amount from the words of a command line. */
export function refundWords(mode: string, amount: string): Pick<OperatorRefund, 'mode' | 'amount'> {
  const known = modes.find((word) => word === mode);
  if (known === undefined) throw new BadUsage(`"${mode}" is not a mode: ${modes.join(', ')}`);
  if (amount === ALL) return { mode: known };
  if (!AMOUNT_PATTERN.test(amount)) throw new BadUsage(`"${amount}" is neither an amount in minor units nor "${ALL}"`);
  return { mode: known, amount };
}

/** Previews a refund: the payment, the refunds that it has, and what would be given back. */
export async function previewRefund({ send }: Pick<Operator, 'send'>, wanted: OperatorRefund): Promise<object> {
  const { merchantId, mode, intentId } = wanted;
  const intent = accepted(await send(getIntent, { merchantId, mode, intentId }));
  const { refunds } = accepted(await send(listRefunds, { merchantId, mode, intentId, limit: SHOWN_MAX }));
  return {
    payment: shownOf(intent),
    refunds: refunds.map(refundShown),
    wouldRefund: wanted.amount ?? leftOf(intent, refunds),
  };
}

/** Makes the refund, once: a lost answer is asked for again under the same key. */
export async function makeRefund({ send }: Pick<Operator, 'send'>, wanted: OperatorRefund): Promise<object> {
  const refundId = newId('refund');
  const digest = sha256Base64url(refundId);
  const idempotency = { keyHash: digest, bodyHash: digest };
  const reason = 'Refunded by the operator';
  const reply = await send(createRefund, { ...wanted, refundId, reason, metadata: '{}', idempotency });
  // what is missing of a balance is in the fields
  if (isRefusal(reply)) throw new Error(`refused: ${reply.code} ${JSON.stringify(reply.fields ?? {})}`);
  return refundShown(reply.data);
}

function shownOf({ id, status, amount, amountRefunded, currency }: PaymentIntent): object {
  return { id, status, amount, amountRefunded, currency };
}

function refundShown({ id, status, amount, currency, transmission, failure, createdAt }: Refund): object {
  return { id, status, amount, currency, transmission, failure, createdAt };
}

function leftOf({ amount }: PaymentIntent, refunds: readonly Refund[]): string {
  const taken = refunds.filter(({ status }) => status !== 'FAILED').map((refund) => BigInt(refund.amount));
  return taken.reduce((left, part) => left - part, BigInt(amount)).toString();
}
