import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { SettleByReport } from '../../rails/operations/settlement/settle-by-report.js';
import type { RailConnector, RailOutcome } from '../../rails/connectors/connector.js';
import { COLLECTED, noSubmission, OperationsUnderTest, REFUSED } from '../operations-under-test.js';

const RACES = 24;

/** Guarantees that only what is known for certain decides an operation, and only once. Here the spec itself is the rail. */
describe('an operation', () => {
  let charging: OperationsUnderTest;
  beforeAll(async () => {
    charging = await OperationsUnderTest.start();
  });
  afterAll(() => charging.end());

  it('is decided once when a submission and a poll settle it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: RACES }, () => charging.opened('submitting')));
    const operations = await Promise.all(ids.map((id) => charging.find(id)));
    await Promise.all(
      operations.flatMap((operation, index) => [
        charging.of(0).get(SettleByReport).settle(operation, COLLECTED),
        charging
          .of(1)
          .get(SettleByReport)
          .settle(operation, index % 2 === 0 ? COLLECTED : REFUSED),
      ]),
    );
    const decided = await Promise.all(ids.map((id) => charging.find(id)));
    await eventually(() => ids.every((id) => charging.outcomesOf(id).length > 0));
    expect(ids.map((id) => charging.outcomesOf(id))).toEqual(
      decided.map(({ state }) => [state === 'declined' ? 'charge.failed' : 'charge.succeeded']),
    );
    // every other rail has reported both
    expect(decided.map(({ escalation }) => escalation)).toEqual(
      ids.map((_, index) => (index % 2 === 0 ? null : 'contradiction')),
    );
    expect(await charging.float()).toBe(BigInt(RACES) * -700n);
    expect(await charging.world.violations()).toEqual([]);
  });

  it('is not declined by the refusal of a repeated submission: the first may have arrived', async () => {
    const answers: RailOutcome[] = [{ kind: 'not_found' }];
    const id = await charging.opened('submitting', { dueSeconds: 600 });
    const submit = jest.fn<RailConnector['submit']>().mockResolvedValue(REFUSED);
    charging.rails.set(id, { submit, query: () => Promise.resolve(answers.shift() ?? COLLECTED) });
    await charging.dueNow(id);
    await eventually(() => charging.outcomesOf(id).length > 0);
    expect(charging.outcomesOf(id)).toEqual(['charge.succeeded']);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('that never began is declined in time also when its rail has no credentials any more', async () => {
    const id = await charging.opened('requested', { dueSeconds: 0, ageSeconds: 130 });
    await eventually(() => charging.outcomesOf(id).length > 0);
    expect(charging.outcomesOf(id)).toEqual(['charge.failed']);
  });

  it('that waits in suspense is asked about less and less often', async () => {
    const id = await charging.opened('pending', { ageSeconds: 7_200 });
    charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve({ ...COLLECTED, amount: 800n }) });
    await charging.dueNow(id, 10);
    await eventually(async () => (await charging.escalationOf(id)) === 'amount_differs');
    await eventually(async () => (await charging.dueInSeconds(id)) > 600);
  });

  it.each([
    ['a failure', REFUSED],
    ['the amount that was asked for', COLLECTED],
    ['yet another amount', { ...COLLECTED, amount: 600n }],
  ])('that waits in suspense is for an operator alone, also when the rail reports %s later', async (_, later) => {
    const before = await charging.suspense();
    const id = await charging.opened('pending', { ageSeconds: 7_200 });
    const errors = charging.errorsOf(id);
    const answers: RailOutcome[] = [
      { ...COLLECTED, amount: 400n },
      { ...COLLECTED, amount: 400n },
    ];
    const query = jest.fn<RailConnector['query']>().mockImplementation(() => Promise.resolve(answers.shift() ?? later));
    charging.rails.set(id, { submit: noSubmission, query });
    for (const [times, escalation] of (
      ['amount_differs', 'amount_differs', 'contradiction', 'contradiction'] as const
    ).entries()) {
      await charging.dueNow(id, 10);
      await eventually(async () => query.mock.calls.length > times && (await charging.dueInSeconds(id)) > 600);
      expect(await charging.escalationOf(id)).toBe(escalation);
    }
    expect(await charging.find(id)).toMatchObject({ state: 'escalated', suspendedAmount: 400n });
    expect(errors()).toBe(2);
    expect(charging.outcomesOf(id)).toEqual([]);
    expect(await charging.suspense()).toBe(before + 400n);

    // an instance that looked before the money arrived there settles nothing either
    const stale = { ...(await charging.find(id)), suspendedAmount: null, escalation: null };
    await charging.settle.settle(stale, later);
    expect(await charging.find(id)).toMatchObject({ state: 'escalated', suspendedAmount: 400n });

    const resolve = charging.operator;
    expect(await resolve.resolve({ chargeId: id, resolution: 'succeeded' })).toMatchObject({
      ok: false,
      code: 'parameter_invalid',
      detail: 'less has moved than was asked for',
    });
    expect(await resolve.resolve({ chargeId: id, resolution: 'declined' })).toMatchObject({
      data: { state: 'declined' },
    });
    expect(await charging.escalationOf(id)).toBeUndefined();
    expect(await charging.suspense()).toBe(before + 400n);
    expect(await charging.world.violations()).toEqual([]);
  });

  it.each([
    ['another currency', { ...COLLECTED, amount: 800n, currency: 'EUR' }, 'collected 800 EUR'],
    ['nothing', { ...COLLECTED, amount: 0n }, 'collected 0 XAF'],
  ])('for which the rail collected %s is shown to people, and nothing is booked', async (_, collected, remark) => {
    const accounts = async () => [await charging.suspense(), await charging.float()] as const;
    const [suspense, float] = await accounts();
    const id = await charging.opened('pending', { ageSeconds: 7_200 });
    const errors = charging.errorsOf(id);
    const answers: RailOutcome[] = [collected, { kind: 'not_found' }, collected];
    const query = jest
      .fn<RailConnector['query']>()
      .mockImplementation(() => Promise.resolve(answers.shift() ?? COLLECTED));
    charging.rails.set(id, { submit: noSubmission, query });
    for (const [times, escalation] of (
      ['amount_differs', 'amount_differs', 'amount_differs', 'contradiction'] as const
    ).entries()) {
      await charging.dueNow(id, 10);
      await eventually(async () => query.mock.calls.length > times && (await charging.dueInSeconds(id)) > 600);
      expect(await charging.listed(id)).toMatchObject({
        state: 'escalated',
        escalation,
        remark,
        suspendedAmount: null,
      });
    }
    expect(errors()).toBe(2);
    expect(await accounts()).toEqual([suspense, float]);

    // the same after a decline
    const declined = await charging.opened('pending');
    await charging.settle.settle(await charging.find(declined), REFUSED);
    await charging.settle.settle(await charging.find(declined), collected);
    expect(await charging.listed(declined)).toMatchObject({ state: 'declined', escalation: 'contradiction', remark });
    expect(await accounts()).toEqual([suspense, float]);

    // an operator who decides for success books what was asked for
    await charging.operator.resolve({ chargeId: id, resolution: 'succeeded' });
    expect(await accounts()).toEqual([suspense, float - 700n]);
    expect(await charging.world.violations()).toEqual([]);
  });

  it('that is open for a day is escalated, and still ends with what the rail reports', async () => {
    const id = await charging.opened('pending', { ageSeconds: 25 * 3_600 });
    const answers: RailOutcome[] = [{ kind: 'accepted' }];
    charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve(answers.shift() ?? COLLECTED) });
    await charging.dueNow(id, 10);
    await eventually(async () => (await charging.escalationOf(id)) === 'too_old');
    expect(charging.outcomesOf(id)).toEqual([]);
    await charging.dueNow(id, 10);
    await eventually(() => charging.outcomesOf(id).length > 0);
    expect(charging.outcomesOf(id)).toEqual(['charge.succeeded']);
  });

  it('that is open for a day is escalated also while its rail has no credentials', async () => {
    const id = await charging.opened('in_doubt', { ageSeconds: 25 * 3_600 });
    await charging.dueNow(id, 10);
    await eventually(async () => (await charging.escalationOf(id)) === 'too_old');
  });

  it('that succeeded, and is refused later, stays a success and is shown to people', async () => {
    const id = await charging.opened('pending');
    charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve(REFUSED) });
    await charging.settle.settle(await charging.find(id), COLLECTED);
    expect(await charging.repository.hint('mtn_momo', (await charging.find(id)).callbackToken)).toBe(true);
    await eventually(async () => (await charging.escalationOf(id)) === 'contradiction');
    expect(await charging.find(id)).toMatchObject({ state: 'succeeded', suspendedAmount: null });

    const resolve = charging.operator;
    const reply = { ok: true, data: { state: 'succeeded' } };
    for (const resolution of ['declined', 'succeeded'] as const) {
      expect(await resolve.resolve({ chargeId: id, resolution })).toMatchObject(reply);
      expect(await charging.escalationOf(id)).toBe('contradiction');
    }
    expect(await resolve.resolve({ chargeId: id, resolution: 'acknowledged' })).toMatchObject(reply);
    expect(await charging.escalationOf(id)).toBeUndefined();
    expect(await charging.find(id)).toMatchObject({ state: 'succeeded' });
    expect(charging.outcomesOf(id)).toEqual(['charge.succeeded']);
  });

  it('that was declined, and is paid all the same, is shown to people, and its money waits in suspense', async () => {
    const before = await charging.suspense();
    const id = await charging.opened('escalated');
    const operation = await charging.find(id);
    charging.rails.set(id, { submit: noSubmission, query: () => Promise.resolve(COLLECTED) });
    await charging.settle.settle(operation, REFUSED);
    expect(await charging.repository.hint('mtn_momo', operation.callbackToken)).toBe(true);
    await eventually(async () => (await charging.escalationOf(id)) === 'contradiction');
    expect(await charging.find(id)).toMatchObject({ state: 'declined', suspendedAmount: 700n });
    expect(await charging.suspense()).toBe(before + 700n);
    expect(await charging.world.violations()).toEqual([]);
  });
});
