import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeMemberNotices } from '@paygate/contracts';
import { Database, newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { NoticeQueue } from '../../../merchants/members/notices/notice-queue.js';
import type { NewPushMessage } from '../../../merchants/members/push/push-messages.repository.js';
import { PushMessagesRepository } from '../../../merchants/members/push/push-messages.repository.js';
import { PushSending } from '../../../merchants/members/push/push-sending.js';
import { okay } from '../../fixtures/members-under-test.js';
import type { Subscribed } from '../../fixtures/push-under-test.js';
import { freshBrowser, PushUnderTest, SUBJECT } from '../../fixtures/push-under-test.js';

/* Notices on their way to browsers. Two instances share the work. */

let push: PushUnderTest;
beforeAll(async () => {
  push = await PushUnderTest.start({}, 2);
});
afterAll(() => push.stop());
beforeEach(() => {
  push.webhooks.answer = () => ({ outcome: 'sent' });
});

const DAY_SECONDS = 86_400;
const sql = (text: string, ...values: unknown[]) => push.world.auth.sql<{ tries: number }>(text, ...values);
const waiting = () => sql('SELECT tries FROM push_message WHERE next_at IS NOT NULL');
const noneWaits = () => eventually(async () => (await waiting()).length === 0);
/** Makes what waits due now. */
const hurry = () => sql('UPDATE push_message SET next_at = clock_timestamp() WHERE next_at IS NOT NULL');
let notices = 0;
/** The member gets payments in browsers, or does not any more. */
const choose = async ({ merchantId, memberId }: { merchantId: string; memberId: string }, isOn = true) =>
  okay(
    await push.world.ask(changeMemberNotices, {
      ...{ merchantId, memberId },
      notices: [{ kind: 'payment', channels: isOn ? ['push'] : [] }],
    }),
  );

async function person(browsers: readonly Subscribed[] = [freshBrowser()]) {
  const owner = await push.world.newOwner();
  const sessionId = await push.session(owner.email);
  for (const browser of browsers) okay(await push.subscribe(sessionId, browser));
  await choose(owner);
  const [row] = await push.world.auth.sql<{ personId: string }>(
    'SELECT person_id AS "personId" FROM member WHERE id = $1',
    owner.memberId,
  );
  return { ...owner, sessionId, personId: row?.personId ?? '' };
}

function noticeTo({ personId, memberId, merchantId }: Awaited<ReturnType<typeof person>>): NewPushMessage {
  const noticeId = `${'n'.repeat(32)}-${String((notices += 1))}`;
  const payload = {
    ...{ id: noticeId, kind: 'payment' as const, merchantId, mode: 'test' as const, subject: 'pi_1' },
    ...{ amount: '5000', currency: 'XAF' as const, phoneMasked: '********01' },
  };
  return { noticeId, personId, memberId, requestId: 'req_push', payload };
}
const add = (...given: readonly NewPushMessage[]) =>
  Promise.all(given.map((notice) => push.world.auth.app.get(PushMessagesRepository).add(notice)));

describe('[12.31] a notice', () => {
  test('that is decided goes to the browsers of the members who chose it, also in test mode', async () => {
    const [mine, off] = [freshBrowser(), freshBrowser()];
    const { merchantId, memberId, email } = await person([mine]);
    const other = await push.world.newMember({ merchantId, memberId, email }, 'admin');
    okay(await push.subscribe(await push.session(other.email), off));
    const { app } = push.world.auth;
    const subject = newId('intent');
    const facts = { subject, money: { amount: '5000', currency: 'XAF' }, phoneMasked: '********01' } as const;
    // after the choice, by whichever clock
    const at = new Date(Date.now() + 60_000);
    const decided = { eventId: newId('event'), merchantId, mode: 'test', kind: 'payment', facts, at } as const;
    await app.get(Database).transaction((tx) => app.get(NoticeQueue).put(tx, [{ ...decided, requestId: 'req_push' }]));
    await eventually(() => push.webhooks.to(mine.endpoint).length === 1);
    expect(push.shown(mine)).toMatchObject([
      {
        kind: 'payment',
        merchantId,
        mode: 'test',
        subject,
        amount: '5000',
        currency: 'XAF',
        phoneMasked: '********01',
      },
    ]);
    expect(push.webhooks.to(off.endpoint)).toEqual([]);
    expect(push.world.otp.mails.filter(({ mail }) => mail === 'payment')).toEqual([]);
  });

  type Person = Awaited<ReturnType<typeof person>>;
  test.each<readonly [string, (to: Person) => Promise<unknown>]>([
    ['that its member has switched off', (to) => choose(to, false)],
    [
      'of an account that was suspended',
      ({ merchantId }) => sql('UPDATE merchant SET active = false WHERE id = $1', merchantId),
    ],
  ])('%s meanwhile is not sent, not even one that waits', async (_, end) => {
    const browser = freshBrowser();
    const to = await person([browser]);
    push.webhooks.answer = () => ({ outcome: 'failed' });
    await add(noticeTo(to));
    await eventually(() => push.webhooks.to(browser.endpoint).length === 1);
    push.webhooks.answer = () => ({ outcome: 'sent' });
    await end(to);
    await hurry();
    await noneWaits();
    expect(push.webhooks.to(browser.endpoint)).toHaveLength(1);
  });

  test('reaches each browser of its person once, encrypted for it, under a token of this installation', async () => {
    const browsers = [freshBrowser(), freshBrowser()];
    const to = await person(browsers);
    const ofAnother = freshBrowser();
    await person([ofAnother]);
    const notice = noticeTo(to);
    await add(notice);
    await noneWaits();
    // the queue of notices repeats one that it does not know to be taken
    await add(notice);
    await Promise.all(push.world.auth.apps.map((app) => app.get(PushSending).send()));
    for (const browser of browsers) {
      expect(push.shown(browser)).toEqual([{ ...notice.payload, language: 'fr' }]);
      const [sent] = push.webhooks.to(browser.endpoint);
      if (sent === undefined) throw new Error('nothing was sent');
      expect(sent).toMatchObject({ urgency: 'high', topic: 'n'.repeat(32) });
      expect(sent.ttlSeconds).toBeGreaterThan(DAY_SECONDS - 600);
      expect(sent.ttlSeconds).toBeLessThanOrEqual(DAY_SECONDS);
      const { aud, exp, sub } = await push.claimsOf(to.sessionId, sent);
      expect([aud, sub]).toEqual(['https://push.example', SUBJECT]);
      const aheadSeconds = Number(exp) - Date.now() / 1_000;
      expect(aheadSeconds).toBeGreaterThan(3_600);
      expect(aheadSeconds).toBeLessThanOrEqual(DAY_SECONDS);
    }
    expect(push.webhooks.to(ofAnother.endpoint)).toEqual([]);
    for (const secret of ['5000', '01', 'pi_1'])
      expect(push.webhooks.posted.every(({ body }) => !body.toString('latin1').includes(`"${secret}"`))).toBe(true);
  });

  test('is sent once, although two instances look for it at the same moment', async () => {
    const browser = freshBrowser();
    const to = await person([browser]);
    const many = Array.from({ length: 30 }, () => noticeTo(to));
    await add(...many);
    for (let round = 0; round < 4; round += 1)
      await Promise.all(push.world.auth.apps.map((app) => app.get(PushSending).send()));
    await noneWaits();
    const ids = push.shown(browser).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(many.map(({ noticeId }) => noticeId).toSorted());
  });

  test('that a push service does not take is tried again, after a pause that it may lengthen', async () => {
    const browser = freshBrowser();
    const to = await person([browser]);
    push.webhooks.answer = () => ({ outcome: 'failed', retryAfterSeconds: 7_200 });
    await add(noticeTo(to));
    await eventually(() => push.webhooks.to(browser.endpoint).length === 1);
    await eventually(
      async () =>
        (await sql(`SELECT FROM push_message WHERE next_at > clock_timestamp() + interval '1 h'`)).length === 1,
    );
    push.webhooks.answer = () => ({ outcome: 'failed' });
    await hurry();
    await eventually(() => push.webhooks.to(browser.endpoint).length === 2);
    push.webhooks.answer = () => ({ outcome: 'sent' });
    await eventually(async () => (await waiting()).every(({ tries }) => tries === 2));
    await hurry();
    await noneWaits();
    expect(push.webhooks.to(browser.endpoint)).toHaveLength(3);
  });

  test('that a push service refuses is not tried again, and the subscription stays', async () => {
    const browser = freshBrowser();
    const to = await person([browser]);
    push.webhooks.answer = () => ({ outcome: 'refused' });
    await add(noticeTo(to));
    await noneWaits();
    expect(push.webhooks.to(browser.endpoint)).toHaveLength(1);
    expect(okay(await push.read(to.sessionId)).subscriptions).toHaveLength(1);
  });

  test('removes a subscription that has ended, with what waits for it, and no other', async () => {
    const [gone, kept] = [freshBrowser(), freshBrowser()];
    const to = await person([gone, kept]);
    push.webhooks.answer = ({ endpoint }) => ({ outcome: endpoint === gone.endpoint ? 'gone' : 'sent' });
    await add(noticeTo(to));
    await eventually(async () => okay(await push.read(to.sessionId)).subscriptions.length === 1);
    await add(noticeTo(to));
    await noneWaits();
    await eventually(() => push.webhooks.to(kept.endpoint).length === 2);
    expect(push.webhooks.to(gone.endpoint)).toHaveLength(1);
  });

  test('is given up when its time is over', async () => {
    const browser = freshBrowser();
    const to = await person([browser]);
    push.webhooks.answer = () => ({ outcome: 'failed' });
    await add(noticeTo(to));
    await eventually(() => push.webhooks.to(browser.endpoint).length === 1);
    await sql(
      `UPDATE push_message SET next_at = clock_timestamp(), created_at = created_at - interval '1 day' WHERE next_at IS NOT NULL`,
    );
    await noneWaits();
    expect(push.webhooks.to(browser.endpoint)).toHaveLength(1);
  });

  test('does not reach somebody who is no member any more', async () => {
    const browser = freshBrowser();
    const owner = await push.world.newOwner();
    const other = await push.world.newOwner();
    const admin = await push.world.newMember(owner, 'admin');
    const sessionId = await push.session(admin.email);
    okay(await push.subscribe(sessionId, browser));
    // still a member of another account
    const invited = okay(await push.world.invite(other, 'admin', admin.email));
    okay(await push.world.accept(push.world.otp.tokenTo(admin.email)));
    await choose(admin);
    await choose({ memberId: invited.memberId, merchantId: other.merchantId });
    const [row] = await push.world.auth.sql<{ personId: string }>(
      'SELECT person_id AS "personId" FROM member WHERE id = $1',
      admin.memberId,
    );
    const to = { ...admin, sessionId, personId: row?.personId ?? '' };
    push.webhooks.answer = () => ({ outcome: 'failed' });
    await add(noticeTo(to));
    await eventually(() => push.webhooks.to(browser.endpoint).length === 1);
    push.webhooks.answer = () => ({ outcome: 'sent' });
    okay(await push.world.remove(owner, admin.memberId));
    await hurry();
    await noneWaits();
    expect(push.webhooks.to(browser.endpoint)).toHaveLength(1);
    await add(noticeTo({ ...to, memberId: invited.memberId, merchantId: other.merchantId }));
    await eventually(() => push.webhooks.to(browser.endpoint).length === 2);
  });
});
