import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MomoClient } from './fixtures/rail-clients.js';
import { rawExchange } from './fixtures/raw-exchange.js';
import type { SimulatorUnderTest } from './fixtures/simulator.js';
import { momoCredentials, startSimulator } from './fixtures/simulator.js';

let simulator: SimulatorUnderTest;
let token: string;

beforeAll(async () => {
  simulator = await startSimulator('wire');
  const momo = new MomoClient(simulator.railsUrl, 'http://127.0.0.1:1');
  await momo.signIn();
  token = momo.token;
});
afterAll(() => simulator.stop());

const raw = (lines: readonly string[], body = ''): ReturnType<typeof rawExchange> =>
  rawExchange(simulator.railsPort, [...lines, 'host: rails', 'connection: close', '', body].join('\r\n'));

const authorized = (): readonly string[] => [
  `authorization: Bearer ${token}`,
  `x-target-environment: ${momoCredentials.targetEnvironment}`,
  `ocp-apim-subscription-key: ${momoCredentials.subscriptionKey}`,
];

function requestToPay(digits: string): ReturnType<typeof rawExchange> {
  const payer = { partyIdType: 'MSISDN', partyId: `2376700000${digits}` };
  const body = JSON.stringify({ amount: '100', currency: 'XAF', externalId: '1', payer });
  const head = ['POST /collection/v1_0/requesttopay HTTP/1.1', ...authorized(), `x-reference-id: ${randomUUID()}`];
  return raw([...head, `content-length: ${Buffer.byteLength(body)}`, 'content-type: application/json'], body);
}

describe('bytes on the wire', () => {
  test('of an accepted request to pay are 202 and an empty body', async () => {
    const { received, ended } = await requestToPay('01');
    expect(received).toMatch(/^HTTP\/1\.1 202 Accepted\r\n/);
    expect(received).toMatch(/\r\ncontent-length: 0\r\n/i);
    expect([received.endsWith('\r\n\r\n'), ended]).toEqual([true, 'closed']);
  });

  test.each(['30', '31'])('of number %s are none: the connection is reset', async (digits) => {
    expect(await requestToPay(digits)).toEqual({ received: '', ended: 'ECONNRESET' });
  });

  const basic = Buffer.from(`${momoCredentials.apiUser}:${momoCredentials.apiKey}`).toString('base64');
  const tokenRequest = [
    ...['POST /collection/token/ HTTP/1.1', `authorization: Basic ${basic}`],
    `ocp-apim-subscription-key: ${momoCredentials.subscriptionKey}`,
  ];

  test('of a token request that names no length are a 411 page', async () => {
    const { received } = await raw(tokenRequest);
    expect(received).toMatch(/^HTTP\/1\.1 411 Length Required\r\n[^]*<title>Length Required<\/title>/);
  });

  test.each([
    ['no content type', 'content-length: 0', ''],
    ['JSON', 'content-length: 0', 'content-type: application/json'],
    ['a form', 'content-length: 0', 'content-type: application/x-www-form-urlencoded'],
    ['no content type and chunks', 'transfer-encoding: chunked', ''],
  ])('of a token request with an empty body and %s are a token', async (_name, length, type) => {
    const lines = [...tokenRequest, length, ...(type === '' ? [] : [type])];
    const { received } = await raw(lines, length.startsWith('transfer') ? '0\r\n\r\n' : '');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"access_token"/);
  });

  test('of a body that is too long are 413', async () => {
    const body = 'x'.repeat(70_000);
    const head = ['POST /token HTTP/1.1', `content-length: ${body.length}`];
    expect((await raw(head, body)).received).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('that are no HTTP are answered with 400', async () => {
    expect((await rawExchange(simulator.railsPort, 'HELLO\r\n\r\n')).received).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(['GET /', 'POST /collection/', 'DELETE /collection/v1_0/requesttopay', 'GET /omcoreapis/2/mp/init'])(
    'of %s, which no operator has, are an error',
    async (line) => {
      expect((await raw([`${line} HTTP/1.1`])).received).toMatch(/^HTTP\/1\.1 4(01|04) /);
    },
  );
});
