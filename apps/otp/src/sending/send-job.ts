import type { Mode, OtpChannel } from '@paygate/contracts';

/** A message as its provider takes it. */
export interface Message {
  readonly to: string;
  readonly text: string;
  /** Of an e-mail. */
  readonly subject?: string;
}

/**
 * Where a message goes that nobody gets: of a user who does not exist one is recorded and removed like any other, so that
 * the time of an answer does not reveal it.
 */
export const NOBODY = '';

/** A message that waits to be handed over. Its content is sealed for this service alone. */
export interface SendJob {
  /** The provider's idempotency key: a message that is handed over twice arrives once. */
  readonly id: string;
  readonly challengeId: string;
  readonly mode: Mode;
  readonly channel: OtpChannel;
  readonly sealedMessage: string;
  /** How often it has been tried, the try under way included. */
  readonly attempt: number;
}
