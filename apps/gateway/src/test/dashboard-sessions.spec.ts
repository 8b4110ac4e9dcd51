import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mintOpaqueToken, newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { DashboardPeople } from './fixtures/stand-ins/dashboard-stand-in.js';
import { GatewayUnderTest } from './fixtures/gateway-under-test.js';
import { GatewayWorld } from './fixtures/gateway-world.js';

/* Sessions of the dashboard that auth answers for, at two gateways on the real bus. */

let world: GatewayWorld;
let second: GatewayUnderTest;

beforeAll(async () => {
  world = await GatewayWorld.create();
  second = await GatewayUnderTest.start(AppModule, { ...world.env });
  await eventually(async () => (await statusAt(second, world.dashboardToken)) === 200);
});
afterAll(async () => {
  await second.stop();
  await world.end();
});

const membersAt = (gateway: GatewayUnderTest, token: string) =>
  gateway.ask({ path: '/members', headers: { authorization: `Bearer ${token}` } });
const statusAt = async (gateway: GatewayUnderTest, token: string) => (await membersAt(gateway, token)).status;

test('[1.31] a session that auth has ended is refused at the next request, at every gateway', async () => {
  const people = world.services.auth.get(DashboardPeople);
  for (const gone of [world.gateway, second]) {
    const token = mintOpaqueToken('dashboardSession');
    people.signIn(token, [{ merchantId: newId('merchant') }]);
    for (const gateway of [world.gateway, second]) expect(await statusAt(gateway, token)).toBe(200);
    people.remove(token);
    for (const gateway of [gone, world.gateway, second])
      expect((await membersAt(gateway, token)).body).toMatchObject({ status: 401, code: 'token_invalid' });
  }
});

test('another role applies to the next request, at every gateway', async () => {
  const people = world.services.auth.get(DashboardPeople);
  const [token, merchantId] = [mintOpaqueToken('dashboardSession'), newId('merchant')];
  const removal = {
    method: 'DELETE',
    path: `/members/${newId('member')}`,
    headers: { authorization: `Bearer ${token}` },
  };
  people.signIn(token, [{ merchantId, role: 'admin' }]);
  for (const gateway of [world.gateway, second]) expect((await gateway.ask(removal)).status).toBe(204);
  people.signIn(token, [{ merchantId, role: 'viewer' }]);
  for (const gateway of [world.gateway, second])
    expect((await gateway.ask(removal)).body).toMatchObject({ status: 403, code: 'scope_missing' });
});
