import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { atDashboard, newMember, newMerchant, newSession } from './dashboard.js';
import { accepted, order } from '../payments/paying.js';
import { openStack } from '../stack/open-stack.js';

/* Acts of members and API keys in other services than auth are seen in the audit log of their account. */

const { stack, api, bus } = openStack();

interface AuditEvent {
  readonly sequence: number;
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly requestId: string;
  readonly detail: object;
}
const auditLog = async (session: string): Promise<readonly AuditEvent[]> => {
  const { data } = accepted(200, await atDashboard(api, 'GET /audit-events?limit=100', { session }));
  return data as readonly AuditEvent[];
};

test('[1.37] the acts of a member and of a key are recorded once with their actors, and other accounts see none of them', async () => {
  const { owner, secretKey } = stack.merchant;
  const [session, otherMerchant] = [await newSession(api, owner.email, owner.password), await newMerchant(stack, api)];
  const idOf = async (status: number, route: string, body?: unknown): Promise<string> =>
    String(accepted(status, await atDashboard(api, route, { session, body }))['id']);
  const linkId = await idOf(201, 'POST /payment-links', { currency: 'XAF', amount: '500' });
  const [byMember, byKey] = [await order(api), await order(api)];
  await idOf(200, `POST /gateway/${byMember}/cancel`);
  const url = new URL(`/${randomBytes(6).toString('hex')}`, stack.ownEndpoint.url).href;
  const endpointId = await idOf(201, 'POST /webhook-endpoints', { url, events: ['*'] });
  await order(api);
  const deliveryId = await eventually(async () => {
    const path = `GET /webhook-endpoints/${endpointId}/deliveries`;
    const { data } = accepted(200, await atDashboard(api, path, { session }));
    return (data as readonly { readonly id: string }[]).at(0)?.id;
  });
  await idOf(202, `POST /deliveries/${deliveryId}/redeliver`);
  accepted(204, await atDashboard(api, `DELETE /webhook-endpoints/${endpointId}`, { session }));
  const headers = { authorization: `Bearer ${secretKey}` };
  const keyed = await api.request({ method: 'POST', path: `/gateway/${byKey}/cancel`, headers });
  accepted(200, keyed);

  const subjects = [linkId, byMember, byKey, endpointId, deliveryId];
  const acts = async () => (await auditLog(session)).filter(({ subject }) => subjects.includes(subject));
  const recorded = await eventually(async () => {
    const found = await acts();
    return found.length === subjects.length + 1 && found;
  });
  const keyId = String((await auditLog(session)).find(({ subject }) => subject === byKey)?.actor);
  expect(secretKey).toContain(keyId.slice('key_'.length));
  const seen = recorded.map(({ action, subject, actor }) => [action, subject, actor].join(' ')).toSorted();
  expect(seen).toEqual(
    [
      ['payment_link.created', linkId, owner.memberId],
      ['payment.canceled', byMember, owner.memberId],
      ['webhook_endpoint.created', endpointId, owner.memberId],
      ['delivery.redelivered', deliveryId, owner.memberId],
      ['webhook_endpoint.deleted', endpointId, owner.memberId],
      ['payment.canceled', byKey, keyId],
    ]
      .map((act) => act.join(' '))
      .toSorted(),
  );
  expect(recorded.map(({ requestId }) => requestId)).toContain(String(keyed.headers['x-request-id']));
  expect((await auditLog(otherMerchant)).filter(({ subject }) => subjects.includes(subject))).toEqual([]);

  const streams = [bus.stream('intents.audit.v1'), bus.stream('webhooks.audit.v1')];
  await bus.send(await bus.read(streams));
  await bus.settled();
  expect(await acts()).toEqual(recorded);
});

test('[1.37] a refused sign-in, a sign-out, a refusal by role and reads of customers’ data and of the test inbox are counted by the minute', async () => {
  const { owner } = stack.merchant;
  const [session, viewer] = [await newSession(api, owner.email, owner.password), await newMember(stack, api, 'viewer')];
  accepted(200, await atDashboard(api, 'GET /customers', { session }));
  accepted(200, await atDashboard(api, 'GET /test-inbox', { session }));
  for (let count = 0; count < 2; count += 1)
    accepted(403, await atDashboard(api, 'GET /audit-events', { session: viewer.session }));
  expect(await newSession(api, viewer.email, 'not the password')).toBe('undefined');
  accepted(204, await atDashboard(api, 'DELETE /dashboard/sessions/current', { session: viewer.session }));

  const counted = async () => (await auditLog(session)).filter(({ detail }) => 'count' in detail);
  const actsOf = (events: Awaited<ReturnType<typeof counted>>) => [
    ...new Set(events.map(({ action, subject }) => [action, subject.replace(/^mem_.*/, 'member')].join(' '))),
  ];
  const expected = [
    'customers.read GET /customers',
    'test_inbox.read GET /test-inbox',
    'member.refused GET /audit-events',
    'member.sign_in_refused member',
    'member.signed_out member',
  ];
  // the minute of the acts passes first
  const found = await eventually(
    async () => {
      const acts = actsOf(await counted());
      return expected.every((act) => acts.includes(act)) && acts;
    },
    { timeoutMs: 120_000 },
  );
  expect(found).toEqual(expect.arrayContaining(expected));
});
