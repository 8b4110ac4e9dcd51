import { randomBytes } from 'node:crypto';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { needsApiKey, operationList, operations } from '@paygate/contracts';
import type { Child } from '@paygate/testing';
import { eventually, startChild } from '@paygate/testing';
import { certificate, GatewayClient } from './fixtures/gateway-client.js';
import { environment, newApiKey } from './fixtures/gateway-under-test.js';
import type { GoodRequest } from './fixtures/gateway-world.js';
import { GatewayWorld } from './fixtures/gateway-world.js';
import { withParameter } from './fixtures/sample-paths.js';

/* The log of a gateway in a process of its own: one line for each request, and no secret. */

/** Sign-ins at once: more than are sent before the last of these tests. */
const SIGN_INS = 40;

type Line = Readonly<Record<string, unknown>>;

let world: GatewayWorld;
let child: Child;
let gateway: GatewayClient;

beforeAll(async () => {
  world = await GatewayWorld.create();
  const env = {
    ...environment,
    ...world.env,
    LOG_LEVEL: 'debug',
    TEST_MODE: 'true',
    RATE_LIMIT_SIGN_IN_BURST: String(SIGN_INS),
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '1',
  };
  child = await startChild({ entry: 'apps/gateway/src/main.ts', env, capture: true });
  const portIn = (wanted: string): Promise<unknown> =>
    eventually(() => lines().find(({ message }) => message === wanted)?.['port']);
  gateway = new GatewayClient((await portIn('listening')) as number);
  const readiness = `http://127.0.0.1:${String(await portIn('the probes answer'))}/readyz`;
  await eventually(async () => (await fetch(readiness)).ok);
  const asked = { path: '/gateway/session', headers: { 'x-api-key': world.secret.key } };
  await eventually(async () => (await gateway.ask(asked)).body['code'] === 'session_token_invalid', {
    timeoutMs: 60_000,
  });
});
afterAll(async () => {
  child.kill('SIGTERM');
  await child.ended;
  await world.end();
});

const lines = (): readonly Line[] => child.lines.map((line) => JSON.parse(line) as Line);
const lineOf = (requestId: string) =>
  eventually(() => lines().find((line) => line['message'] === 'request' && line['requestId'] === requestId));
const newRequestId = () => `spec-${randomBytes(6).toString('hex')}`;

/** The fields of a line that name the caller. */
function callerOf({ key }: Operation): Line {
  const { merchantId, mode, apiKeyId } = (key === 'secret' ? world.secret : world.publishable).row;
  if (key === 'session') return { merchantId, mode, memberId: world.memberId };
  return key === 'none' || key === 'anonymous' ? {} : { merchantId, mode, apiKeyId };
}

describe('a line', () => {
  test.each(operationList.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'reports %s',
    async (_name, operation) => {
      const requestId = newRequestId();
      const good = world.goodRequest(operation);
      await gateway.ask({ ...good, headers: { ...good.headers, 'x-request-id': requestId } });
      const line = await lineOf(requestId);
      expect(line).toMatchObject({
        level: 'info',
        service: 'gateway',
        method: operation.method,
        route: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        status: operation.success,
        durationMs: expect.any(Number),
        state: 'answered',
        ...callerOf(operation),
      });
      expect(lines().filter((each) => each['requestId'] === requestId && each['message'] === 'request')).toHaveLength(
        1,
      );
    },
  );

  test('reports a refused key without naming a merchant', async () => {
    const requestId = newRequestId();
    await gateway.ask({
      path: '/gateway/session',
      headers: { 'x-api-key': newApiKey().key, 'x-request-id': requestId },
    });
    const line = await lineOf(requestId);
    expect(line).toMatchObject({ status: 401, route: '/gateway/session' });
    for (const field of ['merchantId', 'mode', 'apiKeyId']) expect(line).not.toHaveProperty(field);
  });

  test.each([
    ['an unknown path', { path: '/no/such/path' }, 404],
    ['a URL that cannot be decoded', { path: '/gateway/%zz' }, 400],
  ])('reports %s', async (_name, asked, status) => {
    const requestId = newRequestId();
    await gateway.ask({ ...asked, headers: { 'x-request-id': requestId } });
    expect(await lineOf(requestId)).toMatchObject({ status });
  });

  test('reports bytes that form no request', async () => {
    const { body } = await gateway.raw('hello\r\n\r\n');
    expect(await lineOf(String(body['requestId']))).toMatchObject({ status: 400, code: 'request_malformed' });
  });

  test('reports a caller that closed the connection', async () => {
    const requestId = newRequestId();
    const asking = request({
      ...{ host: '127.0.0.1', port: gateway.port, ca: certificate, agent: false, method: 'POST', path: '/auth/web' },
      headers: {
        ...{ 'x-api-key': world.publishable.key, 'x-request-id': requestId, 'content-type': 'application/json' },
        // answered when the gateway has read the headers: bytes that it has not read are lost with the connection
        ...{ 'content-length': '50', expect: '100-continue' },
      },
    });
    asking.on('error', () => undefined);
    asking.once('continue', () => {
      asking.destroy();
    });
    asking.flushHeaders();
    const line = await lineOf(requestId);
    expect(line).toMatchObject({ route: '/auth/web', state: 'aborted' });
    expect(line).not.toHaveProperty('status');
  });
});

