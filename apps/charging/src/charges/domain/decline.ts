import type { ChargeFailed, DeclineCode } from '@paygate/contracts';

/** The message that the payer reads, and the step that a checkout may offer next. */
export type DeclineNotice = Pick<ChargeFailed, 'message' | 'nextStep'>;

/** Total over the vocabulary: a decline without words cannot be made. */
export const declineNotices: Readonly<Record<DeclineCode, DeclineNotice>> = {
  insufficient_funds: { message: 'The balance is too low for this payment.', nextStep: 'other_method' },
  payer_rejected: { message: 'The payer rejected the payment.', nextStep: 'new_intent' },
  payer_timeout: { message: 'The payer did not approve the payment in time.', nextStep: 'new_intent' },
  payer_not_found: { message: 'The payer is not known to the operator.', nextStep: 'other_method' },
  payer_limit_reached: { message: 'The payment exceeds a limit of the payer.', nextStep: 'other_method' },
  payer_blocked: { message: 'The payer’s account is blocked.', nextStep: 'other_method' },
  rail_unavailable: { message: 'The payment could not be started in time.', nextStep: 'new_intent' },
  rail_error: { message: 'The operator could not process the payment.', nextStep: 'new_intent' },
  wallet_closed: { message: 'The payer has no open wallet.', nextStep: 'other_method' },
};
