import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { operationList, operations } from '@paygate/contracts';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { routeOf } from '../routes.js';
import { COMPRESSED_FROM_BYTES, compressAnswers, compressedOperations } from './compression.js';

const text = (more: object = {}) => JSON.stringify({ ...more, filling: 'x'.repeat(COMPRESSED_FROM_BYTES) });
/** The answer of each operation at this gateway. */
let answer = { status: 0, body: '' };
let gateway: FastifyInstance;
beforeAll(async () => {
  gateway = Fastify();
  compressAnswers(gateway);
  for (const operation of operationList)
    gateway.route({
      method: operation.method,
      url: routeOf(operation),
      handler: (_request, reply) => {
        const status = answer.status === 0 ? operation.success : answer.status;
        void reply.code(status).header('content-type', 'application/json').header('vary', 'origin').send(answer.body);
      },
    });
  await gateway.ready();
});
afterAll(() => gateway.close());

function ask({ method, path }: Operation, body: string, { encodings = 'gzip, br', status = 0 } = {}) {
  answer = { status, body };
  const headers = encodings === '' ? {} : { 'accept-encoding': encodings };
  return gateway.inject({ method, url: path.replaceAll(/\{\w+\}/g, 'one'), headers });
}

/* Which answers are compressed: one list, over all operations. */
const listed = [
  ...['getBalanceSummary', 'getDelivery', 'getEvent', 'getIntentTimeline', 'getOwnSummary', 'getPaymentMetrics'],
  ...['getPayoutTransactions', 'listAuditEvents', 'listBalanceTransactions', 'listCustomers', 'listEventDeliveries'],
  ...['listEvents', 'listFormerMembers', 'listGuests', 'listIntentRefunds', 'listIntentReversals'],
  ...['listIntents', 'listMembers'],
  ...[
    'listPaymentLinks',
    'listPayouts',
    'listRefunds',
    'listRequestLog',
    'listWebhookEndpointDeliveries',
    'searchIntents',
  ],
];

test('the list of compressed operations has them all', () => {
  expect(compressedOperations.map(({ id }) => id).toSorted()).toEqual(listed);
});

const answering = operationList.filter(({ answer: body }) => body !== undefined);
test.each(answering.map((operation) => [operation.id, operation] as const))(
  '%s is compressed if it is listed, and only then',
  async (id, operation) => {
    const { headers, rawPayload, body } = await ask(operation, text());
    const isListed = listed.includes(id);
    expect(headers['content-encoding']).toBe(isListed ? 'gzip' : undefined);
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(isListed ? gunzipSync(rawPayload).toString() : body).toBe(text());
  },
);

describe('an answer with a credential is never compressed', () => {
  // created once, or shown to whoever may read them: keys, secrets, tokens, codes
  const secret: readonly (keyof typeof operations)[] = [
    'createApiKey',
    'rotateApiKey',
    'listApiKeys',
    'createWebhookEndpoint',
    'rotateWebhookSecret',
    'createIntent',
    'getIntent',
    'getIntentBySession',
    'retryIntent',
    'payLink',
    'initOtp',
    'verifyOtp',
    'signIn',
    'signInToDashboard',
    'beginSecondFactor',
    'confirmSecondFactor',
    'renewRecoveryCodes',
    'confirmAccount',
    'readTestInbox',
    'registerUser',
    'listWebhookEndpoints',
    'getWebhookEndpoint',
  ];

  test.each(secret)('%s', (id) => {
    expect(listed).not.toContain(id);
  });

  test.each([operations.listIntents, operations.searchIntents])(
    '$id with the page of an open payment',
    async (list) => {
      const checkoutUrl = 'https://pay.example/checkout/cs_live_01k8zq4a2nf8rb0v6d7jep5f9x';
      const { headers, body } = await ask(list, text({ checkoutUrl }));
      expect([headers['content-encoding'], body]).toEqual([undefined, text({ checkoutUrl })]);
    },
  );
});

test.each([
  ['a caller that does not accept it', text(), { encodings: '' }],
  ['a caller that accepts another one', text(), { encodings: 'br, deflate' }],
  ['a short answer', '{}', {}],
  ['a problem', text(), { status: 400 }],
])('%s: sent as it is, and caches know that it varies', async (_what, body, asking) => {
  const { headers, body: sent } = await ask(operations.listPayouts, body, asking);
  expect([headers['content-encoding'], headers.vary, sent]).toEqual([undefined, 'origin, accept-encoding', body]);
});
