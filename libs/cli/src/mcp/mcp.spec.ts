import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ClientCapabilities, ElicitResult } from '@modelcontextprotocol/client';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { closeServers, serve } from '../test/local-servers.js';
import { documentOf } from './api-document.js';
import type { OpenApi } from './api-document.js';
import { described } from './describe.js';
import { serveMcp } from './server.js';
import { MAX_TEXT } from './texts.js';

/* The tools as a client of the protocol calls them, in memory, before an API that records what arrives. */

const text = readFileSync('docs/api/openapi.json', 'utf8');
const document = documentOf(JSON.parse(text) as OpenApi);

interface Seen {
  readonly request: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
let seen: Seen[];
let answer: { status: number; text: string };
const open: { close(): Promise<void> }[] = [];
beforeEach(() => {
  seen = [];
  answer = { status: 200, text: '{"id":"pi_1"}' };
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  closeServers();
});

const asking = (decide: () => ElicitResult, asked: string[] = []) => ({ decide, asked });
const agreed = (): ElicitResult => ({ action: 'accept', content: { send: true } });

interface Connection {
  readonly capabilities?: ClientCapabilities;
  readonly person?: ReturnType<typeof asking>;
  readonly allowsWrites?: boolean;
  readonly mode?: 'legacy' | { readonly pin: string };
  readonly key?: string;
}

/** A client that is connected to the tools; its person answers questions where there is one. */
async function connected({ person, allowsWrites = false, mode = 'legacy', key = 'rk_test_1' }: Connection = {}) {
  const { origin } = await serve((request, body) => {
    if (request.url === '/openapi.json') return { status: 200, text };
    seen.push({ request: `${request.method ?? ''} ${request.url ?? ''}`, headers: request.headers, body });
    return answer;
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const handle: StdioServerHandle = serveMcp({ apiBase: origin, key, allowsWrites, transport: there });
  const capabilities = person === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      person.asked.push(params.message);
      return person.decide();
    });
  await client.connect(here);
  open.push(client, handle);
  return {
    client,
    call: async (name: string, given: Record<string, unknown>) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      const [first] = content;
      return { text: first?.type === 'text' ? first.text : '', isError };
    },
  };
}

const refund = { operation: 'createRefund', parameters: { id: 'pi_1' }, body: { amount: '500' } };
const eras = ['legacy', { pin: '2026-07-28' }] as const;

describe('search and description', () => {
  test('there are four tools, and three of them say that they change nothing', async () => {
    const { client } = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_api', true],
      ['describe_operation', true],
      ['read', true],
      ['write', false],
    ]);
  });

  test.each([
    ['refund a payment', 'createRefund'],
    ['balance', 'getBalance'],
    ['test inbox', 'readTestInbox'],
  ])('%j finds %s first', async (query, operation) => {
    const { call } = await connected();
    expect((await call('search_api', { query })).text.split('  ')[0]).toBe(operation);
  });

  test('an empty query lists every operation that a key can call, and none of the dashboard', async () => {
    const { call } = await connected();
    const found = (await call('search_api', { query: '' })).text;
    for (const id of document.operations.keys()) expect(found).toContain(`  ${id}: `);
    expect(found).not.toMatch(/signInToDashboard|registerPayoutDestination|listMembers/);
  });

  test('each description is JSON within the limit, with what the request needs', () => {
    for (const operation of document.operations.values()) {
      const shown = described(document, operation);
      expect(shown.length).toBeLessThanOrEqual(MAX_TEXT);
      expect(JSON.parse(shown)).toMatchObject({ operation: operation.id, tool: operation.isRead ? 'read' : 'write' });
    }
    const operation = document.operations.get('createRefund');
    expect(JSON.parse(operation === undefined ? '' : described(document, operation))).toMatchObject({
      scope: 'refunds:write',
      parameters: [{ name: 'id', in: 'path', required: true }],
      body: { schema: { properties: { amount: expect.any(Object) } } },
      errors: expect.arrayContaining(['refund_exceeds_charge']),
    });
  });
});