describe('[1.12] no line', () => {
  const mark = randomBytes(8).toString('hex');
  const digits = String(randomBytes(5).readUIntBE(0, 5) % 1e9).padStart(9, '7');
  const canaries = {
    password: `password-${mark}`,
    phoneNumber: `+2376${digits}`,
    otp: `7${digits}`,
    userToken: `eyJ.${mark}user.sig`,
    otpToken: `eyJ.${mark}otp.sig`,
    free: `free-${mark}`,
  };

  /** The same request with a secret wherever a caller can write. */
  function laden(operation: Operation, key: string): readonly GoodRequest[] {
    const good = world.goodRequest(operation);
    const headers = { ...good.headers, ...(needsApiKey(operation) ? { 'x-api-key': key } : {}) };
    const secrets = { password: canaries.password, phoneNumber: canaries.phoneNumber, otp: canaries.otp };
    const fields = Object.entries((good.body ?? {}) as Record<string, unknown>);
    const filled = Object.fromEntries(
      fields.map(([name, value]) => [name, name in secrets ? secrets[name as keyof typeof secrets] : value]),
    );
    const body = operation.body === undefined ? {} : { body: filled };
    const tokens = { authorization: `Bearer ${canaries.userToken}`, 'x-otp-token': canaries.otpToken };
    return [
      { ...good, headers, ...body },
      { ...good, headers: { ...headers, ...tokens, cookie: canaries.free, 'user-agent': canaries.free }, ...body },
      {
        ...good,
        headers,
        ...body,
        path: withParameter(good.path, `phone=${encodeURIComponent(canaries.phoneNumber)}&k=${key}`),
      },
      {
        ...good,
        headers,
        path: good.path.replace(/pi_\w+/, canaries.free),
        body: { [canaries.free]: canaries.password },
      },
      {
        ...good,
        headers: { ...headers, 'x-request-id': key.slice(0, 40), origin: `https://${mark}.example` },
        ...body,
      },
      { ...good, headers: { ...headers, 'x-session-token': `sess_${mark}` }, body: `{"${canaries.password}"` },
    ];
  }

  test('contains a key, a token, a code, a password, a phone number or anything else that a caller wrote', async () => {
    const before = child.lines.length;
    let asked = 0;
    for (const operation of operationList) {
      const requests = [...laden(operation, world.secret.key), ...laden(operation, world.publishable.key)];
      asked += (await Promise.all(requests.map((each) => gateway.ask(each)))).length;
    }
    await eventually(
      () =>
        lines()
          .slice(before)
          .filter(({ message }) => message === 'request').length === asked,
    );
    const written = child.lines.join('\n');
    const session = world.goodRequest(operations.getIntentBySession);
    const secrets = [
      ...Object.values(canaries),
      mark,
      digits,
      world.secret.key.slice(-40),
      world.publishable.key.slice(-40),
      String(session.headers['x-session-token']),
      world.dashboardToken,
      ...world.mailTokens,
      environment.API_KEY_PEPPER,
      'PRIVATE KEY',
    ];
    for (const secret of secrets) expect(written.includes(secret) ? secret : 'nothing').toBe('nothing');
  });
});

describe('when the address has no sign-in left', () => {
  test('a line reports the refused one', async () => {
    const good = world.goodRequest(operations.signIn);
    const signIn = async (requestId = newRequestId()) =>
      gateway.ask({ ...good, headers: { ...good.headers, 'x-request-id': requestId } });
    const requestId = await eventually(async () => {
      const tried = newRequestId();
      const { status, headers } = await signIn(tried);
      return status === 429 && headers['ratelimit-policy']?.includes(`"sign-in";q=${SIGN_INS};`) ? tried : undefined;
    });
    const line = await lineOf(requestId);
    const { method, path: route } = operations.signIn;
    expect(line).toMatchObject({ method, route, status: 429, state: 'answered', durationMs: expect.any(Number) });
  });
});
