import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OperatorOutcomes, OperatorsRead } from '@paygate/contracts';
import { accept, compileChecker, OperatorsView, readOperators, ReadOperatorsCommand, refuse } from '@paygate/contracts';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const publishable = newApiKey({ type: 'publishable', merchantId });
const live = newApiKey({ type: 'publishable', mode: 'live', merchantId });
const reader = newApiKey({ type: 'restricted', scopes: ['intents:read'], merchantId });
const other = newApiKey({ type: 'restricted', scopes: ['balance:read'], merchantId });

const last5Minutes: OperatorOutcomes = { succeeded: 3, declined: 1, failed: 0, stuck: 0, medianSeconds: 17 };
const last60Minutes: OperatorOutcomes = { succeeded: 0, declined: 0, failed: 15, stuck: 15, medianSeconds: null };
const read: OperatorsRead = {
  data: [
    {
      ...{ operator: 'mtn_momo', currencies: ['XAF'], numberPrefixes: ['+23767'], promptName: null, dial: '*126#' },
      state: 'down',
      methods: [
        {
          ...{ method: 'collect', limits: [{ currency: 'XAF', min: '100', max: '1000000' }] },
          ...{ state: 'down', last5Minutes, last60Minutes },
        },
      ],
    },
  ],
  readAt: '2026-11-28T09:00:00.000Z',
};

beforeAll(async () => {
  for (const { row } of [secret, publishable, live, reader, other]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(readOperators, () => accept(read));
});

const ask = (key: string, path = '/operators') => gateway.ask({ method: 'GET', path, headers: { 'x-api-key': key } });
const sent = () => busDouble.sent.map(({ payload }) => payload);

describe('the operators', () => {
  test.each([
    ['a publishable key', publishable.key],
    ['a secret key', secret.key],
    ['a restricted key with intents:read', reader.key],
  ])('[14.1] are listed with their state and figures to %s', async (_name, key) => {
    const { status, body } = await ask(key);
    expect(status).toBe(200);
    expect(compileChecker(OperatorsView)(body)).toEqual([]);
    expect(body).toEqual(Object.assign({ object: 'operators', mode: 'test' }, read));
    expect(sent()).toEqual([{ mode: 'test' }]);
    for (const command of sent()) expect(compileChecker(ReadOperatorsCommand)(command)).toEqual([]);
  });

  test('[14.1] are those of the mode of the key', async () => {
    expect((await ask(live.key)).body).toMatchObject({ mode: 'live' });
    expect(sent()).toEqual([{ mode: 'live' }]);
  });

  test('need the scope intents:read, and take no parameter', async () => {
    expect((await ask(other.key)).body).toMatchObject({ status: 403, code: 'scope_missing' });
    expect((await ask(secret.key, '/operators?mode=live')).body).toMatchObject({
      ...{ status: 400, code: 'parameter_unknown' },
    });
    expect(sent()).toEqual([]);
  });

  test('that nobody counts now are answered with 503', async () => {
    busDouble.on(readOperators, () => refuse('service_unavailable'));
    expect((await ask(publishable.key)).body).toMatchObject({ status: 503, code: 'service_unavailable' });
  });
});
