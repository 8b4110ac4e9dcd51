/** The header that makes a message a dead letter, in JSON. */
export const DEAD_LETTER_HEADER = 'dead-letter';

/** The header of a record that marks dead letters as replayed: their offsets, a JSON array. */
export const REPLAYED_HEADER = 'dead-letters-replayed';

/** The place of a message and the reason why it could not be handled. */
export interface DeadLetterCause {
  readonly consumer: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly reason: string;
  readonly attempts: number;
  readonly at: string;
  /** Name and code of the error. */
  readonly error?: string;
  /** Fields of the payload that were not as the contract says. */
  readonly faults?: readonly string[];
}
