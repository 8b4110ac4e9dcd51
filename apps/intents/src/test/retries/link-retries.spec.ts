import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatePaymentLinkCommand, PaymentIntent } from '@paygate/contracts';
import { createPaymentLink, getPaymentLink, payLink, updatePaymentLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { accepted, codeOf, IntentsUnderTest } from '../intents-under-test.js';
import { Retrying } from './declined.js';

let intents: IntentsUnderTest;
let orders: Retrying;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
  orders = new Retrying(intents);
});
afterAll(() => intents.stop());

const newLink = async (terms: Partial<CreatePaymentLinkCommand> = {}): Promise<string> => {
  const plain = { ...orders.owner(), linkId: newId('paymentLink'), currency: 'XAF', amount: '500' } as const;
  return accepted(await intents.send(createPaymentLink, { ...plain, ...terms })).linkId;
};
const begin = (linkId: string) => intents.send(payLink, { linkId, intentId: newId('intent') });
const declined = async (linkId: string): Promise<PaymentIntent> => orders.decline(accepted(await begin(linkId)));
const link = async (linkId: string) => accepted(await intents.send(getPaymentLink, { ...orders.owner(), linkId }));
const usesOf = async (linkId: string): Promise<readonly string[]> => {
  const text = 'SELECT intent_id AS id FROM payment_link_use WHERE link_id = $1';
  return (await intents.sql.query<{ id: string }>(text, [linkId])).rows.map(({ id }) => id);
};
const minutesOf = ({ createdAt, expiresAt }: PaymentIntent): number =>
  Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000);

describe('another try of a payment by a link', () => {
  it('[11.6] names to charging whoever made the link, as the payment itself does', async () => {
    const actor = newId('member');
    const first = await declined(await newLink({ actor }));
    const retry = accepted(await orders.retry(first));
    await orders.pay(retry);
    for (const { id } of [first, retry])
      expect(await intents.event(id, 'intent.processing')).toMatchObject({ request: { actor } });
    expect(JSON.stringify([first, retry])).not.toContain(actor);
  });

  it('names nobody when its link was made by a version that does not say who made it', async () => {
    const first = await declined(await newLink());
    const retry = await orders.pay(accepted(await orders.retry(first)));
    for (const { id } of [first, retry])
      expect(await intents.event(id, 'intent.processing')).not.toHaveProperty('request.actor');
  });

  it('[9.13] may begin three times without a reference, each a use of its own', async () => {
    const linkId = await newLink({ maxUses: 1 });
    let last = await declined(linkId);
    for (const payments of [2, 3, 4]) {
      expect((await link(linkId)).status).toBe('active');
      last = accepted(await orders.retry(last));
      expect(await link(linkId)).toMatchObject({ status: 'used_up', payments });
      expect(await usesOf(linkId)).toContain(last.id);
      last = await orders.decline(last);
    }
    expect(codeOf(await orders.retry(last))).toBe('retry_unavailable');
  });

  it('may begin as often as its merchant says', async () => {
    const once = await newLink({ checkoutRetries: 1 });
    const second = await orders.decline(accepted(await orders.retry(await declined(once))));
    expect(codeOf(await orders.retry(second))).toBe('retry_unavailable');
    const never = await newLink({ checkoutRetries: 0 });
    expect((await link(never)).checkoutRetries).toBe(0);
    expect(codeOf(await orders.retry(await declined(never)))).toBe('retry_unavailable');
    expect((await link(await newLink())).checkoutRetries).toBe(3);
  });

  it('keeps the reference of the first, whatever its number', async () => {
    const linkId = await newLink({ referencePattern: `${newId('request')}-{n}` });
    const first = await declined(linkId);
    const retry = accepted(await orders.retry(first));
    expect(retry).toMatchObject({ reference: first.reference, metadata: first.metadata });
    const next = accepted(await begin(linkId));
    expect(next.reference).toMatch(/-3$/);
  });

  it('of limited uses waits five minutes for a code, and ends with the first', async () => {
    const limited = accepted(await orders.retry(await declined(await newLink({ maxUses: 1 }))));
    expect(minutesOf(limited)).toBe(5);
    const first = await declined(await newLink());
    expect(accepted(await orders.retry(first)).expiresAt).toBe(first.expiresAt);
  });

  it('[9.13] takes the last use or none, when others pay by the link at the same time', async () => {
    for (let race = 0; race < 5; race += 1) {
      const linkId = await newLink({ maxUses: 1 });
      const first = await declined(linkId);
      const replies = await Promise.all([orders.retry(first), begin(linkId), orders.retry(first), begin(linkId)]);
      const ids = new Set(replies.flatMap((reply) => (reply.ok ? [reply.data.id] : [])));
      ids.delete(first.id);
      expect(ids.size).toBe(1);
      expect((await link(linkId)).status).toBe('used_up');
    }
  });

  it('[9.13] begins no more when the link begins none', async () => {
    const inactive = await newLink();
    const first = await declined(inactive);
    accepted(await intents.send(updatePaymentLink, { ...orders.owner(), linkId: inactive, active: false }));
    expect((await orders.options(first)).mayRetry).toBe(false);
    expect(codeOf(await orders.retry(first))).toBe('payment_link_inactive');
    const usedUp = await newLink({ maxUses: 1 });
    const other = await declined(usedUp);
    accepted(await begin(usedUp));
    expect((await orders.options(other)).mayRetry).toBe(false);
    expect(codeOf(await orders.retry(other))).toBe('payment_link_used_up');
  });
});
