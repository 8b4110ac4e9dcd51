import type { Principal } from '@paygate/contracts';

/** A message as a handler gets it: its signature is verified and its payload checked against the contract. */
export interface Received<Payload> {
  /** UUIDv7: the key of the inbox. A message that is delivered again has the same one. */
  readonly id: string;
  readonly type: string;
  readonly payload: Payload;
  /** Kafka key: messages of one key are handled one after the other. */
  readonly key: string;
  /** The signer. */
  readonly producer: Principal;
  readonly occurredAt: Date;
  readonly requestId: string;
  /** Id of the message that led to this one. */
  readonly causationId?: string;
  /** The span that led to it. */
  readonly traceparent?: string;
  /** Commands only: the caller waits no longer than this. Milliseconds since 1970. */
  readonly deadlineAt?: number;
  /** Commands of the installation's team only: the proofs of the persons who stand behind it. */
  readonly proofs?: readonly string[];
  /** Set by a guard of the service, never by the sender: the different persons whose proofs auth has used up for this command. */
  readonly persons?: readonly string[];
}
