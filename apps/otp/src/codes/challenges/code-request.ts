import type { OtpChannel, Refusal } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { Message } from '../../messages/sending/send-job.js';
import type { ChallengeScope } from './challenge-scope.js';
import type { BoundPayment } from './decisions/decisions.repository.js';

/** A request for a code, with everything that other services know about it. */
export interface CodeRequest {
  readonly scope: ChallengeScope;
  /** For a payment, the challenge that the caller names; for a phone number, the id that the challenge gets. */
  readonly challengeId: string | undefined;
  /** Absent when the code is for any one payment at the merchant, or for none. */
  readonly payment: BoundPayment | null;
  readonly channel: OtpChannel;
  /** The phone number or e-mail address; undefined where nothing is sent, and all that can be seen is the same. */
  readonly to: string | undefined;
  /** False for a message without a code. */
  readonly carriesCode: boolean;
  readonly write: (code: string) => Omit<Message, 'to'>;
  /** The masked destination. */
  readonly destination: string;
  /**
   * Absent where the state of the payment was asked for. Otherwise it is asked for, outside of the transaction, unless this is the
   * first code of the payment; the refusal when it can no longer be charged.
   */
  readonly recheck?: (() => Promise<Refusal | undefined>) | undefined;
  /** Takes a code that is about to be sent from further bounds; the refusal when one is spent. */
  readonly admit?: (tx: Transaction) => Promise<Refusal | undefined>;
  readonly requestId: string;
  readonly causationId: string;
}
