import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ChangeMemberPasswordCommand as Change } from '@paygate/contracts';
import {
  accept,
  changeMemberPassword,
  ChangeMemberPasswordCommand,
  checkDashboardSession,
  compileChecker,
  DashboardSessionsAnswer,
  endDashboardSession,
  listDashboardSessions,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const [own, other] = [newId('dashboardSession'), newId('dashboardSession')];
const times = { createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-20T22:00:00.000Z' };

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.refuse('service_unavailable');
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  busDouble.on(checkDashboardSession, () =>
    accept({ sessionId: own, email, expiresAt: times.expiresAt, memberships: [] }),
  );
});

const ask = (method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
  return gateway.ask({ method, path, headers, ...(body === undefined ? {} : { body }) });
};
const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

test('[1.44] a person lists the sessions, which name no token, and sees which is the present one', async () => {
  const named = [{ sessionId: other, device: 'Chrome, Android' }, { sessionId: own }];
  const sessions = named.map((session) => ({ ...session, seenAt: times.createdAt, ...times }));
  busDouble.on(listDashboardSessions, () => accept({ sessions }));
  const answer = await ask('GET', '/dashboard/sessions');
  expect(answer.status).toBe(200);
  expect(compileChecker(DashboardSessionsAnswer)(answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({
    data: [
      { id: other, current: false, device: 'Chrome, Android' },
      { id: own, current: true, device: null },
    ],
  });
  expect(sent('list-dashboard-sessions')).toEqual([{ sessionId: own }]);
});

test('[1.44] a person ends another session in the name of the present one', async () => {
  busDouble.on(endDashboardSession, ({ sessionId }) => accept({ sessionId }));
  expect((await ask('DELETE', `/dashboard/sessions/${other}`)).status).toBe(204);
  expect(sent('end-dashboard-session')).toEqual([{ sessionId: other, actorSessionId: own }]);
  busDouble.on(endDashboardSession, () => refuse('session_not_found'));
  for (const id of [other, 'x', 'dss_1'])
    expect((await ask('DELETE', `/dashboard/sessions/${id}`)).body).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
});

test('[1.45] a password is changed with both passwords sealed for auth', async () => {
  busDouble.on(changeMemberPassword, () => accept({ personId: newId('person') }));
  const body = { currentPassword: 'corréct horse', password: 'a better horse' };
  expect(await ask('POST', '/dashboard/password', body)).toMatchObject({ status: 204, text: '' });
  const [command] = sent('change-member-password') as Change[];
  expect(compileChecker(ChangeMemberPasswordCommand)(command)).toEqual([]);
  expect(command).toMatchObject({ sessionId: own });
  expect(JSON.stringify(command)).not.toMatch(/horse|127\.0/);
  busDouble.on(changeMemberPassword, () => refuse('credentials_invalid'));
  expect((await ask('POST', '/dashboard/password', body)).body).toMatchObject({
    status: 401,
    code: 'credentials_invalid',
  });
});
