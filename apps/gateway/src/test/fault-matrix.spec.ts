import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { compileChecker, errorsOf, openApiDocument, operationList, Problem, schemaOf } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { Answer, Asking } from './gateway-under-test.js';
import { newApiKey } from './gateway-under-test.js';
import type { GoodRequest } from './gateway-world.js';
import { GatewayWorld } from './gateway-world.js';
import { Silence } from './silence.js';

/*
 * Every route of the API document × every fault that applies to it, on the real bus: the answer is a problem document with
 * the one code of that fault, which the document lists for that route; without a fault the route succeeds.
 */

let world: GatewayWorld;
const checkProblem = compileChecker(Problem, { unknownFields: 'ignore' });

beforeAll(async () => {
  world = await GatewayWorld.create();
}, 90_000);
afterAll(() => world.end(), 60_000);

interface FaultRow {
  readonly name: string;
  readonly code: string;
  readonly applies: (operation: Operation) => boolean;
  readonly spoil: (good: GoodRequest, operation: Operation) => Asking;
  /** Answered before the operation is known, so that it is none of the operation's own errors. */
  readonly ofTheEdge?: boolean;
}
const everywhere = () => true;
const withKey = ({ key }: Operation) => key !== 'none';
const withBody = ({ body }: Operation) => body !== undefined;
const onServer = ({ key }: Operation) => key === 'secret';
const header =
  (headers: Record<string, string>): FaultRow['spoil'] =>
  (good) => ({ ...good, headers: { ...good.headers, ...headers } });
const body =
  (text: string | Buffer): FaultRow['spoil'] =>
  (good) => ({ ...good, body: text });
const textOf = (good: Asking) => JSON.stringify(good.body);
/** The first field that a body must have. */
const requiredField = ({ body }: Operation) =>
  body === undefined ? undefined : schemaOf(body).fields.find(({ empty }) => empty === 'none')?.name;

const faults: readonly FaultRow[] = [
  {
    name: 'no key',
    code: 'api_key_missing',
    applies: withKey,
    spoil: (good) => ({ ...good, headers: without(good.headers, 'x-api-key') }),
  },
  { name: 'a malformed key', code: 'api_key_invalid', applies: withKey, spoil: header({ 'x-api-key': 'sk_test_123' }) },
  {
    name: 'an unknown key',
    code: 'api_key_invalid',
    applies: withKey,
    spoil: header({ 'x-api-key': newApiKey().key }),
  },
  {
    name: 'a publishable key on a server operation',
    code: 'secret_key_required',
    applies: onServer,
    spoil: (good, operation) => header({ 'x-api-key': world.publishable.key })(good, operation),
  },
  {
    name: 'a restricted key without the scope',
    code: 'scope_missing',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world.withoutScope(operation) })(good, operation),
  },
  {
    name: 'a publishable key of another page',
    code: 'origin_not_allowed',
    applies: withKey,
    spoil: (good, operation) =>
      header({ 'x-api-key': world.ofOnePage.key, origin: 'https://evil.example' })(good, operation),
  },
  {
    name: 'an expired key',
    code: 'api_key_expired',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world.expired.key })(good, operation),
  },
  {
    name: 'a revoked key',
    code: 'api_key_revoked',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world.revoked.key })(good, operation),
  },
  {
    name: 'a key that was revoked long ago',
    code: 'api_key_invalid',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world.longRevoked.key })(good, operation),
  },
  {
    name: 'a body where there is none',
    code: 'parameter_unknown',
    applies: ({ body, method }) => body === undefined && method === 'POST',
    spoil: (good) => ({ ...good, body: { surprise: 1 } }),
  },
  {
    name: 'an unknown parameter in the query',
    code: 'parameter_unknown',
    applies: ({ query }) => query !== undefined,
    spoil: (good) => ({ ...good, path: `${good.path}?surprise=1` }),
  },
  {
    name: 'no user token',
    code: 'token_missing',
    applies: ({ headers }) => headers.some(({ name, required }) => name === 'authorization' && required),
    spoil: (good) => ({ ...good, headers: without(good.headers, 'authorization') }),
  },
  {
    name: 'a secret key in a browser',
    code: 'secret_key_in_browser',
    applies: withKey,
    spoil: (good, operation) =>
      header({ 'x-api-key': world.secret.key, origin: 'https://shop.example' })(good, operation),
  },
  {
    name: 'another content type',
    code: 'media_type_unsupported',
    applies: ({ method }) => method === 'POST',
    spoil: (good) => ({ ...good, headers: { ...good.headers, 'content-type': 'text/xml' }, body: '<a/>' }),
  },
  { name: 'malformed JSON', code: 'json_invalid', applies: withBody, spoil: body('{"a":') },
  { name: 'invalid UTF-8', code: 'json_invalid', applies: withBody, spoil: body(Buffer.from([0x7b, 0xff, 0x7d])) },
  { name: 'no body', code: 'json_invalid', applies: withBody, spoil: (good) => ({ ...good, body: undefined }) },
  {
    name: 'a duplicate JSON key',
    code: 'json_invalid',
    applies: withBody,
    spoil: (good) => ({ ...good, body: `${textOf(good).slice(0, -1)},${textOf(good).slice(1)}` }),
  },
  {
    name: 'an oversize body',
    code: 'body_too_large',
    applies: ({ method }) => method === 'POST',
    spoil: body(JSON.stringify({ a: 'x'.repeat(33_000) })),
  },
  {
    name: 'an unknown field',
    code: 'parameter_unknown',
    applies: withBody,
    spoil: (good) => ({ ...good, body: { ...(good.body as object), surprise: 1 } }),
  },
  {
    name: 'a field of Object',
    code: 'parameter_unknown',
    applies: withBody,
    spoil: (good) => ({ ...good, body: `${textOf(good).slice(0, -1)},"constructor":{"prototype":1}}` }),
  },
  {
    name: 'a missing field',
    code: 'parameter_missing',
    applies: (operation) => requiredField(operation) !== undefined,
    spoil: (good, operation) => ({
      ...good,
      body: without(good.body as Record<string, unknown>, requiredField(operation) ?? ''),
    }),
  },
  { name: 'an array for a body', code: 'parameter_invalid', applies: withBody, spoil: body('[]') },
  {
    name: 'another method',
    code: 'method_not_allowed',
    applies: everywhere,
    spoil: (good) => ({ ...good, method: 'DELETE', body: undefined }),
    ofTheEdge: true,
  },
  {
    name: 'an unknown path',
    code: 'route_not_found',
    applies: everywhere,
    spoil: (good) => ({ ...good, path: `/unknown${good.path}` }),
    ofTheEdge: true,
  },
  {
    name: 'an unknown version',
    code: 'version_unknown',
    applies: everywhere,
    spoil: header({ 'x-api-version': '1999-12-31' }),
  },
  {
    name: 'a duplicate header',
    code: 'request_malformed',
    applies: everywhere,
    spoil: (good) => ({ ...good, headers: { ...good.headers, 'x-api-key': ['a', 'b'] } }),
  },
  {
    name: 'a key in the URL',
    code: 'key_in_url',
    applies: everywhere,
    spoil: (good) => ({ ...good, path: `${good.path}?api_key=${world.secret.key}` }),
  },
  {
    name: 'a URL that is too long',
    code: 'uri_too_long',
    applies: everywhere,
    spoil: (good) => ({ ...good, path: `${good.path}?${'a'.repeat(2_100)}` }),
  },
];

