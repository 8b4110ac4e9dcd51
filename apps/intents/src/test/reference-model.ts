import type { IntentStatus } from '@paygate/contracts';

/*
 * The behaviour of intents that a merchant may expect, written down from the contract alone: nothing of the service is used here, so that
 * a fault of the one is no fault of the other.
 */

/** The answer, as far as the contract fixes it. */
export interface Outcome {
  /** `ok`, or the code of the refusal. */
  readonly code: string;
  readonly status?: IntentStatus;
  readonly version?: number;
  readonly replayed?: boolean;
  /** The intent that holds the reference, or the status of this one. */
  readonly because?: string;
}

interface ModelIntent {
  status: IntentStatus;
  version: number;
  readonly reference: string | undefined;
  token: number | undefined;
  /** Types of its events, in order: the place is the sequence. */
  readonly events: string[];
}

interface Creation {
  readonly intentId: string;
  readonly reference: string | undefined;
  readonly key: number | undefined;
}

const open: readonly IntentStatus[] = ['PENDING', 'REQUIRES_ACTION'];
const holding: readonly IntentStatus[] = [...open, 'PROCESSING', 'COMPLETED'];
const placed = { code: 'ok', status: 'PENDING', version: 1 } as const;

/** One merchant's intents. */
export class ReferenceModel {
  readonly intents = new Map<string, ModelIntent>();
  readonly #creations = new Map<number, { readonly body: string; readonly intentId: string }>();

  create({ intentId, reference, key }: Creation): Outcome {
    const body = reference ?? '';
    const holder = key === undefined ? undefined : this.#creations.get(key);
    if (holder !== undefined) {
      if (holder.body !== body && holder.intentId !== intentId) return { code: 'idempotency_key_reused' };
      return { ...placed, replayed: holder.intentId !== intentId };
    }
    if (this.intents.has(intentId)) return { ...placed, replayed: false };
    const inTheWay = [...this.intents].find(
      ([, other]) => reference !== undefined && other.reference === reference && holding.includes(other.status),
    );
    if (inTheWay !== undefined) return { code: 'reference_exists', because: inTheWay[0] };
    if (key !== undefined) this.#creations.set(key, { body, intentId });
    const events = ['intent.created'];
    this.intents.set(intentId, { status: 'PENDING', version: 1, reference, token: undefined, events });
    return { ...placed, replayed: false };
  }

  cancel(intentId: string): Outcome {
    const intent = this.#intent(intentId);
    const isCancelable = open.includes(intent.status);
    if (isCancelable) move(intent, 'CANCELED');
    const { status, version } = intent;
    const code = status === 'CANCELED' ? 'ok' : status === 'EXPIRED' ? 'intent_expired' : 'intent_unexpected_state';
    return code === 'ok' ? { code, status, version, replayed: !isCancelable } : { code, because: status };
  }

  charge(intentId: string, token: number): Outcome {
    const intent = this.#intent(intentId);
    if (intent.token !== undefined) {
      if (intent.token !== token) return { code: 'intent_already_charged' };
      return { code: 'ok', status: intent.status, replayed: true };
    }
    if (intent.status === 'EXPIRED') return { code: 'intent_expired', because: intent.status };
    if (!open.includes(intent.status)) return { code: 'intent_unexpected_state', because: intent.status };
    intent.token = token;
    move(intent, 'PROCESSING');
    return { code: 'ok', status: 'PROCESSING', replayed: false };
  }

  /** Time passes until the intent lapses. */
  expire(intentId: string): void {
    const intent = this.#intent(intentId);
    if (open.includes(intent.status)) move(intent, 'EXPIRED');
  }

  settle(intentId: string, status: 'COMPLETED' | 'FAILED'): void {
    move(this.#intent(intentId), status);
  }

  retrieve(intentId: string): Outcome {
    const { status, version } = this.#intent(intentId);
    return { code: 'ok', status, version, replayed: false };
  }

  #intent(intentId: string): ModelIntent {
    const intent = this.intents.get(intentId);
    if (intent === undefined) throw new Error(`the model knows no ${intentId}`);
    return intent;
  }
}

function move(intent: ModelIntent, status: IntentStatus): void {
  intent.status = status;
  intent.version += 1;
  intent.events.push(`intent.${status.toLowerCase()}`);
}
