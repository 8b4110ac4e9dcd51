import type { Mode, OtpChannel } from '@paygate/contracts';

/** A message as its provider takes it. */
export interface Message {
  readonly to: string;
  readonly text: string;
  /** The subject of an e-mail. */
  readonly subject?: string;
  /** The address to which a mail provider posts to stop such e-mails (RFC 8058). */
  readonly stopUrl?: string;
  /** The code that the text holds. */
  readonly code?: string;
}

/**
 * The address of a message without a recipient. For a user who does not exist such a message is recorded and removed like any
 * other, so that the time of an answer reveals nothing.
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
  /** Number of tries, the current one included. */
  readonly attempt: number;
}
