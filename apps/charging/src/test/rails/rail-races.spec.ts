import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@paygate/testing';
import type { RailConnector, RailOutcome } from '../../rails/connectors/connector.js';
import { AMOUNT, COLLECTED, noSubmission, OperationsUnderTest, REFUSED } from '../operations-under-test.js';

const RACES = 24;
/** Workers look twice a second. */
const SEVERAL_LOOKS_MS = 1_500;
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
      Promise.all(ids.map((chargeId) => charging.operator.resolve({ chargeId, resolution }))),
      Promise.all(operations.map((operation) => charging.settle.settle(operation, answer))),
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
      await charging.operator.resolve({ chargeId: id, resolution: state });
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
    await charging.operator.resolve({ chargeId: id, resolution });
    await charging.settle.settle(stale, answer);
    expect(await charging.find(id)).toMatchObject({ state: resolution, escalation: null, suspendedAmount: null });
  });

  it('with money in suspense is not contradicted by the rail that repeats what it collected', async () => {
    const id = await charging.opened('pending');
    const paid = { ...COLLECTED, amount: 800n };
    await charging.settle.settle(await charging.find(id), paid);
    await charging.operator.resolve({ chargeId: id, resolution: 'succeeded' });
    await charging.settle.settle(await charging.find(id), paid);
    expect(await charging.find(id)).toMatchObject({ state: 'succeeded', escalation: null });
    await charging.settle.settle(await charging.find(id), COLLECTED);
    expect(await charging.listed(id)).toMatchObject({ escalation: 'contradiction', remark: 'collected 700 XAF' });
  });

  it('stays on the list when the decision is repeated, until it is acknowledged', async () => {
    const id = await charging.opened('escalated');
    const stale = await charging.find(id);
    const resolve = (resolution: 'declined' | 'acknowledged') =>
      charging.operator.resolve({ chargeId: id, resolution });
    expect(await resolve('acknowledged')).toMatchObject({ ok: false, detail: 'the operation must be decided first' });
    const declined = { ok: true, data: { state: 'declined' } };
    expect(await resolve('declined')).toMatchObject(declined);
    await charging.settle.settle(stale, COLLECTED);
    expect(await resolve('declined')).toMatchObject(declined);
    expect(await charging.escalationOf(id)).toBe('contradiction');
    expect(await resolve('acknowledged')).toMatchObject(declined);
    expect(await charging.escalationOf(id)).toBeUndefined();
  });
});

/** Guarantees that what a callback announces is asked for, whoever decides or dies meanwhile. */
describe('a callback', () => {
  afterEach(() => {
    charging.resumeWorkers();
  });

  const collectedAfterDecline = async (id: string): Promise<void> => {
    await eventually(async () => (await charging.escalationOf(id)) === 'contradiction');
    expect(await charging.find(id)).toMatchObject({ state: 'declined', suspendedAmount: AMOUNT });
  };
  const decline = (chargeId: string) => charging.operator.resolve({ chargeId, resolution: 'declined' });

  it('about a decided operation is not forgotten while the rail does not answer', async () => {
    const id = await charging.opened('pending');
    await charging.settle.settle(await charging.find(id), REFUSED);
    const answers: RailOutcome[] = [
      { kind: 'in_doubt', remark: 'ECONNRESET' },
      { kind: 'unprocessed', remark: 'HTTP 429' },
    ];
    charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve(answers.shift() ?? COLLECTED) });
    await charging.calledBack(id);
    await collectedAfterDecline(id);
  });

  it("that no worker has seen outlives a decision of the installation's team", async () => {
    const id = await charging.opened('escalated');
    charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve(COLLECTED) });
    charging.pauseWorkers();
    await charging.calledBack(id);
    await decline(id);
    charging.resumeWorkers();
    await collectedAfterDecline(id);
  });

  it('during a question outlives the answer, which declines', async () => {
    const id = await charging.opened('pending');
    const rail = heldQuery();
    charging.rails.set(id, { submit: noSubmission, query: rail.query });
    await charging.dueNow(id);
    await eventually(() => rail.query.mock.calls.length === 1);
    charging.pauseWorkers();
    await charging.calledBack(id);
    rail.query.mockResolvedValue(COLLECTED);
    rail.answer(REFUSED);
    await eventually(async () => (await charging.find(id)).state === 'declined');
    charging.resumeWorkers();
    await collectedAfterDecline(id);
  });

  it('whose worker dies after an operator has declined is taken up by another worker', async () => {
    const id = await charging.opened('escalated');
    const rail = heldQuery();
    charging.rails.set(id, { submit: noSubmission, query: rail.query });
    await charging.calledBack(id);
    await eventually(() => rail.query.mock.calls.length === 1);
    await decline(id);
    expect(await charging.dueInSeconds(id)).toBeGreaterThan(30);
    rail.query.mockResolvedValue(COLLECTED);
    await charging.dueNow(id);
    await collectedAfterDecline(id);
  });

  it.each([
    ['declined', REFUSED],
    ['declined', { kind: 'in_doubt', remark: 'ECONNRESET' }],
    ['pending', { kind: 'accepted' }],
    ['pending', { kind: 'not_found' }],
  ] as const)(
    'about a %s operation survives the answer %j of a worker that has lost its lease',
    async (state, late) => {
      const id = await charging.opened('pending');
      if (state === 'declined') await charging.settle.settle(await charging.find(id), REFUSED);
      const rail = heldQuery();
      charging.rails.set(id, { submit: noSubmission, query: rail.query });
      charging.pauseWorkers();
      await charging.calledBack(id);
      const turn = charging.advance.advance(await charging.claimed(id), AbortSignal.timeout(30_000));
      await charging.calledBack(id);
      await charging.dueNow(id);
      // by a worker that is killed before it asks
      await charging.claimed(id);
      rail.answer(late);
      await turn;
      expect(await charging.dueInSeconds(id)).toBeGreaterThan(30);
      rail.query.mockResolvedValue({ kind: 'not_found' });
      await charging.dueNow(id);
      charging.resumeWorkers();
      await eventually(() => rail.query.mock.calls.length === 2);
    },
  );

  it('that is repeated while the rail is asked brings one question more, and no second one beside it', async () => {
    const id = await charging.opened('pending', { ageSeconds: 7_200 });
    const rail = heldQuery();
    charging.rails.set(id, { submit: noSubmission, query: rail.query });
    await charging.dueNow(id, 10);
    await eventually(() => rail.query.mock.calls.length === 1);
    for (let callback = 0; callback < 32; callback += 1) await charging.calledBack(id);
    await delay(SEVERAL_LOOKS_MS);
    expect(rail.query).toHaveBeenCalledTimes(1);
    rail.query.mockResolvedValue({ kind: 'not_found' });
    rail.answer({ kind: 'not_found' });
    await eventually(() => rail.query.mock.calls.length === 2);
    await delay(SEVERAL_LOOKS_MS);
    expect(rail.query).toHaveBeenCalledTimes(2);
  });
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
    if (state === 'declined') await charging.settle.settle(await charging.find(id), REFUSED);
    const operation = await charging.find(id);
    const query = jest.fn<RailConnector['query']>().mockResolvedValue({ kind: 'accepted' });
    charging.rails.set(id, { submit: noSubmission, query });
    await charging.repository.hint('mtn_momo', operation.callbackToken);
    await (state === 'declined'
      ? charging.repository.close(operation)
      : charging.repository.postpone(operation, { remark: null }, 3_600));
    await eventually(() => query.mock.calls.length > 0);
  });
});
