import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@paygate/testing';
import type { RailConnector, RailOutcome } from '../rails/connector.js';
import { AMOUNT, COLLECTED, noSubmission, OperationsUnderTest, REFUSED } from './operations-under-test.js';

jest.setTimeout(120_000);

const RACES = 24;
const EVENTS = { succeeded: 'charge.succeeded', declined: 'charge.failed' } as const;

let charging: OperationsUnderTest;
beforeAll(async () => {
  charging = await OperationsUnderTest.start();
});
afterAll(() => charging.end());

/** The query of a rail that answers when the spec says so. */
function heldQuery(): { query: jest.Mock<RailConnector['query']>; answer: (outcome: RailOutcome) => void } {
  const { promise, resolve: answer } = Promise.withResolvers<RailOutcome>();
  return { query: jest.fn<RailConnector['query']>().mockReturnValue(promise), answer };
}

/** Guarantees that of an operator and a worker who decide at the same time one wins, and that the report of the rail is not lost. */
describe('an operation that an operator decides', () => {
  it.each([
    ['declined', COLLECTED],
    ['succeeded', REFUSED],
  ] as const)('as %s in the moment of the opposite answer is decided once', async (resolution, answer) => {
    const [suspense, float] = [await charging.suspense(), await charging.float()];
    const ids = await Promise.all(Array.from({ length: RACES }, () => charging.opened('escalated')));
    const operations = await Promise.all(ids.map((id) => charging.find(id)));
    const [replies] = await Promise.all([
      Promise.all(ids.map((chargeId) => charging.operator.execute({ chargeId, resolution }))),
      Promise.all(operations.map((operation) => charging.settle.execute(operation, answer))),
    ]);
    const decided = await Promise.all(ids.map((id) => charging.find(id)));
    const states = decided.map(({ state }) => state as keyof typeof EVENTS);
    expect(replies).toMatchObject(states.map((state) => ({ ok: true, data: { state } })));
    await eventually(() => ids.every((id) => charging.outcomesOf(id).length > 0));
    expect(ids.map((id) => charging.outcomesOf(id))).toEqual(states.map((state) => [EVENTS[state]]));
    // the operator who came second got the other decision as the answer; the rail that came second is contradicted
    const held = resolution === 'declined' ? AMOUNT : null;
    expect(decided).toMatchObject(
      states.map((state) =>
        state === resolution
          ? { escalation: 'contradiction', suspendedAmount: held }
          : { escalation: null, suspendedAmount: null },
      ),
    );
    const [won, lost] = [true, false].map((operator) =>
      BigInt(states.filter((state) => (state === resolution) === operator).length),
    ) as [bigint, bigint];
    expect(await charging.suspense()).toBe(suspense + (resolution === 'declined' ? won * AMOUNT : 0n));
    expect(await charging.float()).toBe(float - (resolution === 'declined' ? won + lost : won) * AMOUNT);
    expect(await charging.world.violations()).toEqual([]);
  });

  it.each([
    ['declined', COLLECTED, AMOUNT],
    ['declined', { ...COLLECTED, amount: 800n }, 800n],
    ['succeeded', REFUSED, 0n],
    ['succeeded', { ...COLLECTED, amount: 400n }, 0n],
  ] as const)(
    'as %s while its rail is asked stays so, and the answer %j is for people',
    async (state, answer, held) => {
      const [suspense, float] = [await charging.suspense(), await charging.float()];
      const id = await charging.opened('escalated');
      const rail = heldQuery();
      charging.rails.set(id, { submit: noSubmission, query: rail.query });
      await charging.dueNow(id);
      await eventually(() => rail.query.mock.calls.length > 0);
      await charging.operator.execute({ chargeId: id, resolution: state });
      rail.answer(answer);
      await eventually(async () => (await charging.escalationOf(id)) === 'contradiction');
      expect(await charging.find(id)).toMatchObject({ state });
      expect(await charging.suspense()).toBe(suspense + held);
      expect(await charging.float()).toBe(float - (state === 'succeeded' ? AMOUNT : held));
      await eventually(() => charging.outcomesOf(id).length > 0);
      expect(charging.outcomesOf(id)).toEqual([EVENTS[state]]);
      expect(await charging.world.violations()).toEqual([]);
    },
  );

  it.each([
    ['declined', REFUSED],
    ['succeeded', COLLECTED],
  ] as const)('as %s, as the rail answers, is for nobody', async (resolution, answer) => {
    const id = await charging.opened('escalated');
    const stale = await charging.find(id);
    await charging.operator.execute({ chargeId: id, resolution });
    await charging.settle.execute(stale, answer);
    expect(await charging.find(id)).toMatchObject({ state: resolution, escalation: null, suspendedAmount: null });
  });

  it('with money in suspense is not contradicted by the rail that repeats what it collected', async () => {
    const id = await charging.opened('pending');
    const paid = { ...COLLECTED, amount: 800n };
    await charging.settle.execute(await charging.find(id), paid);
    await charging.operator.execute({ chargeId: id, resolution: 'succeeded' });
    await charging.settle.execute(await charging.find(id), paid);
    expect(await charging.find(id)).toMatchObject({ state: 'succeeded', escalation: null });
    await charging.settle.execute(await charging.find(id), COLLECTED);
    expect(await charging.listed(id)).toMatchObject({ escalation: 'contradiction', remark: 'collected 700 XAF' });
  });

  it('stays on the list when the decision is repeated, until it is acknowledged', async () => {
    const id = await charging.opened('escalated');
    const stale = await charging.find(id);
    const resolve = (resolution: 'declined' | 'acknowledged') =>
      charging.operator.execute({ chargeId: id, resolution });
    expect(await resolve('acknowledged')).toMatchObject({ ok: false, detail: 'the charge must be decided first' });
    const declined = { ok: true, data: { state: 'declined' } };
    expect(await resolve('declined')).toMatchObject(declined);
    await charging.settle.execute(stale, COLLECTED);
    expect(await resolve('declined')).toMatchObject(declined);
    expect(await charging.escalationOf(id)).toBe('contradiction');
    expect(await resolve('acknowledged')).toMatchObject(declined);
    expect(await charging.escalationOf(id)).toBeUndefined();
  });
});