function without<Value>(holder: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
}

function expectProblem(answer: Answer, code: string): void {
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(checkProblem(answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({ code, status: answer.status, requestId: answer.headers['x-request-id'] });
}

test('the matrix has every route of the API document', () => {
  const paths = openApiDocument()['paths'] as Record<string, object>;
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operationList.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(documented.sort());
});

describe.each(operationList.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, operation) => {
    test('succeeds without a fault', async () => {
      const answer = await world.gateway.ask(world.goodRequest(operation));
      expect(answer).toMatchObject({ status: operation.success });
      if (operation.answer === undefined) expect(answer.text).toBe('');
      else expect(compileChecker(operation.answer)(answer.body)).toEqual([]);
    });

    test.each(faults.filter(({ applies }) => applies(operation)).map((fault) => [fault.name, fault] as const))(
      'with %s',
      async (_fault, { spoil, code, ofTheEdge }) => {
        expectProblem(await world.gateway.ask(spoil(world.goodRequest(operation), operation)), code);
        if (ofTheEdge !== true) expect(errorsOf(operation)).toContain(code);
      },
    );

    test('without TLS', async () => {
      const { path, method } = world.goodRequest(operation);
      const bytes = `${method ?? 'GET'} ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${world.secret.key}\r\n\r\n`;
      expectProblem(await world.gateway.raw(bytes, false), 'https_required');
    });
  },
);

describe('when what is behind the gateway is away', () => {
  const throughBus = operationList.filter(({ id }) => id !== 'jwks');
  const silent = (operation: Operation): Asking => {
    const good = world.goodRequest(operation);
    return operation.id === 'signIn' ? { ...good, body: { phoneNumber: '+237670000001', password: 'silence' } } : good;
  };

  test('a service that does not answer is a 504, and no outcome is claimed', async () => {
    world.services.auth.get(Silence).begin();
    await Promise.all([world.services.intents.stop(), world.services.otp.stop()]);
    const answers = await Promise.all(throughBus.map((operation) => world.gateway.ask(silent(operation))));
    for (const answer of answers) {
      expectProblem(answer, 'upstream_timeout');
      expect(answer.body).toMatchObject({ retryable: true });
    }
  }, 60_000);

  test('without the owner of the keys nobody is let in: 503, and not one command', async () => {
    world.services.auth.get(Silence).end();
    await world.services.auth.stop();
    const asked = { path: '/gateway/session', headers: { 'x-api-key': world.secret.key } };
    await eventually(async () => (await world.gateway.ask(asked)).status === 503);
    const answers = await Promise.all(
      operationList.map((operation) => world.gateway.ask(world.goodRequest(operation))),
    );
    for (const answer of answers) {
      expectProblem(answer, 'service_unavailable');
      expect(answer.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
    }
    const unknown = { path: `/gateway/${newId('intent')}`, headers: { 'x-api-key': newApiKey().key } };
    expectProblem(await world.gateway.ask(unknown), 'service_unavailable');
  }, 60_000);
});
