import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ErrorCode, Operation } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  errorCatalogue,
  errorsOf,
  exampleOf,
  operationList,
  operations,
  Problem,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { ReceiptTokens } from '../credentials/tokens/receipt-tokens.js';
import { SessionTokens } from '../credentials/tokens/session-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import type { Asking } from '../test/fixtures/gateway-under-test.js';
import { GatewayUnderTest, keys, newApiKey } from '../test/fixtures/gateway-under-test.js';
import { UserTokens } from '../test/fixtures/user-tokens.js';
import { needsIdempotencyKey } from '../test/fixtures/gateway-world.js';
import { samplePath, sampleQuery } from '../test/fixtures/sample-paths.js';

/* What the owner of a command may refuse reaches the caller under its own status, and is documented for the operation. */

const checkProblem = compileChecker(Problem, { unknownFields: 'ignore' });
const secret = newApiKey();
const publishable = newApiKey({ type: 'publishable', merchantId: secret.row.merchantId });
/** The operations behind a session are reached once the session is known. */
const throughBus = operationList.filter(({ id }) => !['jwks', 'getDashboardSession'].includes(id));
const tokens = new UserTokens({ sub: newId('user'), azp: secret.row.merchantId });
let gateway: GatewayUnderTest;

beforeAll(async () => {
  for (const { row } of [secret, publishable]) apiKeyRows.put(row.apiKeyId, row);
  const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const account = {
    merchantId: secret.row.merchantId,
    merchantName: 'Boutique',
    merchantActive: true,
    liveActive: true,
  };
  const name = auth.seal('gateway', 'Ada', 'member.name');
  const owner = { ...account, memberId: newId('member'), role: 'owner' as const, name };
  busDouble.on(checkDashboardSession, () =>
    accept({
      sessionId: newId('dashboardSession'),
      email,
      expiresAt: '2199-01-01T00:00:00.000Z',
      memberships: [owner],
    }),
  );
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());

const mailTokens: Readonly<Record<string, string>> = {
  acceptInvitation: mintOpaqueToken('invitation'),
  resetMemberPassword: mintOpaqueToken('passwordReset'),
  confirmAccount: mintOpaqueToken('accountClaim'),
};

function requestOf(operation: Operation): Asking {
  const { id, method, path, key, body } = operation;
  const intentId = newId('intent');
  const { merchantId, mode } = secret.row;
  const receipt = gateway.get(ReceiptTokens).mint({ intentId, merchantId, mode });
  const token = id === 'checkReceipt' ? receipt : mailTokens[id];
  // at a till that auth refuses, the payment is not asked for
  const open = id === 'createTillPayment' ? { tillId: undefined } : {};
  return {
    method,
    path: samplePath(path) + sampleQuery(operation),
    headers: {
      'x-api-key': (key === 'secret' ? secret : publishable).key,
      ...(key === 'session' ? { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` } : {}),
      ...(['getIntentBySession', 'retryIntent'].includes(id)
        ? { 'x-session-token': gateway.get(SessionTokens).mintBare(intentId) }
        : {}),
      ...(needsIdempotencyKey(operation) ? { 'idempotency-key': newId('request') } : {}),
      ...(id === 'charge' ? { authorization: 'Bearer aaaa.bbbb.cccc' } : {}),
      ...(operation.needsUserToken === true ? { authorization: `Bearer ${tokens.mint()}` } : {}),
    },
    ...(body === undefined ? {} : { body: { ...exampleOf(body), ...open, ...(token === undefined ? {} : { token }) } }),
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
  '[6.1] %s accepts an idempotency key of 1 to 255 printable ASCII characters and no other',
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
  '[5.1] every refusal of the command behind %s is answered as documented',
  async (_id, operation) => {
    await expectRefusal(operation, 'internal_error');
    for (const code of busDouble.last?.refusals ?? []) await expectRefusal(operation, code);
  },
);

test('a session that cannot be checked is answered as documented', async () => {
  const code = 'internal_error';
  const { path, headers = {} } = requestOf(operations.getDashboardSession);
  busDouble.on(checkDashboardSession, () => refuse(code));
  expect((await gateway.ask({ path, headers })).body).toMatchObject({ code, status: 500 });
  expect(errorsOf(operations.getDashboardSession)).toContain(code);
});
