import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { cancelIntent, createPaymentLink, eventStreams, updatePaymentLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector } from '@paygate/testing';
import { accepted, codeOf, digest, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
let acts: EventCollector;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  acts = await eventCollector(intents.env['TOPIC_PREFIX'] ?? '', eventStreams.intentsAudit);
});
afterAll(async () => {
  await acts.stop();
  await intents.stop();
});

const account = () => ({ merchantId: newId('merchant'), mode: 'test' as const, actor: newId('member') });
/** The acts that are published of an account until a last one, a cancellation. */
async function actsOf({ merchantId, mode }: ReturnType<typeof account>): Promise<string[][]> {
  const { id: intentId } = await intents.created({ merchantId });
  accepted(await intents.send(cancelIntent, { merchantId, mode, intentId }));
  const of = (): MerchantActed[] =>
    acts.events.filter(({ key }) => key === merchantId).map(({ payload }) => payload as MerchantActed);
  await acts.next(({ payload }) => (payload as MerchantActed).subject === intentId);
  const distinct = [...new Set(of().map(({ action, subject, actor }) => [action, subject, actor].join()))];
  expect(distinct.at(-1)).toBe(`payment.canceled,${intentId},operator`);
  return distinct.slice(0, -1).map((text) => text.split(','));
}

it('[1.37] a cancellation is published for the audit trail once, with the member or the key that asked for it', async () => {
  const { merchantId, mode, actor } = account();
  const { id: intentId } = await intents.created({ merchantId });
  for (let times = 0; times < 2; times += 1)
    accepted(await intents.send(cancelIntent, { merchantId, mode, actor, intentId }));
  expect(codeOf(await intents.send(cancelIntent, { merchantId, mode, actor, intentId: newId('intent') }))).toBe(
    'intent_not_found',
  );
  expect(await actsOf({ merchantId, mode, actor })).toEqual([['payment.canceled', intentId, actor]]);
});

it('an expired intent is not recorded as canceled', async () => {
  const owner = account();
  const { id: intentId } = await intents.created({ merchantId: owner.merchantId });
  await intents.lapse(intentId);
  expect(codeOf(await intents.send(cancelIntent, { ...owner, intentId }))).toBe('intent_expired');
  expect(await actsOf(owner)).toEqual([]);
});

it('[1.37] a link’s creation and each change are published once, and what was refused or changed nothing is not', async () => {
  const owner = account();
  const linkId = newId('paymentLink');
  const idempotency = { keyHash: digest(), bodyHash: digest() };
  const order = { ...owner, linkId, currency: 'XAF' as const, amount: '500', idempotency };
  for (const change of [{}, {}, { linkId: newId('paymentLink') }])
    expect(accepted(await intents.send(createPaymentLink, { ...order, ...change })).linkId).toBe(linkId);
  expect(
    codeOf(
      await intents.send(createPaymentLink, { ...owner, linkId: newId('paymentLink'), currency: 'XAF', amount: '1' }),
    ),
  ).toBe('amount_too_small');
  for (const active of [true, false, false, true])
    accepted(await intents.send(updatePaymentLink, { ...owner, linkId, active }));
  for (const maxUses of [2, 2]) accepted(await intents.send(updatePaymentLink, { ...owner, linkId, maxUses }));
  const past = '2020-01-01T00:00:00.000Z';
  expect(codeOf(await intents.send(updatePaymentLink, { ...owner, linkId, expiresAt: past }))).toBe(
    'parameter_invalid',
  );
  const other = { ...owner, merchantId: newId('merchant') };
  expect(codeOf(await intents.send(updatePaymentLink, { ...other, linkId, active: false }))).toBe(
    'payment_link_not_found',
  );
  expect(await actsOf(owner)).toEqual([
    ['payment_link.created', linkId, owner.actor],
    ['payment_link.deactivated', linkId, owner.actor],
    ['payment_link.activated', linkId, owner.actor],
    ['payment_link.changed', linkId, owner.actor],
  ]);
  expect(await actsOf(other)).toEqual([]);
});
