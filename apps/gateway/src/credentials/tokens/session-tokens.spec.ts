import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CreateIntentCommand } from '@paygate/contracts';
import { getIntent, SESSION_TOKEN_PATTERN } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../test/fixtures/samples.js';
import { SessionTokens } from './session-tokens.js';

let gateway: GatewayUnderTest;
const { key, row } = newApiKey({ type: 'publishable' });
const { merchantId } = row;
const intentId = newId('intent');

beforeAll(async () => {
  apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());

describe('a session token', () => {
  const paymentOf = (change: Partial<CreateIntentCommand> = {}) => {
    const order = { intentId: newId('intent'), amount: '5000', currency: 'XAF', metadata: '{}' } as const;
    return intentOf({ ...order, merchantId, mode: 'test', ...change });
  };
  /** The answer of the gateway; undefined when it asks for the intent. */
  const read = async (token: string): Promise<unknown> => {
    const headers = { 'x-api-key': key, 'x-session-token': token };
    busDouble.sent.length = 0;
    const { body } = await gateway.ask({ path: '/gateway/session', headers });
    return busDouble.sent.length === 0 ? body['code'] : undefined;
  };

  test('[1.10] reads the intent whose id it contains', async () => {
    const token = gateway.get(SessionTokens).mintBare(intentId);
    expect(token).toMatch(/^sess_[0-9a-z]{26}[A-Za-z0-9_-]{43}$/);
    expect(await read(token)).toBeUndefined();
    expect(busDouble.sent.at(-1)).toMatchObject({
      name: getIntent.name,
      payload: { intentId, merchantId, mode: 'test' },
    });
  });

  test('[4.21] of a creation says the terms of its payment, the same each time', async () => {
    const sessions = gateway.get(SessionTokens);
    for (const userId of [undefined, newId('user')])
      for (const mode of ['test', 'live'] as const) {
        const intent = paymentOf({ mode, ...(userId && { userId }) });
        const token = sessions.mint(intent);
        expect(token).toMatch(SESSION_TOKEN_PATTERN);
        expect(sessions.mint(Object.assign({}, intent, { status: 'COMPLETED', version: 4 }))).toBe(token);
        const { amount, currency, expiresAt } = intent;
        expect(sessions.read(token)).toEqual({
          intentId: intent.id,
          payment: { merchantId, mode, amount, currency, userId: userId ?? null, expiresAt },
        });
      }
    expect(await read(sessions.mint(paymentOf()))).toBeUndefined();
  });

  test('[4.21] with the terms of another is refused, and a bare one takes no terms', () => {
    const sessions = gateway.get(SessionTokens);
    const parts = (token: string) => [token.slice(0, -43), token.slice(-43)] as const;
    const intent = paymentOf();
    const [, proof] = parts(sessions.mint(intent));
    const [, bareProof] = parts(sessions.mintBare(intent.id));
    for (const other of [{ merchantId: newId('merchant') }, { mode: 'live' as const }, { amount: '1' }])
      for (const kept of [proof, bareProof]) {
        const forged = parts(sessions.mint(paymentOf({ intentId: intent.id, ...other })))[0] + kept;
        expect(() => sessions.read(forged)).toThrow('session token');
      }
    expect(() => sessions.read(parts(sessions.mintBare(intent.id))[0] + proof)).toThrow('session token');
  });

  test.each(['mint', 'mintBare'] as const)(
    '[1.10][4.21] with any one character changed is refused (%s)',
    async (form) => {
      const sessions = gateway.get(SessionTokens);
      const token = form === 'mint' ? sessions.mint(paymentOf()) : sessions.mintBare(newId('intent'));
      for (let at = 0; at < token.length; at += 1) {
        const other = token[at] === '0' ? '1' : '0';
        expect(() => sessions.read(token.slice(0, at) + other + token.slice(at + 1))).toThrow('session token');
      }
      for (const other of [`${token}A`, '']) expect(await read(other)).toBe('session_token_invalid');
    },
  );

  test('of a secret that is being replaced is still valid, one of a foreign secret is not', async () => {
    const [first = '', second = ''] = ['a', 'b'].map((letter) => Buffer.alloc(32, letter).toString('base64'));
    const older = await GatewayUnderTest.start(GatewayWithDoubles, { SESSION_TOKEN_SECRETS: second });
    const newer = await GatewayUnderTest.start(GatewayWithDoubles, { SESSION_TOKEN_SECRETS: `${first}, ${second}` });
    try {
      const token = older.get(SessionTokens).mintBare(intentId);
      expect(newer.get(SessionTokens).read(token).intentId).toBe(intentId);
      expect(newer.get(SessionTokens).mintBare(intentId)).not.toBe(token);
      expect(() => gateway.get(SessionTokens).read(token).intentId).toThrow('session token');
    } finally {
      await older.stop();
      await newer.stop();
    }
  });
});
