import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Charge, PaymentIntent, Reply } from '@paygate/contracts';
import { chargeFailed, chargeSucceeded, createIntent } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import fc from 'fast-check';
import { IntentsUnderTest } from './intents-under-test.js';
import type { Outcome } from './reference-model.js';
import { ReferenceModel } from './reference-model.js';

/*
 * Random sequences of commands on the real service and on a model of the contract: both give the same answers, and the
 * events match. MODEL_SEED repeats a run.
 */

jest.setTimeout(240_000);

const SEQUENCES = 300;
/** That many run side by side, each for a merchant of its own. */
const TOGETHER = 25;
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31);

/** Every answer that the sequences can meet, they did meet. */
const seen = new Set<string>();

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const slot = fc.nat({ max: 7 });
const key = fc.option(fc.nat({ max: 1 }), { nil: undefined });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('create'), reference: fc.constantFrom(undefined, 'a', 'b'), key }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel'), slot }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('charge'), slot, token: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire'), slot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle'), slot, succeeds: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retrieve'), slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('retry'), back: fc.nat({ max: 5 }) }) },
);
type Step =
  | { readonly do: 'create'; readonly reference: string | undefined; readonly key: number | undefined }
  | { readonly do: 'charge'; readonly slot: number; readonly token: number }
  | { readonly do: 'cancel' | 'expire' | 'retrieve'; readonly slot: number }
  | { readonly do: 'settle'; readonly slot: number; readonly succeeds: boolean }
  | { readonly do: 'retry'; readonly back: number };

/** A merchant who does one thing after the other, and compares every answer with the model's. */
class Merchant {
  readonly #id = newId('merchant');
  readonly #owner = { merchantId: this.#id, mode: 'test' as const };
  readonly #model = new ReferenceModel();
  readonly #charges = new Map<string, Charge>();
  readonly #tokens = new Map<string, string>();
  readonly #done: (() => Promise<void>)[] = [];

  async follow(steps: readonly Step[]): Promise<void> {
    for (const next of steps) await this.#take(next);
    for (const [intentId, { events }] of this.#model.intents)
      await eventually(() => {
        const inOrder = intents
          .distinctEventsOf(intentId)
          .map(({ payload }) => `${payload.sequence} intent.${payload.intent.status}`);
        expect(inOrder).toEqual(events.map((type, index) => `${index + 1} ${statusAfter(type)}`));
        return true;
      });
  }

  async #take(next: Step): Promise<void> {
    if (next.do === 'retry') return this.#done.at(-1 - next.back)?.();
    const command = next.do === 'create' ? this.#creation(next) : this.#commandOn(next);
    if (command === undefined) return;
    this.#done.push(command);
    await command();
  }

