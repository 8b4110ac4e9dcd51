import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger, newId } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { CircuitBreaker } from '../operations/circuit-breaker.js';
import type { EscalatedRailOperation, OperationState, RailOperation } from '../operations/operation.js';
import { OperationsRepository } from '../operations/operations.repository.js';
import { ResolveOperation } from '../operations/resolve-operation.js';
import { SettleOperation } from '../operations/settle-operation.js';
import { Turns } from '../operations/turn.js';
import type { RailConnector, RailOutcome } from '../rails/connector.js';
import { ChargingUnderTest, request } from './charging-under-test.js';

jest.setTimeout(120_000);

const RACES = 24;
const COLLECTED = { kind: 'succeeded', amount: 700n, currency: 'XAF' } as const;
const noSubmission = (): Promise<RailOutcome> => Promise.reject(new Error('submitted again'));
const REFUSED = { kind: 'declined', code: 'insufficient_funds', remark: 'refused' } as const;

/** Guarantees that only what is known for certain decides an operation, and only once. Here the spec itself is the rail. */
describe('an operation', () => {
  let world: ChargingUnderTest;
  let apps: readonly RunningApp[];
  /** What the rail does, by operation. An operation that is not here has no rail. */
  const rails = new Map<string, Pick<RailConnector, 'submit' | 'query'>>();

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    apps = await Promise.all([world.start(), world.start()]);
    for (const app of apps)
      jest.spyOn(app.get(Turns), 'of').mockImplementation((operation, signal) => {
        const rail = rails.get(operation.operationId);
        if (rail === undefined) return undefined;
        const { operationId: orderId, reference, railToken, amount, phone } = operation;
        const collection = {
          orderId,
          reference,
          railToken,
          amount,
          phone,
          currency: 'XAF',
          callbackUrl: undefined,
        } as const;
        const connector = {
          ...rail,
          rail: 'mtn_momo',
          currencies: ['XAF'],
          approvalSeconds: 300,
          isConfigured: () => true,
        } as const;
        return { operation, rail: connector, breaker: new CircuitBreaker(), collection, signal };
      });
  });
  afterAll(() => world.end());

  /** The id of an operation that is due after so many seconds. */
  const opened = async (state: OperationState, { dueSeconds = 3_600, ageSeconds = 0 } = {}): Promise<string> => {
    const [operationId, intentId] = [newId('charge'), newId('intent')];
    await world.database.query(
      `INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
         request_id, accepted_at, callback_token, state, attempt, submitted_at, due_at, escalation)
       VALUES ($1, 'collect', 'mtn_momo', $2, $3, $4, 1950, 700, 14, 'sealed', '********01', $5,
         clock_timestamp() - make_interval(secs => $6), $7, $8, 1,
         CASE WHEN $8 <> 'requested' THEN clock_timestamp() END, clock_timestamp() + make_interval(secs => $9),
         CASE WHEN $8 = 'escalated' THEN 'too_old' END)`,
      [
        ...[operationId, intentId, newId('merchant'), newId('user'), newId('request'), ageSeconds],
        ...[randomBytes(24).toString('base64url'), state, dueSeconds],
      ],
    );
    return operationId;
  };
  const repository = (): OperationsRepository => of(0).get(OperationsRepository);
  const of = (index: number): RunningApp => {
    const app = apps[index];
    if (app === undefined) throw new Error('no such instance');
    return app;
  };
  const find = async (operationId: string): Promise<RailOperation> => {
    const operation = await repository().find(operationId);
    if (operation === undefined) throw new Error('no such operation');
    return operation;
  };
  const outcomesOf = (chargeId: string): readonly string[] =>
    world.outcomesOf([request({ userId: newId('user'), chargeId })]).map(({ type }) => type);

  it('is decided once when a submission and a poll settle it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: RACES }, () => opened('submitting')));
    const operations = await Promise.all(ids.map(find));
    await Promise.all(
      operations.flatMap((operation, index) => [
        of(0).get(SettleOperation).execute(operation, COLLECTED),
        of(1)
          .get(SettleOperation)
          .execute(operation, index % 2 === 0 ? COLLECTED : REFUSED),
      ]),
    );
    const decided = await Promise.all(ids.map(find));
    await eventually(() => ids.every((id) => outcomesOf(id).length > 0));
    expect(ids.map(outcomesOf)).toEqual(
      decided.map(({ state }) => [state === 'declined' ? 'charge.failed' : 'charge.succeeded']),
    );
    const paid = decided.filter(({ state }) => state === 'succeeded').length;
    expect(await world.balance('mtn_momo', 'float')).toBe(BigInt(paid) * -700n);
    expect(await world.violations()).toEqual([]);
  });

  it('is not declined by the refusal of a repeated submission: the first may have arrived', async () => {
    const answers: RailOutcome[] = [{ kind: 'not_found' }];
    const id = await opened('submitting', { dueSeconds: 600 });
    const submit = jest.fn<RailConnector['submit']>().mockResolvedValue(REFUSED);
    rails.set(id, { submit, query: () => Promise.resolve(answers.shift() ?? COLLECTED) });
    await world.database.query('UPDATE rail_operation SET due_at = clock_timestamp() WHERE operation_id = $1', [id]);
    await eventually(() => outcomesOf(id).length > 0);
    expect(outcomesOf(id)).toEqual(['charge.succeeded']);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('that never began is declined in time also when its rail has no credentials any more', async () => {
    const id = await opened('requested', { dueSeconds: 0, ageSeconds: 130 });
    await eventually(() => outcomesOf(id).length > 0);
    expect(outcomesOf(id)).toEqual(['charge.failed']);
  });

  const dueNow = (id: string, polls = 0): Promise<unknown> =>
    world.database.query('UPDATE rail_operation SET due_at = clock_timestamp(), polls = $2 WHERE operation_id = $1', [
      id,
      polls,
    ]);
  const dueInSeconds = async (id: string): Promise<number> => {
    const [row] = await world.database.query<{ seconds: number }>(
      'SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM rail_operation WHERE operation_id = $1',
      [id],
    );
    return row?.seconds ?? 0;
  };
  const shownOf = async (id: string): Promise<EscalatedRailOperation | undefined> =>
    (await repository().escalated(100)).find(({ operationId }) => operationId === id);
  const escalationOf = async (id: string): Promise<string | undefined> => (await shownOf(id))?.escalation;

  it('that waits in suspense is asked about less and less often', async () => {
    const id = await opened('pending', { ageSeconds: 7_200 });
    rails.set(id, { submit: noSubmission, query: () => Promise.resolve({ ...COLLECTED, amount: 800n }) });
    await dueNow(id, 10);
    await eventually(async () => (await escalationOf(id)) === 'amount_differs');
    await eventually(async () => (await dueInSeconds(id)) > 600);
  });

  const errorsOf = (id: string): (() => number) => {
    const logged = apps.map((app) => jest.spyOn(app.get(Logger), 'error'));
    return () => logged.flatMap(({ mock }) => mock.calls).filter(([, , fields]) => fields?.chargeId === id).length;
  };
  const suspense = async (): Promise<bigint> => (await world.balance('', 'suspense')) ?? 0n;

  it.each([
    ['a failure', REFUSED],
    ['the amount that was asked for', COLLECTED],
    ['yet another amount', { ...COLLECTED, amount: 600n }],
  ])('that waits in suspense is for an operator alone, also when the rail reports %s later', async (_, later) => {
    const before = await suspense();
    const id = await opened('pending', { ageSeconds: 7_200 });
    const errors = errorsOf(id);
    const answers: RailOutcome[] = [
      { ...COLLECTED, amount: 400n },
      { ...COLLECTED, amount: 400n },
    ];
    const query = jest.fn<RailConnector['query']>().mockImplementation(() => Promise.resolve(answers.shift() ?? later));
    rails.set(id, { submit: noSubmission, query });
    for (const [times, escalation] of (
      ['amount_differs', 'amount_differs', 'contradiction', 'contradiction'] as const
    ).entries()) {
      await dueNow(id, 10);
      await eventually(async () => query.mock.calls.length > times && (await dueInSeconds(id)) > 600);
      expect(await escalationOf(id)).toBe(escalation);
    }
    expect(await find(id)).toMatchObject({ state: 'escalated', suspendedAmount: 400n });
    expect(errors()).toBe(2);
    expect(outcomesOf(id)).toEqual([]);
    expect(await suspense()).toBe(before + 400n);

    // an instance that looked before the money arrived there settles nothing either
    const stale = { ...(await find(id)), suspendedAmount: null, escalation: null };
    await of(0).get(SettleOperation).execute(stale, later);
    expect(await find(id)).toMatchObject({ state: 'escalated', suspendedAmount: 400n });

    const resolve = of(0).get(ResolveOperation);
    expect(await resolve.execute({ chargeId: id, resolution: 'succeeded' })).toMatchObject({
      ok: false,
      code: 'parameter_invalid',
      detail: 'less was collected than the charge asks for',
    });
    expect(await resolve.execute({ chargeId: id, resolution: 'declined' })).toMatchObject({
      data: { state: 'declined' },
    });
    expect(await escalationOf(id)).toBeUndefined();
    expect(await suspense()).toBe(before + 400n);
    expect(await world.violations()).toEqual([]);
  });

  it.each([
    ['another currency', { ...COLLECTED, amount: 800n, currency: 'EUR' }, 'collected 800 EUR'],
    ['nothing', { ...COLLECTED, amount: 0n }, 'collected 0 XAF'],
  ])('for which the rail collected %s is shown to people, and nothing is booked', async (_, collected, remark) => {
    const accounts = async (): Promise<unknown> => [await suspense(), await world.balance('mtn_momo', 'float')];
    const before = await accounts();
    const id = await opened('pending', { ageSeconds: 7_200 });
    const errors = errorsOf(id);
    const answers: RailOutcome[] = [collected, { kind: 'not_found' }, collected];
    const query = jest
      .fn<RailConnector['query']>()
      .mockImplementation(() => Promise.resolve(answers.shift() ?? COLLECTED));
    rails.set(id, { submit: noSubmission, query });
    for (const [times, escalation] of (
      ['amount_differs', 'amount_differs', 'amount_differs', 'contradiction'] as const
    ).entries()) {
      await dueNow(id, 10);
      await eventually(async () => query.mock.calls.length > times && (await dueInSeconds(id)) > 600);
      expect(await shownOf(id)).toMatchObject({ state: 'escalated', escalation, remark, suspendedAmount: null });
    }
    expect(errors()).toBe(2);
    expect(await accounts()).toEqual(before);

    // the same after a decline
    const declined = await opened('pending');
    await of(0)
      .get(SettleOperation)
      .execute(await find(declined), REFUSED);
    await of(0)
      .get(SettleOperation)
      .contradict(await find(declined), collected);
    expect(await shownOf(declined)).toMatchObject({ state: 'declined', escalation: 'contradiction', remark });
    expect(await accounts()).toEqual(before);
    expect(await world.violations()).toEqual([]);
  });

  it('that is open for a day is escalated, and still ends with what the rail reports', async () => {
    const id = await opened('pending', { ageSeconds: 25 * 3_600 });
    const answers: RailOutcome[] = [{ kind: 'accepted' }];
    rails.set(id, { submit: noSubmission, query: () => Promise.resolve(answers.shift() ?? COLLECTED) });
    await dueNow(id, 10);
    await eventually(async () => (await escalationOf(id)) === 'too_old');
    expect(outcomesOf(id)).toEqual([]);
    await dueNow(id, 10);
    await eventually(() => outcomesOf(id).length > 0);
    expect(outcomesOf(id)).toEqual(['charge.succeeded']);
  });

  it('that is open for a day is escalated also while its rail has no credentials', async () => {
    const id = await opened('in_doubt', { ageSeconds: 25 * 3_600 });
    await dueNow(id, 10);
    await eventually(async () => (await escalationOf(id)) === 'too_old');
  });

  it('that succeeded, and is refused later, stays a success and is shown to people', async () => {
    const id = await opened('pending');
    rails.set(id, { submit: noSubmission, query: () => Promise.resolve(REFUSED) });
    await of(0)
      .get(SettleOperation)
      .execute(await find(id), COLLECTED);
    expect(await repository().hint('mtn_momo', (await find(id)).callbackToken)).toBe(true);
    await eventually(async () => (await escalationOf(id)) === 'contradiction');
    expect(await find(id)).toMatchObject({ state: 'succeeded', suspendedAmount: null });

    const resolve = of(0).get(ResolveOperation);
    const reply = { ok: true, data: { state: 'succeeded' } };
    expect(await resolve.execute({ chargeId: id, resolution: 'declined' })).toMatchObject(reply);
    expect(await escalationOf(id)).toBe('contradiction');
    expect(await resolve.execute({ chargeId: id, resolution: 'succeeded' })).toMatchObject(reply);
    expect(await escalationOf(id)).toBeUndefined();
    expect(await find(id)).toMatchObject({ state: 'succeeded' });
    expect(outcomesOf(id)).toEqual(['charge.succeeded']);
  });

  it('that was declined, and is paid all the same, is shown to people, and its money waits in suspense', async () => {
    const before = await suspense();
    const id = await opened('escalated');
    const operation = await find(id);
    rails.set(id, { submit: noSubmission, query: () => Promise.resolve(COLLECTED) });
    await of(0).get(SettleOperation).execute(operation, REFUSED);
    expect(await repository().hint('mtn_momo', operation.callbackToken)).toBe(true);
    await eventually(async () => (await escalationOf(id)) === 'contradiction');
    expect(await find(id)).toMatchObject({ state: 'declined', suspendedAmount: 700n });
    expect(await suspense()).toBe(before + 700n);
    expect(await world.violations()).toEqual([]);
  });
});
