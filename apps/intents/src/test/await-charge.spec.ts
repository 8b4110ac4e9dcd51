import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Charge, PaymentIntent, Reply } from '@paygate/contracts';
import { awaitCharge, chargeFailed, chargeSucceeded, OUTCOME_WAIT_MAX_MS } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const wait = (intentId: string, waitMs: number): Promise<Reply<Charge>> =>
  intents.send(awaitCharge, {
    ...{ intentId, merchantId: intents.merchantId, mode: 'test', waitMs },
    waitId: newId('request'),
  });
const charged = async (): Promise<{ readonly intent: PaymentIntent; readonly charge: Charge }> => {
  const intent = await intents.created();
  return { intent, charge: accepted(await intents.charge(intent.id, intents.token(intent))) };
};
const outcomeOf = ({ id, intentId, amount, currency, createdAt }: Charge) => ({
  ...{ chargeId: id, intentId, merchantId: intents.merchantId, mode: 'test' as const },
  ...{ amount, currency, occurredAt: createdAt },
});
const succeed = (charge: Charge) =>
  intents.charging.emit(chargeSucceeded, { ...outcomeOf(charge), fee: '75', net: '4925' });
const failure = {
  code: 'insufficient_funds',
  message: 'The wallet holds too little',
  nextStep: 'other_method',
} as const;

describe('a caller that waits for the outcome of a charge is answered when it comes', () => {
  it('a success, to each of three callers that wait', async () => {
    const { intent, charge } = await charged();
    const waiting = Promise.all(Array.from({ length: 3 }, () => wait(intent.id, 5_000)));
    await succeed(charge);
    for (const reply of await waiting) expect(accepted(reply)).toEqual({ ...(charge as object), status: 'COMPLETED' });
  });

  it('a decline, and why', async () => {
    const { intent, charge } = await charged();
    const waiting = wait(intent.id, 5_000);
    await intents.charging.emit(chargeFailed, { ...outcomeOf(charge), ...failure });
    expect(accepted(await waiting)).toEqual({ ...(charge as object), status: 'FAILED', failure });
  });

  it('immediately when it is known', async () => {
    const { intent, charge } = await charged();
    await succeed(charge);
    await intents.event(intent.id, 'intent.completed');
    expect(accepted(await wait(intent.id, 1))).toMatchObject({ status: 'COMPLETED' });
  });

  it('by whichever instance settles it', async () => {
    await intents.startInstance();
    const many = await Promise.all(Array.from({ length: 12 }, charged));
    const waiting = Promise.all(many.map(({ intent }) => wait(intent.id, 5_000)));
    await Promise.all(many.map(({ charge }) => succeed(charge)));
    for (const reply of await waiting) expect(accepted(reply)).toMatchObject({ status: 'COMPLETED' });
  });

  it('PROCESSING when the time is over', async () => {
    const { intent, charge } = await charged();
    expect(accepted(await wait(intent.id, 50))).toEqual(charge);
  });
});

it('the number of waiting callers is bounded: further ones get the present state immediately', async () => {
  const { intent, charge } = await charged();
  const other = await charged();
  const waiting = Array.from({ length: 300 }, () => wait(intent.id, OUTCOME_WAIT_MAX_MS));
  await Promise.race(waiting);
  await succeed(other.charge);
  await intents.event(other.intent.id, 'intent.completed');
  await succeed(charge);
  const statuses = (await Promise.all(waiting)).map((reply) => accepted(reply).status);
  expect(new Set(statuses)).toEqual(new Set(['PROCESSING', 'COMPLETED']));
});

it('there is nothing to wait for without a charge', async () => {
  const { id } = await intents.created();
  expect(codeOf(await wait(id, 5_000))).toBe('intent_unexpected_state');
  expect(codeOf(await wait(newId('intent'), 5_000))).toBe('intent_not_found');
});
