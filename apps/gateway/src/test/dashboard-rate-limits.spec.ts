import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { accept, checkDashboardSession, endDashboardSession, refuse } from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from './fixtures/bus-doubles.js';
import { environment, GatewayUnderTest } from './fixtures/gateway-under-test.js';
import { countOf, limitsAreShared } from './fixtures/limited-gateways.js';

/* Rate limits of the dashboard, on a real Redis that two gateways share. */

const PER_SECOND = 2;
/** Enough at once that even on a busy machine they come faster than the limit. */
const BURST = 60;
const limited = {
  RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND: String(PER_SECOND),
  RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: String(PER_SECOND),
  TOPIC_PREFIX: `d${Date.now().toString(36)}`,
  TRUSTED_PROXIES: '127.0.0.1',
  TEST_MODE: 'true',
};
let gateways: readonly GatewayUnderTest[];

beforeAll(async () => {
  gateways = await Promise.all([1, 2].map(() => GatewayUnderTest.start(GatewayWithDoubles, limited)));
  await Promise.all(gateways.map(limitsAreShared));
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

function gatewayAt(index: number): GatewayUnderTest {
  const gateway = gateways[index % gateways.length];
  if (gateway === undefined) throw new Error('no gateway was started');
  return gateway;
}

const session = { sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z', memberships: [] };
const visit = (token: string, address: string, gateway = gatewayAt(0)) =>
  gateway.ask({
    method: 'DELETE',
    path: '/dashboard/sessions/current',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
  });
let addresses = 0;
const freshAddress = () => {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
};
const sealer = new Sealer('auth', parseKeyring(environment.SEAL_KEYS));
const email = sealer.seal('gateway', 'ada@shop.example', 'member.email');
beforeEach(() => {
  busDouble.on(endDashboardSession, ({ sessionId }) => accept({ sessionId }));
});

/** Gives every request a session of its own, of the member from `memberOf`. */
function membersAre(memberOf: () => { readonly memberId: string; readonly merchantId: string }): void {
  busDouble.on(checkDashboardSession, () => {
    const membership = {
      ...{ ...memberOf(), merchantName: 'Boulangerie du Port', merchantActive: true, liveActive: true },
      ...{ role: 'viewer' as const, name: sealer.seal('gateway', 'Ada', 'member.name') },
    };
    return accept({ ...session, sessionId: newId('dashboardSession'), email, memberships: [membership] });
  });
}
const flood = () =>
  Promise.all(
    Array.from({ length: BURST }, (_, index) =>
      visit(mintOpaqueToken('dashboardSession'), freshAddress(), gatewayAt(index)),
    ),
  );
const newMember = (merchantId: string) => ({ memberId: newId('member'), merchantId });

test('a member has a number of requests a second in all sessions together, and other members of the merchant go on', async () => {
  const merchantId = newId('merchant');
  const member = newMember(merchantId);
  membersAre(() => member);
  const answers = await flood();
  expect(countOf(answers, 204)).toBeGreaterThanOrEqual(PER_SECOND);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers['ratelimit-policy']).toBe(`"member";q=${PER_SECOND};w=1`);
  membersAre(() => newMember(merchantId));
  expect((await visit(mintOpaqueToken('dashboardSession'), freshAddress())).status).toBe(204);
});

test('an address has a number of requests a second, however many sessions it invents, and the rest do not reach auth', async () => {
  busDouble.on(checkDashboardSession, () => refuse('token_invalid'));
  const before = busDouble.sent.length;
  const guesses = Array.from({ length: 4 * BURST }, () => mintOpaqueToken('dashboardSession'));
  const begun = performance.now();
  const answers = await Promise.all(guesses.map((token, index) => visit(token, '198.51.100.77', gatewayAt(index))));
  const most = PER_SECOND * (1 + (performance.now() - begun) / 1_000) + 1;
  expect(busDouble.sent.length - before).toBeLessThanOrEqual(most);
  expect(countOf(answers, 401)).toBe(busDouble.sent.length - before);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers['ratelimit-policy']).toBe(`"dashboard";q=${PER_SECOND};w=1`);
});
