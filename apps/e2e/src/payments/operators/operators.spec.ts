import { afterAll, describe, expect, test } from '@jest/globals';
import type { Stack, StackUser } from '@paygate/testing';
import { eventually, readStack, stackClient } from '@paygate/testing';
import { accepted, authorise } from '../paying.js';

const stack: Stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

/** The ends of numbers of the simulator: its operator fails, and its payer has no money. */
const [FAILS, DECLINES] = ['19', '10'] as const;
/** Enough for a state, whatever else is paid meanwhile. */
const PAYMENTS = 20;
const USERS = 4;

interface Outcomes {
  readonly succeeded: number;
  readonly declined: number;
  readonly failed: number;
  readonly stuck: number;
}

interface Operator {
  readonly operator: string;
  readonly dial: string | null;
  readonly state: string;
  readonly methods: readonly { readonly method: string; readonly state: string; readonly last60Minutes: Outcomes }[];
}

async function mtn(key: string = stack.merchant.publishableKey) {
  const headers = { 'x-api-key': key };
  const { body } = await api.request({ method: 'GET', path: '/operators', headers });
  const { data } = body as unknown as { readonly data: readonly Operator[] };
  const found = data.find(({ operator }) => operator === 'mtn_momo');
  const collects = found?.methods.find(({ method }) => method === 'collect');
  if (found === undefined || collects === undefined) throw new Error('the stack has no MTN MoMo');
  return { ...found, collects };
}

async function pay(user: StackUser, phoneNumber: string): Promise<void> {
  const { id } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
  const token = await authorise(stack, api, user, id);
  accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber }));
}

/** A payment from each of as many phones, by users each of whom has the newest code of one payment at a time. */
async function payAll(end: string): Promise<void> {
  const phones = Array.from({ length: PAYMENTS }, (_, index) => `+23767796${String(index).padStart(2, '0')}${end}`);
  await Promise.all(
    stack.users.slice(2, 2 + USERS).map(async (user) => {
      for (let next = phones.shift(); next !== undefined; next = phones.shift()) await pay(user, next);
    }),
  );
}

describe('the operators of test mode', () => {
  test('[14.1] are listed to a publishable key and to a secret one, with what to dial', async () => {
    for (const key of [stack.merchant.publishableKey, stack.merchant.secretKey])
      expect((await mtn(key)).dial).toBe('*126#');
  });

  test('[14.2] count what payers decline, and what the operator fails to carry out', async () => {
    const before = (await mtn()).collects.last60Minutes;
    await payAll(DECLINES);
    const declined = await eventually(async () => {
      const { collects } = await mtn();
      return collects.last60Minutes.declined >= before.declined + PAYMENTS && collects.last60Minutes;
    });
    await payAll(FAILS);
    const { state, collects } = await eventually(async () => {
      const now = await mtn();
      return now.collects.last60Minutes.failed >= declined.failed + PAYMENTS && now;
    });
    expect(state).toBe(collects.state);
    expect(state).not.toBe('unknown');
  });
});
