import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StackUser } from '@paygate/testing';
import { eventually, RailControl, stackProcesses } from '@paygate/testing';
import { accepted, authorise, order, payersOf } from '../payments/paying.js';
import { openStack } from '../stack/open-stack.js';
import { impossibleAmong } from './checked-histories.js';

const TEST_MS = 240_000;
const WAIT_MS = 90_000;
const PREFIXES = ['+23767764', '+23769764'];
/** Of each rail and of the wallets. */
const PAYMENTS = 3;
/** The rail reports these twice: docs/rails.md. */
const REPORTED_TWICE = '41';
/** The rail reports a failure of these, and a success when its clock is a minute later. */
const LATE_SUCCESS = '84';
const LATE_SECONDS = 60;

const { stack, api, bus, databases } = openStack();
const control = new RailControl(stack.rails.control);
const [, , ...users] = stack.users;

interface Operation {
  readonly rail: string;
  readonly reference: string;
  readonly callbackToken: string;
  readonly isDue: boolean;
}

/** The numbers of both rails that end in these digits. */
const phones = (digits: string, count: number): readonly string[] =>
  PREFIXES.flatMap((prefix) => Array.from({ length: count }, (_, number) => `${prefix}${number}0${digits}`));

interface Authorised {
  readonly id: string;
  readonly token: string;
}

/** All phones pay at once. Each user takes one token after the other, because their code is the newest in their inbox. */
async function payBy(numbers: readonly string[]): Promise<readonly string[]> {
  const inTurn = async (user: StackUser, count: number): Promise<readonly Authorised[]> => {
    const authorised: Authorised[] = [];
    while (authorised.length < count) {
      const id = await order(api);
      authorised.push({ id, token: await authorise(stack, api, user, id) });
    }
    return authorised;
  };
  const each = await Promise.all(users.map((user) => inTurn(user, Math.ceil(numbers.length / users.length))));
  const taken = each.flat().slice(0, numbers.length);
  await Promise.all(
    taken.map(async ({ id, token }, at) =>
      accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber: numbers[at] ?? '' })),
    ),
  );
  return taken.map(({ id }) => id);
}

async function statusesOf(ids: readonly string[]): Promise<readonly string[]> {
  const text = 'SELECT status FROM intent WHERE id = ANY ($1)';
  return (await databases.query<{ status: string }>('intents', text, [ids])).map(({ status }) => status);
}

async function have(status: string, ids: readonly string[]): Promise<void> {
  await eventually(
    async () => {
      const statuses = await statusesOf(ids);
      if (!statuses.every((one) => one === status)) throw new Error(statuses.join());
      return true;
    },
    { timeoutMs: WAIT_MS, intervalMs: 200 },
  );
}

function operationsOf(ids: readonly string[]): Promise<readonly Operation[]> {
  const text = `
    SELECT rail, coalesce(rail_token, reference::text) AS reference, callback_token AS "callbackToken", due_at IS NOT NULL AS "isDue" FROM rail_operation
     WHERE intent_id = ANY ($1) ORDER BY intent_id`;
  return databases.query<Operation>('charging', text, [ids]);
}

const queriesOf = ({ rail, reference }: Operation): Promise<number> =>
  control.payment(rail, reference).then(({ queries }) => queries);

/** Waits until charging has asked the rail about each decided operation once more, and has acted on the answer; a question that failed is not asked again. */
async function askedAgain(ids: readonly string[], provoke: (all: readonly Operation[]) => Promise<unknown>) {
  const before = await operationsOf(ids);
  const asked = await Promise.all(before.map(queriesOf));
  await provoke(before);
  await eventually(
    async () => {
      const due = (await operationsOf(ids)).filter(({ isDue }) => isDue).length;
      const now = await Promise.all(before.map(queriesOf));
      const unasked = before.filter((_, at) => (now[at] ?? 0) <= (asked[at] ?? 0));
      if (due === 0 && unasked.length === 0) return true;
      if (due === 0) await provoke(unasked);
      throw new Error(`${due} due, ${now.join()}`);
    },
    { timeoutMs: WAIT_MS, intervalMs: 200 },
  );
}

