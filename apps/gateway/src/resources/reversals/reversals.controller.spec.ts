import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Reversal } from '@paygate/contracts';
import { accept, compileChecker, getIntent, listIntentReversals, refuse, ReversalPageAnswer } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const [reader, other] = (['intents:read', 'refunds:read'] as const).map((scope) =>
  newApiKey({ type: 'restricted', scopes: [scope], merchantId }),
);
const account = { merchantId, mode: 'test' } as const;
const intentId = newId('intent');
const path = `/gateway/${intentId}/reversals`;
const bookedAt = '2026-11-22T08:30:00.000Z';
const reversal: Reversal = {
  ...{ reversalId: newId('reversal'), ...account, paymentIntentId: intentId, chargeId: newId('charge') },
  ...{ status: 'BOOKED', amount: '5000' },
  ...{ feeReturned: '0', currency: 'XAF', operator: 'orange_money', bookedAt, returnedAt: null },
};

beforeAll(async () => {
  for (const key of [secret, reader, other]) if (key !== undefined) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const intent = intentOf({ ...account, intentId, amount: '5000', currency: 'XAF', metadata: '{}' });
  busDouble.on(getIntent, () => accept(intent));
  busDouble.on(listIntentReversals, () => accept({ reversals: [reversal], hasMore: true }));
});

const ask = (query = '', key = secret.key) =>
  gateway.ask({ method: 'GET', path: `${path}${query}`, headers: { 'x-api-key': key } });

describe('the reversals of a payment', () => {
  test('[10.9] are listed in pages, as their merchant sees them', async () => {
    const answer = await ask(`?limit=1&startingAfter=${reversal.reversalId}`);
    expect(answer.status).toBe(200);
    expect(compileChecker(ReversalPageAnswer)(answer.body)).toEqual([]);
    const { reversalId: id } = reversal;
    const shown = Object.entries(reversal).filter(([field]) => !['reversalId', 'merchantId'].includes(field));
    const row = Object.assign({ id, object: 'reversal' }, Object.fromEntries(shown));
    expect(answer.body).toEqual({ data: [row], hasMore: true, nextCursor: id });
    const command = busDouble.sent.find(({ name }) => name === 'list-intent-reversals')?.payload;
    expect(command).toEqual({ ...account, intentId, limit: 1, startingAfter: reversal.reversalId });
  });

  test('[10.9] of another merchant or mode are answered like those of a missing payment', async () => {
    busDouble.on(getIntent, () => refuse('intent_not_found'));
    expect((await ask()).body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });

  test('[10.9] need the right to read payments', async () => {
    expect((await ask('', reader?.key)).status).toBe(200);
    expect((await ask('', other?.key)).body).toMatchObject({ status: 403, code: 'scope_missing' });
  });
});
