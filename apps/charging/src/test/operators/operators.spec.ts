import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { compileChecker, OperatorsRead, readOperators } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import { ChargingUnderTest } from '../charging-under-test.js';
import { seed } from './seeded-operations.js';

const MTN = { targetEnvironment: 'sandbox', subscriptionKey: 's', apiUser: 'u', apiKey: 'k' };

describe('the operators of an installation', () => {
  let world: ChargingUnderTest;
  let gateway: CommandBus;
  beforeAll(async () => {
    world = await ChargingUnderTest.prepare({
      MTN_MOMO_TEST_URL: 'http://127.0.0.1:1',
      MTN_MOMO_TEST_CREDENTIALS: JSON.stringify(MTN),
      MTN_MOMO_PROMPT_NAME: 'PAYGATE',
    });
    await world.start();
    gateway = await world.startGateway();
  });
  afterAll(() => world.end());

  const read = async (mode: Mode = 'test'): Promise<OperatorsRead> => {
    const sender = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
    const reply = await gateway.send(readOperators, { mode }, sender);
    if (!reply.ok) throw new Error(`the operators were refused: ${reply.code}`);
    expect(compileChecker(OperatorsRead)(reply.data)).toEqual([]);
    return reply.data;
  };

  it('[14.1] are those that the mode has, with their terms, unknown without outcomes', async () => {
    const { data } = await read();
    const limits = [{ currency: 'XAF', min: '100', max: '1000000' }];
    expect(data).toMatchObject([
      {
        ...{ operator: 'mtn_momo', currencies: ['XAF'], promptName: 'PAYGATE', dial: '*126#', state: 'unknown' },
        methods: [{ method: 'collect', limits, state: 'unknown' }],
      },
    ]);
    expect(data[0]?.numberPrefixes).toContain('+23767');
    expect((await read('live')).data).toEqual([]);
  });

  it('[14.2] are degraded and down by failures and by what is stuck, and what payers decline changes nothing', async () => {
    const query = (text: string, values?: readonly unknown[]) => world.database.query(text, values);
    const stateBecomes = (state: string) =>
      eventually(
        async () => {
          expect((await read()).data[0]?.state).toBe(state);
          return true;
        },
        { timeoutMs: PATIENCE_MS },
      );
    await seed(query, { count: 10 });
    await seed(query, { state: 'declined', code: 'payer_rejected', count: 30 });
    await stateBecomes('operational');
    await seed(query, { state: 'declined', code: 'rail_error', count: 10 });
    await stateBecomes('degraded');
    await seed(query, { state: 'escalated', ageSeconds: 70, count: 30 });
    await stateBecomes('down');
  });
});