describe('a write', () => {
  test.each(eras)('is refused where the client cannot ask (%j)', async (mode) => {
    const { call } = await connected({ mode });
    const { text: said, isError } = await call('write', refund);
    expect([isError, said]).toEqual([true, expect.stringContaining('--allow-writes')]);
    expect(seen).toEqual([]);
  });

  test.each(eras)(
    'is sent without a question where writes are allowed and the client cannot ask (%j)',
    async (mode) => {
      const { call } = await connected({ mode, allowsWrites: true });
      expect(await call('write', refund)).toEqual({ text: 'HTTP 200\n{"id":"pi_1"}', isError: false });
      expect(seen).toMatchObject([{ request: 'POST /gateway/pi_1/refunds', body: '{"amount":"500"}' }]);
    },
  );

  test.each(eras)('is sent once when the person agrees to what they have seen whole (%j)', async (mode) => {
    const person = asking(agreed);
    const { call } = await connected({ mode, person, allowsWrites: true });
    expect(await call('write', refund)).toEqual({ text: 'HTTP 200\n{"id":"pi_1"}', isError: false });
    expect(person.asked).toEqual(['Refund a payment, in test mode:\n\nPOST /gateway/pi_1/refunds\n{"amount":"500"}']);
    expect(seen).toMatchObject([
      {
        headers: {
          authorization: 'Bearer rk_test_1',
          'idempotency-key': expect.stringMatching(/^.{36}$/),
          'x-api-version': document.version,
        },
      },
    ]);
  });

  test.each([
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
    ['does not tick the box', { action: 'accept', content: { send: false } }],
  ] satisfies [string, ElicitResult][])(
    'is not sent when the person %s, even where writes are allowed',
    async (_, said) => {
      for (const mode of eras) {
        const { call } = await connected({ mode, person: asking(() => said), allowsWrites: true });
        expect(await call('write', refund)).toMatchObject({
          isError: true,
          text: expect.stringContaining('Nothing was sent'),
        });
      }
      expect(seen).toEqual([]);
    },
  );

  test('an answer holds once, and for the request that was shown', async () => {
    const { client } = await connected({ person: asking(agreed), mode: { pin: '2026-07-28' } });
    const raw = (given: object, more: object = {}) =>
      client.request(
        { method: 'tools/call', params: { name: 'write', arguments: given, ...more } },
        { allowInputRequired: true },
      ) as Promise<{ readonly resultType?: string; readonly requestState?: string }>;
    const inputResponses = { consent: agreed() };
    // an answer to no question
    expect(await raw(refund, { inputResponses })).toMatchObject({ resultType: 'input_required' });
    const { requestState } = await raw(refund);
    const other = { ...refund, body: { amount: '900' } };
    expect(await raw(other, { inputResponses, requestState })).toMatchObject({ resultType: 'input_required' });
    expect(seen).toEqual([]);
    expect(await raw(refund, { inputResponses, requestState })).not.toHaveProperty('isError');
    expect(await raw(refund, { inputResponses, requestState })).toMatchObject({ resultType: 'input_required' });
    expect(seen).toHaveLength(1);
    await expect(raw(refund, { inputResponses, requestState: `${requestState ?? ''}x` })).rejects.toThrow();
  });

  test('says how to repeat it when nobody knows whether it happened, and repeats it with the same key', async () => {
    const { call } = await connected({ allowsWrites: true });
    answer = { status: 503, text: '{"code":"service_unavailable"}' };
    const failed = await call('write', refund);
    const [, idempotencyKey = ''] = /idempotencyKey "(.+?)"/.exec(failed.text) ?? [];
    expect(failed.isError).toBe(true);
    answer = { status: 202, text: '{}' };
    expect(await call('write', { ...refund, idempotencyKey })).toMatchObject({ isError: false });
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([idempotencyKey]));
  });

  test('of live mode says that it moves money', async () => {
    const person = asking(agreed);
    const { call } = await connected({ person, key: 'rk_live_1' });
    await call('write', refund);
    expect(person.asked).toEqual([expect.stringContaining('in live mode (real money)')]);
  });

  test('is shown with the characters that would turn or hide a part of it', async () => {
    const person = asking(agreed);
    const { call } = await connected({ person });
    await call('write', { ...refund, body: { amount: '500', reason: '\u202e001\u200b' } });
    expect(person.asked).toEqual([expect.stringContaining('{"amount":"500","reason":"\\u202e001\\u200b"}')]);
    expect(seen.map(({ body }) => body)).toEqual(['{"amount":"500","reason":"\u202e001\u200b"}']);
  });

  test('that a person cannot read whole is not asked about', async () => {
    const person = asking(agreed);
    const { call } = await connected({ person });
    const long = { ...refund, body: { reason: 'x'.repeat(5_000) } };
    expect(await call('write', long)).toMatchObject({ isError: true });
    expect([person.asked, seen]).toEqual([[], []]);
  });
});

describe('a read', () => {
  test('asks a list for ten, and shows an answer within the limit', async () => {
    const { call } = await connected();
    answer = { status: 200, text: JSON.stringify({ data: ['x'.repeat(300_000)] }) };
    const { text: shown } = await call('read', { operation: 'listIntents', parameters: { status: 'COMPLETED' } });
    expect(shown.length).toBeLessThan(MAX_TEXT + 20);
    expect(shown).toContain('[Cut: ');
    expect(seen.map(({ request }) => request)).toEqual(['GET /gateway?limit=10&status=COMPLETED']);
  });

  test('takes the tokens of a payment beside the key', async () => {
    const { call } = await connected();
    await call('read', { operation: 'getIntentBySession', tokens: { sessionToken: 'sess_1' } });
    expect(seen).toMatchObject([{ headers: { 'x-api-key': 'rk_test_1', 'x-session-token': 'sess_1' } }]);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['a write', { ...refund }, 'call it with write'],
    ['an operation of the dashboard', { operation: 'listMembers' }, 'There is no operation'],
    ['a path instead of an id', { operation: 'getIntent', parameters: { id: '../balance' } }, 'is no id'],
    ['an id that is missing', { operation: 'getIntent' }, 'needs the parameter id'],
    ['a header of its own', { operation: 'getBalance', parameters: { 'x-mode': 'live' } }, 'has no parameter x-mode'],
    [
      'a token in two lines',
      { operation: 'getIntentBySession', tokens: { sessionToken: 'a\nb' } },
      'no text for a header',
    ],
    ['a token that is missing', { operation: 'getIntentBySession' }, 'needs the token sessionToken'],
  ])('refuses %s, and sends nothing', async (_, given, said) => {
    const { call } = await connected();
    expect(await call('read', given)).toEqual({ isError: true, text: expect.stringContaining(said) });
    expect(seen).toEqual([]);
  });

  test('names the address where there is no document', async () => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    open.push(serveMcp({ apiBase: 'http://127.0.0.1:9', key: 'rk_test_1', allowsWrites: false, transport: there }));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(here);
    open.push(client);
    const { content, isError } = await client.callTool({ name: 'search_api', arguments: { query: 'x' } });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('127.0.0.1:9/openapi.json')]);
  });
});