/** Waits until what both services have to tell is in their topics. */
async function told(): Promise<void> {
  await eventually(async () => {
    const left = await Promise.all(
      (['intents', 'charging'] as const).map((service) => databases.query(service, 'SELECT FROM outbox')),
    );
    return left.flat().length === 0;
  });
}

/** All callbacks at once, and each of them twice. */
async function callBackTwice(all: readonly Operation[]): Promise<void> {
  const answers = [...all, ...all].map(({ rail, callbackToken }) =>
    api.request({ method: 'POST', path: `/rails/${rail}/callbacks/${callbackToken}`, body: {} }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
}

/** The time at which the intent lapses is now. Its trigger lets no service change it. */
const lapse = (id: string): Promise<unknown> =>
  databases.query(
    'intents',
    `BEGIN; SET LOCAL session_replication_role = replica;
     UPDATE intent SET expires_at = clock_timestamp() WHERE id = '${id}'; COMMIT`,
  );

afterAll(() => stackProcesses.ready(['charging']));

/** Guarantees that the checker of histories would find three faults: the last test of each goes by what it says, and by nothing else. */
describe('a payment that is charged when its time is over', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    const [payer] = payersOf(stack);
    if (payer === undefined) throw new Error('no user has money');
    while (ids.length < PAYMENTS) {
      const id = await order(api);
      const token = await authorise(stack, api, payer, id);
      await lapse(id);
      await api.charge(id, token);
      ids.push(id);
    }
    await bus.settled();
    await told();
  }, TEST_MS);

  test('is EXPIRED', async () => {
    await have('EXPIRED', ids);
  });

  test(
    'has a history of the model, in which nothing is charged after expiresAt',
    async () => {
      expect(await impossibleAmong(ids)).toEqual([]);
    },
    TEST_MS,
  );
});

describe('a payment whose outcome is reported again and again, with charging killed between', () => {
  let ids: readonly string[] = [];
  beforeAll(async () => {
    ids = await payBy(phones(REPORTED_TWICE, PAYMENTS));
    await stackProcesses.end('charging', 'SIGKILL');
    await have('COMPLETED', ids);
    await stackProcesses.ready(['charging']);
    await askedAgain(ids, callBackTwice);
    const records = await bus.read([bus.stream('charging.v1')]);
    const mine = records.filter(({ key }) => ids.includes(String(key)));
    expect(mine.length).toBeGreaterThanOrEqual(ids.length);
    await bus.send(mine);
    await bus.settled();
    await told();
  }, TEST_MS);

  test('stays COMPLETED', async () => {
    expect(await statusesOf(ids)).toEqual(ids.map(() => 'COMPLETED'));
  });

  test(
    'has a history of the model, in which charging and intents tell one outcome',
    async () => {
      expect(await impossibleAmong(ids)).toEqual([]);
    },
    TEST_MS,
  );
});

describe('a payment that its rail reports as declined, and later as successful', () => {
  let ids: readonly string[] = [];
  beforeAll(async () => {
    ids = await payBy(phones(LATE_SUCCESS, 1));
    await have('FAILED', ids);
    await askedAgain(ids, () => control.advance(LATE_SECONDS));
    await told();
  }, TEST_MS);

  test('stays FAILED, and what the rail collected is for people', async () => {
    expect(await statusesOf(ids)).toEqual(ids.map(() => 'FAILED'));
    const text = 'SELECT escalation, suspended_amount AS amount FROM rail_operation WHERE intent_id = ANY ($1)';
    const contradicted = await databases.query('charging', text, [ids]);
    expect(contradicted).toEqual(ids.map(() => ({ escalation: 'contradiction', amount: '300' })));
  });

  test(
    'has a history of the model, in which no success follows a decline',
    async () => {
      expect(await impossibleAmong(ids)).toEqual([]);
    },
    TEST_MS,
  );
});
