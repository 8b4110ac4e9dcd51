import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually, RailControl, stackClient, StackDatabases } from '@paygate/testing';
import { demoServer, trustedStack } from '../clients/trust.js';
import { EndpointServer, verified } from '../webhooks/endpoint-server.js';
import { sixMinutesPass } from '../stack/stack-state.js';
import { approve, prompted } from './approving.js';
import { accepted, authorise, payersOf } from './paying.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const api = stackClient(stack);
const databases = new StackDatabases(stack);
const server = new EndpointServer();
const made: string[] = [];

beforeAll(() => server.listen(stack.ownEndpoint.url));
afterEach(async () => {
  for (const id of made.splice(0)) await paygate.webhookEndpoints.delete(id);
});
afterAll(async () => {
  server.close();
  api.close();
  await databases.close();
});

/** The endpoint at a path, and its secret. */
async function endpoint(path: string, events: string[]): Promise<string> {
  const { id, secret = '' } = await paygate.webhookEndpoints.create({
    url: new URL(path, stack.ownEndpoint.url).href,
    events,
  });
  made.push(id);
  return secret;
}

/** Guarantees that a merchant learns of a payment in doubt as soon as it is late, and of its outcome when it comes. */
test('[2.27] a payment that its operator does not decide is delayed, says so once, and ends with its outcome', async () => {
  const [secret] = await Promise.all([
    endpoint('/all', ['payment.*']),
    endpoint('/ends', ['payment.completed', 'payment.failed']),
  ]);
  const [user] = payersOf(stack);
  if (user === undefined) throw new Error('the stack has no payer');
  const { id, sessionToken } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
  const token = await authorise(stack, api, user, id);
  accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber: '+237677770904' }));
  const operation = await prompted(databases, id);
  const nextAction = async () =>
    (await api.retrieveIntent(sessionToken)).body['nextAction'] as { readonly type: string } | null;
  await eventually(async () => (await nextAction())?.type === 'approve_on_phone');

  await sixMinutesPass(databases, id);
  const arrival = await server.arrived('/all', id, 'payment.delayed');
  const awaiting = {
    ...{ type: 'await_outcome', operator: null, phoneMasked: null, expiresAt: null },
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  };
  expect(verified(arrival, secret)).toMatchObject({
    ...{ type: 'payment.delayed', sequence: 3 },
    data: { paymentIntent: { id, status: 'PROCESSING', nextAction: awaiting, payer: { phoneMasked: '********04' } } },
  });
  expect(await nextAction()).toEqual(awaiting);

  await approve(new RailControl(stack.rails.control), operation);
  await Promise.all(['/all', '/ends'].map((path) => server.arrived(path, id, 'payment.completed')));
  expect((await api.retrieveIntent(sessionToken)).body).toMatchObject({ status: 'COMPLETED', nextAction: null });
  const types = (path: string) => {
    const about = server.at(path).filter(({ body }) => body.includes(`"${id}"`));
    return [
      ...new Map(about.map(({ eventId, body }) => [eventId, (JSON.parse(body) as { type: string }).type])).values(),
    ];
  };
  expect(types('/all').toSorted()).toEqual([
    'payment.completed',
    'payment.created',
    'payment.delayed',
    'payment.processing',
  ]);
  expect(types('/ends')).toEqual(['payment.completed']);
});
