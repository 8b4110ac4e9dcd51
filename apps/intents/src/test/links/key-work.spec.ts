import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { createPaymentLink, eventStreams, getPaymentLink, keyWorkEnded } from '@paygate/contracts';
import { keyWorkCases } from '@paygate/contracts/test';
import { newId } from '@paygate/platform';
import type { EventCollector, Neighbour } from '@paygate/testing';
import { eventCollector, eventually, startNeighbour } from '@paygate/testing';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
let auth: Neighbour;
let acts: EventCollector;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  auth = await startNeighbour('auth', intents.env);
  acts = await eventCollector(intents.env['TOPIC_PREFIX'] ?? '', eventStreams.intentsAudit);
});
afterAll(async () => {
  await Promise.all([auth.stop(), acts.stop()]);
  await intents.stop();
});

const mode = 'test' as const;
const linkOf = async (merchantId: string): Promise<string> => {
  const link = { merchantId, mode, linkId: newId('paymentLink'), currency: 'XAF', amount: '500' } as const;
  return accepted(await intents.send(createPaymentLink, link)).linkId;
};
const isActive = async (merchantId: string, linkId: string): Promise<boolean> =>
  accepted(await intents.send(getPaymentLink, { merchantId, mode, linkId })).status === 'active';

it.each(keyWorkCases.filter(({ object }) => object === 'payment_link'))(
  '[1.58] a link of the account is inactive after the key of $acted was revoked, and others stay',
  async ({ act, ended }) => {
    const [merchantId, otherId] = [newId('merchant'), newId('merchant')];
    const [made, kept, foreign] = [await linkOf(merchantId), await linkOf(merchantId), await linkOf(otherId)];
    const actor = newId('member');
    const work = [made, foreign].map((id) => {
      return { id, object: 'payment_link' as const, act, at: new Date().toISOString() };
    });
    await auth.emit(keyWorkEnded, { merchantId, mode, actor, work });
    await eventually(async () => !(await isActive(merchantId, made)));
    expect([await isActive(merchantId, kept), await isActive(otherId, foreign)]).toEqual([true, true]);
    const own = ({ payload }: { payload: unknown }) => (payload as MerchantActed).action === ended;
    await acts.next((event) => event.key === merchantId && own(event));
    expect(acts.events.filter((event) => event.key === merchantId && own(event))).toMatchObject([
      { payload: { action: ended, subject: made, actor } },
    ]);
  },
);
