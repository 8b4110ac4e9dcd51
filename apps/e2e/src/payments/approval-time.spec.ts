import { expect, jest, test } from '@jest/globals';
import { deliveriesOf, eventually, RailControl } from '@paygate/testing';
import { openStack } from '../stack/open-stack.js';
import { approve, prompted } from './approving.js';
import { accepted, authorise } from './paying.js';

/* Prints the time from the approval on the phone to the merchant's webhook. APPROVALS=100 makes a run whose figures mean something. */

const APPROVALS = Number(process.env['APPROVALS'] ?? 4);
jest.setTimeout(60_000 + APPROVALS * 10_000);

const { stack, api, databases } = openStack();
const control = new RailControl(stack.rails.control);
const [, , ...users] = stack.users;

/** A payment whose payer is asked, and of which charging learns by the callback alone. */
async function asked(number: number): Promise<string> {
  const user = users[number % users.length];
  if (user === undefined) throw new Error('the stack has no demo user');
  const { id } = accepted(201, await api.createIntent({ amount: '900', currency: 'XAF' }));
  const token = await authorise(stack, api, user, id);
  const phoneNumber = `${number % 2 === 0 ? '+23767744' : '+23769744'}${String(number).padStart(2, '0').slice(-2)}04`;
  accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber }));
  await prompted(databases, id);
  const postponed = `UPDATE rail_operation SET due_at = clock_timestamp() + interval '1 hour' WHERE intent_id = $1`;
  await databases.query('charging', postponed, [id]);
  return id;
}

/** Milliseconds until the merchant's server got the event, by its own clock. */
async function approvalToWebhook(id: string): Promise<number> {
  const operation = await prompted(databases, id);
  const approvedAt = Date.now();
  await approve(control, operation);
  const delivery = await eventually(
    async () => (await deliveriesOf(stack, id)).find(({ rawBody }) => rawBody.includes('"type":"payment.completed"')),
    { intervalMs: 100 },
  );
  return Date.parse(delivery.receivedAt) - approvedAt;
}

/** Guarantees that the callback of an operator reaches the merchant as an event, without any poll. */
test('an approval on the phone reaches the merchant by the callback alone', async () => {
  const times: number[] = [];
  for (let number = 0; number < APPROVALS; number++) times.push(await approvalToWebhook(await asked(number)));
  times.sort((one, other) => one - other);
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => times[Math.ceil(share * times.length) - 1]);
  console.log(`approval to webhook, ${APPROVALS} payments: p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms`);
  expect(times).toHaveLength(APPROVALS);
});
