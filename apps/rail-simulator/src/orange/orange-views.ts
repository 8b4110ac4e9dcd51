import type { Payment, Reason } from '../payments/payment.js';
import { hasUnknownStatus, reported } from '../payments/reported.js';
import { transactionNumber } from '../payments/transaction-number.js';

interface Failure {
  readonly status: 'FAILED' | 'CANCELLED' | 'EXPIRED';
  readonly code: string;
  readonly message: string;
  /** True when the payment fails before the payer is asked, so that the submission itself is refused. */
  readonly refused: boolean;
}

/** The codes of failures. Only 60019 is published; the others stand for those that the operator lists in its contract. */
export const ORANGE_FAILURES: Readonly<Record<Reason, Failure>> = {
  insufficient_funds: refused('60019', 'Le solde du compte du payeur est insuffisant'),
  payee_not_found: refused('60012', 'Le bénéficiaire n’existe pas'),
  payer_not_found: refused('60011', 'Le payeur n’existe pas'),
  limit_reached: refused('60014', 'Le plafond du payeur est atteint'),
  payer_inactive: refused('60017', 'Le compte du payeur est inactif'),
  rejected: { status: 'CANCELLED', code: '60021', message: 'Transaction annulée par le client', refused: false },
  expired: { status: 'EXPIRED', code: '60022', message: 'Le délai de confirmation est dépassé', refused: false },
  not_performed: { status: 'FAILED', code: '60030', message: 'La transaction a échoué', refused: false },
  internal_error: { status: 'FAILED', code: '50000', message: 'Erreur interne', refused: false },
};

function refused(code: string, message: string): Failure {
  return { status: 'FAILED', code, message, refused: true };
}

const PROMPTED =
  'Paiement e la clientele done.The devrez confirmer le paiement en saisissant son code PIN et vous recevrez alors un SMS. Merci dutiliser des services Orange Money.';

/** The data of a payment, in the answers of pay and paymentstatus. The amount is a number, other numbers are strings. */
export function orangePayment(given: Payment): Readonly<Record<string, unknown>> {
  const payment = reported(given);
  const { number, reference, created_at, msisdn, amount, state, request } = payment;
  const failure = payment.reason === null ? undefined : ORANGE_FAILURES[payment.reason];
  const isPaid = state !== 'initiated';
  const [init, confirm] = [initOf(isPaid, failure), confirmOf(payment, failure)];
  return {
    id: Number(48_000_000n + number),
    createtime: String(Math.floor(created_at.getTime() / 1_000)),
    subscriberMsisdn: msisdn,
    amount: amount === null ? null : Number(amount),
    payToken: reference,
    txnid: isPaid && failure?.refused !== true ? transactionNumber(payment) : null,
    txnmode: isPaid ? (request['orderId'] ?? null) : null,
    inittxnmessage: init?.message ?? null,
    inittxnstatus: init?.code ?? null,
    confirmtxnstatus: confirm?.code ?? null,
    confirmtxnmessage: confirm?.message ?? null,
    status: orangeStatus(payment),
    notifUrl: payment.callback_url,
    description: request['description'] ?? null,
    channelUserMsisdn: request['channelUserMsisdn'] ?? null,
  };
}

/** The operator spells success with two L. */
export function orangeStatus(payment: Payment): string {
  const { state, reason } = payment;
  if (hasUnknownStatus(payment)) return 'IN_PROGRESS';
  if (reason !== null) return ORANGE_FAILURES[reason].status;
  if (state === 'initiated') return 'INITIATED';
  return state === 'succeeded' ? 'SUCCESSFULL' : 'PENDING';
}

type Outcome = Pick<Failure, 'code' | 'message'>;

function initOf(isPaid: boolean, failure: Failure | undefined): Outcome | undefined {
  if (failure?.refused === true) return failure;
  return isPaid ? { code: '200', message: PROMPTED } : undefined;
}

function confirmOf({ state, amount }: Payment, failure: Failure | undefined): Outcome | undefined {
  if (failure !== undefined) return failure.refused ? undefined : failure;
  return state === 'succeeded' ? { code: '200', message: `Successful Payment, Amount:${String(amount)}.` } : undefined;
}
