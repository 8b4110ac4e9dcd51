import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { changeMemberNotices, intentCompleted } from '@paygate/contracts';
import type { Neighbour } from '@paygate/testing';
import { eventually, startNeighbour } from '@paygate/testing';
import { EndedSums } from '../../merchants/members/notices/ended-sums.js';
import { HandledPayments } from '../../merchants/members/notices/handled-payments.js';
import { NoticeSumsRepository } from '../../merchants/members/notices/notice-sums.repository.js';
import { PaymentsEvents } from '../../merchants/members/notices/payments.events.js';
import { changed, paid } from '../fixtures/payment-changes.js';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

/* The sums of hours whose payments auth handles late. */

let world: MembersUnderTest;
let intents: Neighbour;
beforeAll(async () => {
  // two instances that share the work
  world = await MembersUnderTest.start({}, 2);
  intents = await startNeighbour('intents', world.auth.busEnv);
  for (const app of world.auth.apps) {
    const sums = app.get(NoticeSumsRepository);
    const choosing = sums.choosing.bind(sums);
    jest.spyOn(sums, 'choosing').mockImplementation(async (ids) => {
      if (ids.includes(lagging.merchantId)) {
        lagging.held += 1;
        await lagging.released;
      }
      return choosing(ids);
    });
  }
});
afterAll(async () => {
  await intents.stop();
  await world.stop();
});

/** Two hours ago: the sum of that hour is due. */
const AT = Date.now() - 2 * 3_600_000;
const SINGLE = 20;
const decide = () => Promise.all(world.auth.apps.map((app) => app.get(EndedSums).decide()));
const sumsOf = ({ memberId }: KnownMember) =>
  world.auth.sql<{ payments: number }>('SELECT payments FROM notice_sum WHERE member_id = $1', memberId);
const mailed = ({ email }: KnownMember) =>
  world.otp.mails.flatMap(({ to, facts }) => (to === email && facts?.sums !== undefined ? [facts.sums] : []));

/** A member who has chosen payments, with `more` payments of two hours ago in the sum of their hour. */
async function gathered(more: number): Promise<KnownMember> {
  const owner = await world.newOwner();
  const { merchantId, memberId } = owner;
  const notices = [{ kind: 'payment' as const, channels: ['email' as const] }];
  okay(await world.ask(changeMemberNotices, { merchantId, memberId, notices }));
  await world.auth.sql(`UPDATE member SET notices_at = notices_at - interval '1 day' WHERE id = $1`, memberId);
  const payments = Array.from({ length: SINGLE + more }, () => paid(merchantId, AT));
  await world.auth.app.get(PaymentsEvents).onCompleted(payments);
  return owner;
}

/** The account whose payments auth does not handle until `released`, and how often it was about to. */
const lagging = { merchantId: '', held: 0, released: Promise.resolve() };

/** Has auth lag behind a payment that is published, until it is released. Gives the release. */
async function lag(): Promise<() => void> {
  for (const app of world.auth.apps)
    await eventually(async () => (await app.get(HandledPayments).until()) !== undefined);
  const { merchantId } = await world.newOwner();
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  Object.assign(lagging, { merchantId, held: 0, released });
  await intents.emit(intentCompleted, changed(merchantId, AT, '700'));
  await eventually(() => lagging.held > 0);
  return () => {
    resolve(undefined);
  };
}

test('[12.16] the sum of an hour waits until the payments that were published are handled, and goes out once', async () => {
  const release = await lag();
  const owner = await gathered(3);
  for (let turn = 0; turn < 3; turn += 1) await decide();
  expect(await sumsOf(owner)).toEqual([{ payments: 3 }]);
  // a payment of the same hour that comes late, and is gathered beside the others
  await world.auth.app.get(PaymentsEvents).onCompleted([paid(owner.merchantId, AT)]);
  release();
  await eventually(async () => {
    await decide();
    return mailed(owner).length > 0;
  });
  expect(mailed(owner)).toMatchObject([[{ payments: 4 }]]);
  expect(await sumsOf(owner)).toEqual([]);
});

test('[12.16] a sum that has waited for six hours goes out while payments are not handled', async () => {
  const release = await lag();
  const [late, waiting] = [await gathered(2), await gathered(1)];
  await world.auth.sql(
    `UPDATE notice_sum SET since = since - interval '6 hours', until = until - interval '6 hours' WHERE member_id = $1`,
    late.memberId,
  );
  await decide();
  await eventually(() => mailed(late).length === 1);
  expect([await sumsOf(waiting), mailed(waiting)]).toEqual([[{ payments: 1 }], []]);
  release();
});
