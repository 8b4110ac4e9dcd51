import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EndedCharge, StackUser } from '@paygate/testing';
import { eventually, railDifferences, RailControl, receivedDeliveries, stackProcesses } from '@paygate/testing';
import { accepted, authorise } from '../payments/paying.js';
import { openStack } from '../stack/open-stack.js';
import { impossibleAmong } from './checked-histories.js';

const FAULTS = {
  ...{ no_answer: 0.2, lost_answer: 0.1 },
  ...{ duplicate_callback: 0.1, lost_callback: 0.2, forged_callback: 0.1 },
};
const NO_FAULTS = Object.fromEntries(Object.keys(FAULTS).map((fault) => [fault, 0]));
const PAYMENTS = 40;
/** The numbers of ended payments at which an instance of charging is killed. */
const KILLS: readonly (readonly [number, string])[] = [
  [PAYMENTS / 8, 'charging'],
  [PAYMENTS / 2, 'charging-2'],
];
const SETTLED_MS = 90_000;
const AMOUNT = '700';

const { stack, api, databases } = openStack();
const control = new RailControl(stack.rails.control);

interface Authorised {
  readonly id: string;
  readonly sessionToken: string;
  readonly token: string;
}

interface Begun extends Omit<Authorised, 'token'> {
  readonly chargeId: string;
  readonly phoneNumber: string;
}
let begun: readonly Begun[] = [];

/** One user takes one token after the other, because their code is the newest in their inbox. */
async function authoriseInTurn(user: StackUser, count: number): Promise<readonly Authorised[]> {
  const authorised: Authorised[] = [];
  while (authorised.length < count) {
    const { id, sessionToken } = accepted(201, await api.createIntent({ amount: AMOUNT, currency: 'XAF' }));
    authorised.push({ id, sessionToken, token: await authorise(stack, api, user, id) });
  }
  return authorised;
}

/** Every phone is new. One in ten has no money. */
function phoneOf(number: number): string {
  const prefix = number % 2 === 0 ? '+2376755' : '+2376955';
  return `${prefix}${String(number).padStart(3, '0')}${number % 10 === 9 ? '10' : '01'}`;
}

async function charge({ token, ...intent }: Authorised, number: number): Promise<Begun> {
  const phoneNumber = phoneOf(number);
  const { id: chargeId } = accepted(202, await api.chargeByMobileMoney(intent.id, token, { phoneNumber }));
  return { ...intent, chargeId, phoneNumber };
}

async function readCharge({ sessionToken, chargeId, phoneNumber }: Begun): Promise<EndedCharge> {
  const { status, failure } = accepted(200, await api.retrieveIntent(sessionToken)) as unknown as {
    readonly status: string;
    readonly failure: { readonly code: string } | null;
  };
  return { chargeId, phoneNumber, amount: AMOUNT, status, failureCode: failure?.code };
}

const charges = (): Promise<readonly EndedCharge[]> => Promise.all(begun.map(readCharge));

async function ended(count: number): Promise<true> {
  return eventually(
    async () => {
      const found = (await charges()).filter(({ status }) => status === 'COMPLETED' || status === 'FAILED');
      if (found.length < count) throw new Error(`${found.length} of ${begun.length} have ended`);
      return true;
    },
    { timeoutMs: SETTLED_MS, intervalMs: 300 },
  );
}

/** The number of distinct events of each intent. */
async function eventCounts(): Promise<readonly number[]> {
  const events = (await receivedDeliveries(stack)).map(
    ({ rawBody }) => JSON.parse(rawBody) as { id: string; data: { paymentIntent?: { id: string } } },
  );
  const byIntent = Map.groupBy(events, ({ data }) => data.paymentIntent?.id);
  return begun.map(({ id }) => new Set(byIntent.get(id)?.map((event) => event.id)).size);
}

beforeAll(async () => {
  await control.put('faults', FAULTS);
});
afterAll(async () => {
  await control.put('faults', NO_FAULTS);
});

/**
 * Guarantees that no payer is debited twice and no payment is lost while a rail does not answer, callbacks lie and charging is killed.
 * `npm run chaos -- --rails` is the long form.
 */
describe('mobile money, while everything fails', () => {
  test('debits each payer of a completed payment once, and no other', async () => {
    const users = stack.users.slice(2);
    const each = await Promise.all(users.map((user) => authoriseInTurn(user, Math.ceil(PAYMENTS / users.length))));
    begun = await Promise.all(each.flat().slice(0, PAYMENTS).map(charge));
    for (const [progress, name] of KILLS) {
      await ended(progress);
      await stackProcesses.end(name, 'SIGKILL');
    }
    await ended(PAYMENTS);
    await eventually(async () => {
      const differences = await railDifferences(await charges(), control, databases);
      if (differences.length > 0) throw new Error(differences.join('\n'));
      return true;
    });
    const once = begun.map(() => 1);
    await eventually(async () => (await eventCounts()).join() === once.join());
    await stackProcesses.ready(KILLS.map(([, name]) => name));
  });

  test('leaves the history of each payment one that the model has', async () => {
    expect(await impossibleAmong(begun.map(({ id }) => id))).toEqual([]);
  });
});
