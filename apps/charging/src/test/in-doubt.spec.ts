import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, MobileOperator } from '@paygate/contracts';
import { OperationWorker } from '../rails/operations/operation-worker.js';
import { OperationsRepository } from '../rails/operations/operations.repository.js';
import type { RailConnector, RailOutcome } from '../rails/connectors/connector.js';
import type { RailSimulator, TestDatabase } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { ChargingUnderTest } from './charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from './mobile-money.js';
import { askFirst, COLLECTED, noSubmission, NOT_FOUND_SECONDS, OperationsUnderTest } from './operations-under-test.js';

jest.setTimeout(240_000);

/** Guarantees that nobody has to wait for a rail that has lost an operation. Here the spec itself is the rail. */
describe('an operation in doubt', () => {
  let charging: OperationsUnderTest;
  beforeAll(async () => {
    charging = await OperationsUnderTest.start();
  });
  afterAll(() => charging.end());

  /** The id of one that its rail has been asked about, and answered so. */
  const asked = async (answer: RailOutcome, ageSeconds = 600): Promise<string> => {
    const id = await charging.opened('in_doubt', { ageSeconds });
    const query = jest.fn<RailConnector['query']>().mockResolvedValue(answer);
    charging.rails.set(id, { submit: noSubmission, query });
    await charging.dueNow(id, 3);
    await eventually(async () => query.mock.calls.length > 0 && (await charging.find(id)).polls === 4);
    return id;
  };

  it('is listed with its history as soon as it is in doubt', async () => {
    const id = await charging.opened('in_doubt', { ageSeconds: 5 });
    expect(await charging.listed(id)).toMatchObject({
      ...{ state: 'in_doubt', escalation: null, attempt: 1, polls: 0, notFoundSince: null, isDecidable: false },
      submittedAt: expect.any(Date),
    });
  });

  it('may be decided once its rail has known nothing of it for 15 minutes, and not before', async () => {
    const id = await asked({ kind: 'not_found' });
    expect(await charging.listed(id)).toMatchObject({ remark: 'not found', notFoundSince: expect.any(Date) });
    expect(await charging.operator.resolve({ chargeId: id, resolution: 'declined' })).toMatchObject({
      ...{ ok: false, code: 'parameter_invalid', param: 'chargeId' },
      detail: 'the operation is in doubt: it may be decided once the rail has known nothing of it for 900 seconds',
    });
    expect(await charging.listed(id, { isForgotten: true })).toBeUndefined();

    await charging.notFoundFor(id, NOT_FOUND_SECONDS);
    expect(await charging.listed(id, { isForgotten: true })).toMatchObject({ isDecidable: true });
    const declined = { data: { chargeId: id, state: 'declined' } };
    expect(await charging.operator.resolve({ chargeId: id, resolution: 'declined' })).toMatchObject(declined);
    await eventually(() => charging.outcomesOf(id).length > 0);
    expect(charging.outcomesOf(id)).toEqual(['charge.failed']);
    expect(charging.deciderOf(id)).toBe('person');
    expect(await charging.listed(id)).toBeUndefined();
  });

  it.each<[string, RailOutcome]>([
    ['takes long', { kind: 'in_doubt', remark: 'time-out' }],
    ['has it', { kind: 'accepted' }],
  ])('waits for another 15 minutes when its rail %s', async (_, answer) => {
    const id = await asked({ kind: 'not_found' });
    await charging.notFoundFor(id, NOT_FOUND_SECONDS);
    const query = jest.fn<RailConnector['query']>().mockResolvedValue(answer);
    charging.rails.set(id, { submit: noSubmission, query });
    await charging.dueNow(id, 3);
    await eventually(async () => (await charging.find(id)).notFoundSince === null);
    expect(await charging.operator.resolve({ chargeId: id, resolution: 'declined' })).toMatchObject({ ok: false });
  });

  it('is decided once by an operator and its rail, and money that comes after a decline is kept in suspense', async () => {
    const before = await charging.suspense();
    const id = await asked({ kind: 'not_found' });
    await charging.notFoundFor(id, NOT_FOUND_SECONDS);
    const stale = await charging.find(id);
    await charging.operator.resolve({ chargeId: id, resolution: 'declined' });
    await charging.settle.settle(stale, COLLECTED);
    expect(await charging.find(id)).toMatchObject({ state: 'declined', escalation: 'contradiction' });
    expect(await charging.suspense()).toBe(before + 700n);
    expect(await charging.world.violations()).toEqual([]);
  });

  it('is not polled less often because callbacks come', async () => {
    const id = await charging.opened('pending', { ageSeconds: 30 });
    await charging.world.database.query(
      'UPDATE rail_operation SET polls = 2, prompted_at = accepted_at WHERE operation_id = $1',
      [id],
    );
    const query = jest.fn<RailConnector['query']>().mockResolvedValue({ kind: 'accepted' });
    charging.rails.set(id, { submit: noSubmission, query });
    for (let hints = 1; hints <= 12; hints += 1) {
      await charging.calledBack(id);
      charging.of(0).get(OperationWorker).wake();
      await eventually(async () => query.mock.calls.length >= hints && (await charging.dueInSeconds(id)) < 40);
    }
    expect((await charging.find(id)).polls).toBe(2);
    expect(await charging.dueInSeconds(id)).toBeLessThan(6);
  });
});

/** Guarantees that money which a rail took after the backup is not declined without asking it. */
describe('a restored copy', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    money = await MobileMoney.start(simulator, world);
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  const statesIn = async (database: Pick<TestDatabase, 'query'>, charges: readonly ChargeRequested[]) => {
    const rows = await database.query<{ id: string; state: string }>(
      'SELECT operation_id AS id, state FROM rail_operation WHERE operation_id = ANY ($1)',
      [charges.map(({ chargeId }) => chargeId)],
    );
    return charges.map(({ chargeId }) => rows.find(({ id }) => id === chargeId)?.state);
  };

  it.each<[MobileOperator, readonly string[]]>([
    ['mtn_momo', ['succeeded', 'declined']],
    // it has no token to ask by: people decide by the operator's statement
    ['orange_money', ['in_doubt', 'in_doubt']],
  ])('asks %s about what was requested at the moment of the backup', async (rail, expected) => {
    const before = await debitedBy(simulator, rail);
    const asItWas = await world.start();
    jest.spyOn(asItWas.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
    const charges = await Promise.all([money.pay(rail, '01'), money.pay(rail, '10')]);
    await eventually(async () => (await statesIn(world.database, charges)).every((state) => state === 'requested'));
    await asItWas.stop();
    const copy = await world.database.copied();
    const sinceThen = await world.start();
    await world.settled(charges);
    await sinceThen.stop();
    expect((await debitedBy(simulator, rail)) - before).toBe(700n);

    await askFirst(copy);
    // what is asked about is by then too old to be submitted again
    const restored = await world.start({ DATABASE_URL: copy.serviceUrl, CHARGE_START_SECONDS: '1' });
    await eventually(async () => String(await statesIn(copy, charges)) === String(expected));
    await eventually(async () => {
      const unasked = 'SELECT FROM rail_operation WHERE ended_at IS NULL AND not_found_since IS NULL';
      return (await copy.query(unasked)).length === 0;
    });
    await restored.stop();
    expect((await debitedBy(simulator, rail)) - before).toBe(700n);
    await copy.drop();
  });
});
