import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ErrorCode, Operation } from '@paygate/contracts';
import { compileChecker, errorCatalogue, errorsOf, exampleOf, operationList, Problem } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { SessionTokens } from './credentials/session-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from './test/bus-doubles.js';
import type { Asking } from './test/gateway-under-test.js';
import { GatewayUnderTest, newApiKey } from './test/gateway-under-test.js';
import { UserTokens } from './test/user-tokens.js';

/* What the owner of a command may refuse reaches the caller under its own status, and is documented for the operation. */

const checkProblem = compileChecker(Problem, { unknownFields: 'ignore' });
const secret = newApiKey();
const publishable = newApiKey({ type: 'publishable', merchantId: secret.row.merchantId });
const throughBus = operationList.filter(({ id }) => id !== 'jwks');
const tokens = new UserTokens({ sub: newId('user'), azp: secret.row.merchantId });
let gateway: GatewayUnderTest;

beforeAll(async () => {
  for (const { row } of [secret, publishable]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());

function requestOf({ id, method, path, key, body }: Operation): Asking {
  const intentId = newId('intent');
  return {
    method,
    path: path.replaceAll(/\{\w+\}/g, path.startsWith('/api-keys') ? newId('apiKey') : intentId),
    headers: {
      'x-api-key': (key === 'secret' ? secret : publishable).key,
      ...(id === 'getIntentBySession' ? { 'x-session-token': gateway.get(SessionTokens).mint(intentId) } : {}),
      ...(id === 'charge' ? { authorization: 'Bearer aaaa.bbbb.cccc' } : {}),
      ...(id === 'signOut' ? { authorization: `Bearer ${tokens.mint()}` } : {}),
    },
    ...(body === undefined ? {} : { body: exampleOf(body) }),
  };
}

async function expectRefusal(operation: Operation, code: ErrorCode): Promise<void> {
  busDouble.refuse(code);
  const { status, body } = await gateway.ask(requestOf(operation));
  expect({ code: body['code'], status }).toEqual({ code, status: errorCatalogue[code].status });
  expect(checkProblem(body)).toEqual([]);
  expect(errorsOf(operation)).toContain(code);
}

const posts = throughBus
  .filter(({ method }) => method === 'POST')
  .map((operation) => [operation.id, operation] as const);

test.each(posts)(
  '%s takes an idempotency key of 1 to 255 printable ASCII characters and no other',
  async (_id, post) => {
    busDouble.refuse('internal_error');
    const { headers, ...request } = requestOf(post);
    const withKey = (key: string) => gateway.ask({ ...request, headers: { ...headers, 'idempotency-key': key } });
    for (const key of ['', 'x'.repeat(256), 'é', 'a\tb'])
      expect((await withKey(key)).body).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
    for (const key of ['x'.repeat(255), '~'])
      expect((await withKey(key)).body).toMatchObject({ code: 'internal_error' });
  },
);

test.each(throughBus.map((operation) => [operation.id, operation] as const))(
  'every refusal of the command behind %s is answered as documented',
  async (_id, operation) => {
    await expectRefusal(operation, 'internal_error');
    for (const code of busDouble.last?.refusals ?? []) await expectRefusal(operation, code);
  },
);
