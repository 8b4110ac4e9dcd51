import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import { ReloadingSecret } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import { eventually, startRailSimulator } from '@paygate/testing';
import type { Collection, RailConnector, RailOutcome } from '../rails/connectors/connector.js';
import { MtnMomoConnector } from '../rails/connectors/mtn-momo/mtn-momo-connector.js';
import { OrangeMoneyConnector } from '../rails/connectors/orange-money/orange-money-connector.js';

const CALL_MS = 10_000;
const AMOUNT = 700n;
const PAID = { kind: 'succeeded', amount: AMOUNT, currency: 'XAF', providerReference: expect.any(String) };
const NOBODY = 'http://127.0.0.1:1';

const rails = {
  mtn_momo: { Connector: MtnMomoConnector, credentials: 'MTN_MOMO_TEST_CREDENTIALS', prefix: '+2376777' },
  orange_money: { Connector: OrangeMoneyConnector, credentials: 'ORANGE_MONEY_TEST_CREDENTIALS', prefix: '+2376977' },
} as const;

let simulator: RailSimulator;
beforeAll(async () => {
  simulator = await startRailSimulator();
});
afterAll(async () => {
  await simulator.stop();
});

/** The promises of every connector to the worker that calls it, whatever its rail does: the contract of RailConnector. */
describe.each<MobileOperator>(['mtn_momo', 'orange_money'])('the connector of %s', (rail) => {
  const { Connector, credentials, prefix } = rails[rail];
  const connect = (url = simulator.url): RailConnector =>
    new Connector(url, new ReloadingSecret(simulator.env[credentials] ?? ''));
  const within = (): AbortSignal => AbortSignal.timeout(CALL_MS);
  let payers = 0;

  /** A collection that is ready to be submitted, from a payer of its own. */
  const prepared = async (connector: RailConnector, digits: string): Promise<Collection> => {
    payers += 1;
    const outcome = await connector.prepare?.(within());
    return {
      ...{ reference: randomUUID(), orderId: `ch_${payers}`, amount: AMOUNT, currency: 'XAF', callbackUrl: undefined },
      railToken: outcome?.kind === 'prepared' ? outcome.railToken : null,
      originalReference: null,
      phone: `${prefix}${String(payers).padStart(3, '0')}${digits}`,
    };
  };
  const submitted = async (digits: string): Promise<readonly [RailOutcome, Collection, RailConnector]> => {
    const connector = connect();
    const collection = await prepared(connector, digits);
    return [await connector.submit(collection, within()), collection, connector];
  };
  const final = (connector: RailConnector, collection: Collection): Promise<RailOutcome> =>
    eventually(async () => {
      const outcome = await connector.query(collection, within());
      return (outcome.kind === 'succeeded' || outcome.kind === 'declined') && outcome;
    });
  const debits = async ({ phone }: Collection): Promise<readonly string[]> => {
    const lines = await simulator.control.statement(rail);
    return lines.filter(({ msisdn }) => msisdn.endsWith(phone.slice(-9))).map(({ amount }) => amount);
  };

  it('collects what it was asked for', async () => {
    const [outcome, collection, connector] = await submitted('01');
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(await final(connector, collection)).toEqual(PAID);
    expect(await debits(collection)).toEqual(['-700']);
  });

  it('debits once however often a collection is submitted, and never takes the repetition for a decline', async () => {
    const [, collection, connector] = await submitted('01');
    const again = await Promise.all([1, 2, 3].map(() => connector.submit(collection, within())));
    await final(connector, collection);
    again.push(await connector.submit(collection, within()));
    for (const { kind } of again) expect(['accepted', 'succeeded', 'in_doubt']).toContain(kind);
    expect(await debits(collection)).toEqual(['-700']);
  });

  it('does not find what was never submitted', async () => {
    const connector = connect();
    const collection = await prepared(connector, '01');
    expect(await connector.query(collection, within())).toEqual({ kind: 'not_found' });
  });

  it.each([
    ['10', 'insufficient_funds'],
    ['11', 'payer_rejected'],
    ['12', 'payer_timeout'],
    ['13', 'payer_not_found'],
    ['14', 'payer_limit_reached'],
    ['15', 'payer_blocked'],
    ['18', 'rail_error'],
    ['99', 'payer_not_found'],
  ])('reports the decline of number %s as %s', async (digits, code) => {
    const [outcome, collection, connector] = await submitted(digits);
    const decided = outcome.kind === 'declined' ? outcome : await final(connector, collection);
    expect(decided).toMatchObject({ kind: 'declined', code });
    expect(await debits(collection)).toEqual([]);
  });

  it.each(['30', '32', '34'])(
    'is in doubt when the answer of number %s is lost, and finds it later',
    async (digits) => {
      const [outcome, collection, connector] = await submitted(digits);
      expect(outcome.kind).toBe('in_doubt');
      expect(await final(connector, collection)).toEqual(PAID);
    },
  );

  it.each(['31', '33', '39'])('is in doubt about number %s, which the rail has not processed', async (digits) => {
    const [outcome, collection, connector] = await submitted(digits);
    expect(outcome.kind).toBe('in_doubt');
    expect(await connector.query(collection, within())).toEqual({ kind: 'not_found' });
    expect(await debits(collection)).toEqual([]);
  });

  it('knows that a refusal for the rate had no effect', async () => {
    const [outcome] = await submitted('38');
    expect(outcome.kind).toBe('unprocessed');
  });

  it('replaces an access token that the rail refuses', async () => {
    const [outcome, collection, connector] = await submitted('37');
    expect(outcome.kind).toBe('accepted');
    expect(await final(connector, collection)).toEqual(PAID);
  });

  it('reports the amount that was collected, not the one that was asked for', async () => {
    const [, collection, connector] = await submitted('42');
    expect(await final(connector, collection)).toEqual({ ...PAID, amount: 800n });
  });

  it('is in doubt about a status that is not documented', async () => {
    const [, collection, connector] = await submitted('44');
    expect((await connector.query(collection, within())).kind).toBe('in_doubt');
  });

  it('is in doubt when the rail does not answer in time', async () => {
    const connector = connect();
    const collection = await prepared(connector, '01');
    await simulator.control.put('faults', { no_answer: 1 });
    try {
      expect((await connector.submit(collection, AbortSignal.timeout(500))).kind).toBe('in_doubt');
      expect((await connector.query(collection, AbortSignal.timeout(500))).kind).toBe('in_doubt');
    } finally {
      await simulator.control.put('faults', { no_answer: 0 });
    }
  });

  it('knows that nothing was sent to a rail that cannot be reached', async () => {
    const collection = await prepared(connect(), '01');
    expect((await connect(NOBODY).submit(collection, within())).kind).toBe('unprocessed');
    expect((await connect(NOBODY).query(collection, within())).kind).toBe('in_doubt');
  });

  it('is not configured without credentials', () => {
    expect(connect().isConfigured()).toBe(true);
    expect(new Connector(NOBODY, new ReloadingSecret('{}')).isConfigured()).toBe(false);
  });
});
