import type { PaygateError, PublicPaymentIntent, SentOtp } from '@paygate/browser';

/**
 * `ready`: a code can be sent. `awaiting_otp`: the customer types it. `processing`: the charge has begun and its outcome is
 * awaited; `delayed`: for longer than usual, and the customer need not wait. `requires_sign_in`: `signIn` goes on with the refused step. `error`: `retry` may help. `completed`, `failed`, `expired` and `canceled` are the ends of an intent.
 */
export type PaymentStatus =
  | 'loading'
  | 'ready'
  | 'signing_in'
  | 'requires_sign_in'
  | 'sending_otp'
  | 'awaiting_otp'
  | 'verifying'
  | 'charging'
  | 'processing'
  | 'delayed'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'error';

export interface PaymentState {
  readonly status: PaymentStatus;
  /** The intent as it was read last. */
  readonly intent: PublicPaymentIntent | null;
  /** The code that was sent last. */
  readonly sent: SentOtp | null;
  /** The reason for which the last step failed. In `ready` and `awaiting_otp` the customer can go on. */
  readonly error: PaygateError | null;
}

export const LOADING: PaymentState = { status: 'loading', intent: null, sent: null, error: null };

/** Statuses of an intent that the page shows as they are. */
const SHOWN = /^(PROCESSING|COMPLETED|FAILED|EXPIRED|CANCELED)$/;

/** The status after the intent was read. An intent that awaits the customer does not interrupt a step. */
export function statusAfter(intent: PublicPaymentIntent | null, status: PaymentStatus): PaymentStatus {
  if (intent && SHOWN.test(intent.status))
    return intent.nextAction?.type === 'await_outcome' ? 'delayed' : (intent.status.toLowerCase() as PaymentStatus);
  return status === 'loading' ? 'ready' : status;
}

/** Seconds that a read waits for the outcome. A customer who has to approve on the phone must learn so first. */
export function waitSecondsOf({ intent, status }: PaymentState): number {
  if (intent?.status !== 'PROCESSING' || status === 'delayed') return 0;
  return intent.nextAction || intent.paymentMethod?.type === 'wallet' ? 5 : 0;
}

/** Milliseconds until the intent is read again; 0 when it does not change any more. */
export function nextReadMs(state: PaymentState, reads: number): number {
  const { intent, status } = state;
  if (status === 'delayed') return 15_000;
  if (status === 'processing') return waitSecondsOf(state) ? 1_000 : Math.min(1_000 + 500 * reads, 5_000);
  if (!intent || SHOWN.test(intent.status)) return 0;
  // when it lapses; the clock of the customer may be wrong
  return Math.min(Math.max(Date.parse(intent.expiresAt) - Date.now(), 5_000), 2e9);
}
