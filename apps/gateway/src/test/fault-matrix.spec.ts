import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { compileChecker, errorsOf, openApiDocument, operationList, Problem } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { faultsOf } from './fixtures/fault-rows.js';
import type { Answer, Asking } from './fixtures/gateway-under-test.js';
import { newApiKey } from './fixtures/gateway-under-test.js';
import { GatewayWorld } from './fixtures/gateway-world.js';
import { withParameter } from './fixtures/sample-paths.js';
import { Silence } from './fixtures/silence.js';

/*
 * Every route of the API document × every fault that applies to it, on the real bus: the answer is a problem document with
 * the one code of that fault, which the document lists for that route; without a fault the route succeeds.
 */

let world: GatewayWorld;
const checkProblem = compileChecker(Problem, { unknownFields: 'ignore' });

beforeAll(async () => {
  world = await GatewayWorld.create();
});
afterAll(() => world.end());

const faults = faultsOf(() => world);

function expectProblem(answer: Answer, code: string): void {
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(checkProblem(answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({ code, status: answer.status, requestId: answer.headers['x-request-id'] });
}

test('[1.1] the matrix has every route of the API document', () => {
  const paths = openApiDocument()['paths'] as Record<string, object>;
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operationList.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(documented.sort());
});

describe.each(operationList.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, operation) => {
    test('[1.1] succeeds without a fault', async () => {
      const answer = await world.gateway.ask(world.goodRequest(operation));
      expect(answer).toMatchObject({ status: operation.success });
      if (operation.csv !== undefined) expect(answer.text.startsWith(operation.csv)).toBe(true);
      else if (operation.answer === undefined) expect(answer.text).toBe('');
      else expect(compileChecker(operation.answer)(answer.body)).toEqual([]);
    });

    test.each(faults.filter(({ applies }) => applies(operation)).map((fault) => [fault.name, fault] as const))(
      'with %s',
      async (_fault, { spoil, code, ofTheEdge }) => {
        expectProblem(await world.gateway.ask(spoil(world.goodRequest(operation), operation)), code);
        if (ofTheEdge !== true) expect(errorsOf(operation)).toContain(code);
      },
    );

    test('[2.11][5.2] with several faults names all of them', async () => {
      const good = world.goodRequest(operation);
      const isPost = operation.method === 'POST';
      const answer = await world.gateway.ask({
        ...good,
        path: withParameter(good.path, 'surprise=1'),
        headers: { ...good.headers, ...(isPost ? { 'idempotency-key': 'é' } : {}) },
        ...(operation.body === undefined ? {} : { body: { ...(good.body as object), unknown: 1 } }),
      });
      expectProblem(answer, 'parameter_unknown');
      const faults = answer.body['errors'] as readonly { readonly param: string }[];
      expect(faults.map(({ param }) => param)).toEqual([
        ...['surprise', ...(isPost ? ['idempotency-key'] : [])],
        ...(operation.body === undefined ? [] : ['unknown']),
      ]);
    });

    test('[1.15] without TLS', async () => {
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

  test('[5.4] a service that does not answer is a 504, which claims no outcome', async () => {
    world.services.auth.get(Silence).begin();
    const { intents, otp, charging, webhooks } = world.services;
    await Promise.all([intents, otp, charging, webhooks].map((service) => service.stop()));
    const answers = await Promise.all(throughBus.map((operation) => world.gateway.ask(silent(operation))));
    for (const answer of answers) {
      expectProblem(answer, 'upstream_timeout');
      expect(answer.body).toMatchObject({ retryable: true });
    }
  });

  test('[1.9] without the owner of the keys every request is answered 503 and no command is sent', async () => {
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
  });
});