  #creation({ reference, key: number }: Step & { readonly do: 'create' }): () => Promise<void> {
    const intentId = newId('intent');
    const idempotency = number === undefined ? {} : { idempotency: keyOf(number, reference ?? '') };
    const order = intents.order({
      intentId,
      ...this.#owner,
      ...(reference === undefined ? {} : { reference }),
      ...idempotency,
    });
    return async () => {
      const expected = this.#model.create({ intentId, reference, key: number });
      expect(outcomeOf(await intents.send(createIntent, order))).toEqual(expected);
    };
  }

  /** Undefined when there is no such intent. */
  #commandOn(next: Exclude<Step, { readonly do: 'create' | 'retry' }>): (() => Promise<void>) | undefined {
    const known = [...this.#model.intents.keys()];
    const intentId = known[next.slot % Math.max(1, known.length)];
    if (intentId === undefined) return undefined;
    switch (next.do) {
      case 'cancel':
        return () => this.#cancel(intentId);
      case 'charge':
        return () => this.#charge(intentId, next.token);
      case 'expire':
        return () => this.#expire(intentId);
      case 'settle':
        return () => this.#settle(intentId, next.succeeds);
      case 'retrieve':
        return () => this.#retrieve(intentId);
    }
  }

  async #cancel(intentId: string): Promise<void> {
    const expected = this.#model.cancel(intentId);
    expect(outcomeOf(await intents.cancel(intentId, this.#owner))).toEqual(expected);
  }

  async #charge(intentId: string, number: number): Promise<void> {
    const expected = this.#model.charge(intentId, number);
    const name = `${intentId} ${number}`;
    const bound = { intent: intentId, amount: '5000', currency: 'XAF', azp: this.#id };
    const token = this.#tokens.get(name) ?? intents.unboundToken(bound);
    this.#tokens.set(name, token);
    const reply = await intents.charge(intentId, token, this.#owner);
    if (reply.ok) this.#charges.set(intentId, reply.data);
    expect(outcomeOf(reply)).toEqual(expected);
  }

  async #expire(intentId: string): Promise<void> {
    this.#model.expire(intentId);
    await intents.lapse(intentId);
  }

  /** Only what is PROCESSING has an outcome to come. */
  async #settle(intentId: string, succeeds: boolean): Promise<void> {
    const charge = this.#charges.get(intentId);
    if (charge === undefined || this.#model.retrieve(intentId).status !== 'PROCESSING') return;
    const { id: chargeId, amount, currency, createdAt: occurredAt } = charge;
    const outcome = { chargeId, intentId, ...this.#owner, amount, currency, occurredAt };
    const decline = { code: 'payer_rejected', message: 'No', nextStep: 'new_intent' } as const;
    if (succeeds) await intents.charging.emit(chargeSucceeded, { ...outcome, fee: '75', net: '4925' });
    else await intents.charging.emit(chargeFailed, { ...outcome, ...decline });
    const status = succeeds ? 'COMPLETED' : 'FAILED';
    this.#model.settle(intentId, status);
    await intents.event(intentId, `intent.${status.toLowerCase()}`);
  }

  async #retrieve(intentId: string): Promise<void> {
    const expected = this.#model.retrieve(intentId);
    expect(outcomeOf(await intents.read(intentId, this.#owner))).toEqual(expected);
  }
}

function keyOf(number: number, body: string): { readonly keyHash: string; readonly bodyHash: string } {
  return { keyHash: sha256Base64url(`key ${number}`), bodyHash: sha256Base64url(body) };
}

function statusAfter(type: string): string {
  return type === 'intent.created' ? 'intent.PENDING' : `intent.${type.slice('intent.'.length).toUpperCase()}`;
}

/** The terms of the model. */
function outcomeOf(reply: Reply<PaymentIntent | Charge>): Outcome {
  seen.add(reply.ok ? 'ok' : reply.code);
  if (!reply.ok) {
    const because = reply.fields?.['intentId'] ?? reply.fields?.['currentStatus'];
    return { code: reply.code, ...(because === undefined ? {} : { because: String(because) }) };
  }
  const { status } = reply.data;
  const version = 'version' in reply.data ? { version: reply.data.version } : {};
  return { code: 'ok', status, ...version, replayed: reply.replayed === true };
}

it(`${SEQUENCES} random sequences of commands are answered as the contract says (seed ${seed})`, async () => {
  const sequences = fc.array(fc.array(step as fc.Arbitrary<Step>, { minLength: 4, maxLength: 12 }), {
    ...{ minLength: TOGETHER, maxLength: TOGETHER },
  });
  const allFollowed = fc.asyncProperty(sequences, async (together) => {
    await Promise.all(together.map((steps) => new Merchant().follow(steps)));
  });
  await fc.assert(allFollowed, { seed, numRuns: SEQUENCES / TOGETHER, endOnFailure: true });
  expect([...seen].sort()).toEqual([
    'idempotency_key_reused',
    'intent_already_charged',
    'intent_expired',
    'intent_unexpected_state',
    'ok',
    'reference_exists',
  ]);
});
