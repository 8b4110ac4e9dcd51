import type { Principal } from '@paygate/contracts';

/** A message as a handler gets it: its signature has been verified and its payload checked against the contract. */
export interface Received<Payload> {
  /** UUIDv7: the key of the inbox. A message that comes again has the same one. */
  readonly id: string;
  readonly type: string;
  readonly payload: Payload;
  /** Kafka key: messages of one key are handled one after the other. */
  readonly key: string;
  /** Who signed it. */
  readonly producer: Principal;
  readonly occurredAt: Date;
  readonly requestId: string;
  /** Id of the message that led to this one. */
  readonly causationId?: string;
  /** Commands only: nobody waits for an answer after this time. Milliseconds since 1970. */
  readonly deadlineAt?: number;
}