/** Guarantees that a callback about a decided operation is not forgotten while its rail does not answer. */
it('a decided operation is asked about until its rail says how it is', async () => {
  const id = await charging.opened('pending');
  await charging.settle.execute(await charging.find(id), REFUSED);
  const answers: RailOutcome[] = [
    { kind: 'in_doubt', remark: 'ECONNRESET' },
    { kind: 'unprocessed', remark: 'HTTP 429' },
  ];
  charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve(answers.shift() ?? COLLECTED) });
  await charging.repository.hint('mtn_momo', (await charging.find(id)).callbackToken);
  await eventually(async () => (await charging.escalationOf(id)) === 'contradiction');
  expect(await charging.find(id)).toMatchObject({ state: 'declined', suspendedAmount: AMOUNT });
});

/** Guarantees that what a slow worker comes with does not undo what has happened since. */
describe('an operation whose worker is slow', () => {
  it('is not declined by the refusal of a submission that was repeated since', async () => {
    const id = await charging.opened('requested');
    const refused = Promise.withResolvers<RailOutcome>();
    const submit = jest
      .fn<RailConnector['submit']>()
      .mockReturnValueOnce(refused.promise)
      .mockResolvedValue({ kind: 'accepted' });
    const answers: RailOutcome[] = [{ kind: 'not_found' }, { kind: 'accepted' }];
    const query = () => Promise.resolve(answers.shift() ?? COLLECTED);
    charging.rails.set(id, { submit, query });
    await charging.dueNow(id);
    await eventually(() => submit.mock.calls.length === 1);
    await charging.dueNow(id);
    await eventually(async () => (await charging.find(id)).state === 'pending');
    refused.resolve(REFUSED);
    await charging.dueNow(id);
    await eventually(() => charging.outcomesOf(id).length > 0);
    expect(charging.outcomesOf(id)).toEqual(['charge.succeeded']);
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it.each(['pending', 'declined'] as const)('and is %s is asked about again after a callback', async (state) => {
    const id = await charging.opened('pending');
    if (state === 'declined') await charging.settle.execute(await charging.find(id), REFUSED);
    const operation = await charging.find(id);
    const query = jest.fn<RailConnector['query']>().mockResolvedValue({ kind: 'accepted' });
    charging.rails.set(id, { submit: noSubmission, query });
    await charging.repository.hint('mtn_momo', operation.callbackToken);
    await (state === 'declined'
      ? charging.repository.close(operation)
      : charging.repository.postpone(operation, null, 3_600));
    await eventually(() => query.mock.calls.length > 0);
  });
});
