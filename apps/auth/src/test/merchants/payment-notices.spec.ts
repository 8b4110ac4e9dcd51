import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NoticeKind } from '@paygate/contracts';
import { changeMemberNotices, changeMemberRole, createApiKey, intentCompleted, refuse } from '@paygate/contracts';
import { Database, newId } from '@paygate/platform';
import type { Neighbour } from '@paygate/testing';
import { eventually, startNeighbour } from '@paygate/testing';
import { DecidedNoticesRepository } from '../../merchants/members/notices/decided-notices.repository.js';
import { EndedSums } from '../../merchants/members/notices/ended-sums.js';
import { PaymentsEvents } from '../../merchants/members/notices/payments.events.js';
import type { DecidedNotice, NoticeChannel } from '../../merchants/members/notices/notice.js';
import { wanted } from '../fixtures/api-key-requests.js';
import type { SentMail } from '../fixtures/otp-stand-in.js';
import type { Change } from '../fixtures/payment-changes.js';
import { changed, paid, refunded } from '../fixtures/payment-changes.js';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

/* Notices of payments, by themselves and by their sums, which each member chooses. */

let world: MembersUnderTest;
let intents: Neighbour;
beforeAll(async () => {
  // two instances that share the work
  world = await MembersUnderTest.start({}, 2);
  intents = await startNeighbour('intents', world.auth.busEnv);
});
afterAll(async () => {
  await intents.stop();
  await world.stop();
});

/** 18:00 in Douala of a day to come: no sum ends before a test has it end. */
const EVENING = Date.parse('2101-05-04T17:00:00.000Z');
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Has the instances in turn take in payments, as the bus delivers them. */
const events = (turn = 0) => {
  const { apps } = world.auth;
  return (apps[turn % apps.length] ?? world.auth.app).get(PaymentsEvents);
};
async function deliver(changes: readonly Change[]): Promise<void> {
  for (let first = 0; first < changes.length; first += 10)
    await events(first / 10).onCompleted(changes.slice(first, first + 10));
}
const sent = () => eventually(async () => (await world.auth.sql('SELECT FROM owner_notice')).length === 0);
/** Ends the hours and the days of all sums, and waits until their notices are sent. */
async function endSums(): Promise<void> {
  await world.auth.sql(
    `UPDATE notice_sum SET since = since - interval '100 years', until = until - interval '100 years'`,
  );
  await Promise.all(world.auth.apps.map((app) => app.get(EndedSums).decide()));
  await sent();
}
const mailsTo = ({ email }: Pick<KnownMember, 'email'>, kind: NoticeKind): readonly SentMail[] =>
  world.otp.mails.filter(({ to, mail }) => to === email && mail === kind);
const sumOf = (mails: readonly SentMail[]) => mails.flatMap(({ facts }) => facts?.sums ?? []);
const francs = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
const choose = ({ merchantId, memberId }: Omit<KnownMember, 'email'>, ...kinds: readonly NoticeKind[]) =>
  world.ask(changeMemberNotices, {
    ...{ merchantId, memberId },
    notices: (['payment', 'daily_sum', 'key_created'] as const).map((kind) => ({
      kind,
      channels: kinds.includes(kind) ? ['email' as const] : [],
    })),
  });

describe('[12.16] one evening of 200 payments', () => {
  test('is 20 notices in each hour, the sum of the others, and the sum of the day, each once and right to the franc', async () => {
    const owner = await world.newOwner();
    const [viewer, other] = [await world.newMember(owner, 'viewer'), await world.newOwner()];
    okay(await choose(owner, 'payment', 'daily_sum'));
    okay(await choose(viewer, 'daily_sum'));
    const { merchantId } = owner;
    // from 17:00 to 20:59, and so before the end of the day at 21:00
    const payments = Array.from({ length: 200 }, (_, index) =>
      paid(merchantId, EVENING - HOUR + Math.floor(index / 50) * HOUR + (index % 50) * MINUTE, `${1000 + index}`),
    );
    const refunds = [refunded(merchantId, EVENING, '1500'), refunded(merchantId, EVENING + HOUR, '2500')];
    await deliver(payments);
    await deliver([paid(other.merchantId, EVENING), paid(merchantId, EVENING, '7', { mode: 'test' })]);
    await events(0).onRefunded(refunds);
    await sent();
    // the topic again, from its beginning, at both instances at once
    await Promise.all([deliver(payments), deliver([...payments].reverse()), events(1).onRefunded(refunds)]);
    await sent();
    const singles = mailsTo(owner, 'payment');
    expect(singles).toHaveLength(80);
    expect(new Set(singles.map(({ facts }) => facts?.subject)).size).toBe(80);
    expect(singles[0]?.facts).toMatchObject({ phoneMasked: '********01', reference: 'TABLE-7' });
    await endSums();
    await endSums();
    const hours = sumOf(mailsTo(owner, 'payment').slice(80));
    expect(hours.map((sum) => sum.payments)).toEqual([30, 30, 30, 30]);
    const total = francs(payments.map(({ payload }) => payload.intent.amount));
    const each = francs(singles.map(({ facts }) => facts?.money?.amount ?? '0'));
    expect(each + francs(hours.map((sum) => sum.paid))).toBe(total);
    const day = { currency: 'XAF', payments: 200, paid: total.toString(), refunds: 2, refunded: '4000' };
    for (const one of [owner, viewer]) expect(sumOf(mailsTo(one, 'daily_sum'))).toEqual([day]);
    expect([mailsTo(viewer, 'payment'), mailsTo(other, 'payment')]).toEqual([[], []]);
    expect(JSON.stringify(world.otp.mails.map(({ facts }) => facts))).not.toMatch(/\+?237[0-9]{9}/);
  });

  test('comes over the bus, and a payment of an account without a choice writes nothing', async () => {
    const [owner, silent] = [await world.newOwner(), await world.newOwner()];
    okay(await choose(owner, 'payment'));
    const rows = () =>
      world.auth.sql('SELECT count(*)::integer AS n FROM inbox UNION ALL SELECT count(*)::integer FROM source_use');
    const before = await rows();
    await events().onCompleted([paid(silent.merchantId, EVENING), paid(silent.merchantId, EVENING)]);
    expect(await rows()).toEqual(before);
    await intents.emit(
      intentCompleted,
      changed(silent.merchantId, EVENING, '100'),
      changed(owner.merchantId, EVENING, '200'),
    );
    await eventually(() => mailsTo(owner, 'payment').length === 1);
    expect(mailsTo(silent, 'payment')).toEqual([]);
  });
});

describe('[12.16] no notice goes', () => {
  test('after a stop, not even one that waits or a sum that has not ended', async () => {
    const owner = await world.newOwner();
    okay(await choose(owner, 'payment', 'daily_sum'));
    world.otp.refusal = refuse('service_unavailable');
    const { refusals } = world.otp;
    await deliver(Array.from({ length: 25 }, () => paid(owner.merchantId, EVENING)));
    await eventually(() => world.otp.refusals >= refusals + 20);
    // the version before finds a notice by the account of its act, and comes to its own behind it
    const waiting = await world.auth.sql<{ act: object }>('SELECT DISTINCT act FROM owner_notice');
    expect(waiting).toEqual([{ act: { merchantId: owner.merchantId } }]);
    okay(await choose(owner));
    world.otp.refusal = undefined;
    await world.auth.sql('UPDATE owner_notice SET next_at = clock_timestamp()');
    await sent();
    await deliver([paid(owner.merchantId, EVENING)]);
    await endSums();
    expect([mailsTo(owner, 'payment'), mailsTo(owner, 'daily_sum')]).toEqual([[], []]);
  });

  test('about what a role may not read, to nobody who was removed, and about no account that is suspended', async () => {
    const owner = await world.newOwner();
    const [cashier, admin, gone] = [
      await world.newMember(owner, 'cashier'),
      await world.newMember(owner, 'admin'),
      await world.newMember(owner, 'viewer'),
    ];
    const { merchantId, memberId: actorMemberId } = owner;
    expect(await choose(cashier, 'daily_sum')).toMatchObject({ code: 'scope_missing' });
    const payment = [{ kind: 'payment' as const, channels: ['email' as const] }];
    okay(await world.ask(changeMemberNotices, { merchantId, memberId: cashier.memberId, notices: payment }));
    for (const one of [admin, gone]) okay(await choose(one, 'daily_sum', 'payment'));
    okay(await world.ask(changeMemberRole, { merchantId, actorMemberId, memberId: admin.memberId, role: 'cashier' }));
    okay(await world.remove(owner, gone.memberId));
    await deliver([paid(merchantId, EVENING)]);
    await endSums();
    expect([cashier, admin, gone].map((one) => mailsTo(one, 'payment').length)).toEqual([1, 1, 0]);
    expect([cashier, admin, gone].flatMap((one) => mailsTo(one, 'daily_sum'))).toEqual([]);
    await world.auth.sql('UPDATE merchant SET active = false WHERE id = $1', merchantId);
    await deliver([paid(merchantId, EVENING)]);
    await endSums();
    expect(mailsTo(cashier, 'payment')).toHaveLength(1);
  });

  test('about a payment of before the choice', async () => {
    const owner = await world.newOwner();
    okay(await choose(owner, 'payment', 'daily_sum'));
    await deliver([paid(owner.merchantId, Date.parse('2026-01-02T10:00:00.000Z'))]);
    await endSums();
    expect([mailsTo(owner, 'payment'), mailsTo(owner, 'daily_sum')]).toEqual([[], []]);
  });

  test('beyond the most of a day, of which the last one says so', async () => {
    const owner = await world.newOwner();
    okay(await choose(owner, 'payment'));
    const midnight = Date.parse('2101-06-01T23:00:00.000Z');
    const payments = Array.from({ length: 140 }, (_, index) =>
      paid(owner.merchantId, midnight + Math.floor(index / 20) * HOUR),
    );
    await deliver(payments);
    await sent();
    const mails = mailsTo(owner, 'payment');
    expect(mails).toHaveLength(120);
    expect(mails.filter(({ isLastOfDay }) => isLastOfDay === true)).toHaveLength(1);
    await deliver([paid(owner.merchantId, midnight + 24 * HOUR)]);
    await sent();
    expect(mailsTo(owner, 'payment')).toHaveLength(121);
  });

  test('of test mode in the place of one of live mode', async () => {
    const { merchantId, memberId } = await world.newOwner();
    await world.auth.sql(`UPDATE member SET notices = '{key_created:push}' WHERE id = $1`, memberId);
    const push = { name: 'push', modes: ['live', 'test'], perDay: () => 1 } as unknown as NoticeChannel;
    const { app } = world.auth;
    for (const mode of ['test', 'test', 'live'] as const) {
      const of = { eventId: newId('event'), requestId: newId('request'), merchantId, mode };
      const notice: DecidedNotice = { ...of, kind: 'key_created', facts: {} };
      await app.get(Database).transaction((tx) => app.get(DecidedNoticesRepository).add(tx, [notice], [push]));
    }
    const kept = await world.auth.sql<{ mode: string }>(
      `DELETE FROM owner_notice WHERE channel = 'push' RETURNING notice->>'mode' AS mode`,
    );
    expect(kept.map(({ mode }) => mode).sort()).toEqual(['live', 'test']);
  });

  test('twice when the answer of otp was lost', async () => {
    const owner = await world.newOwner();
    okay(await choose(owner, 'payment'));
    world.otp.losesAnswers = true;
    const { lost } = world.otp;
    await deliver([paid(owner.merchantId, EVENING)]);
    await eventually(() => world.otp.lost > lost);
    world.otp.losesAnswers = false;
    await world.auth.sql('UPDATE owner_notice SET next_at = clock_timestamp()');
    await sent();
    expect(mailsTo(owner, 'payment')).toHaveLength(1);
  });

  test('about a new secret key to an owner who gets the mail of owners', async () => {
    const owner = await world.newOwner();
    const admin = await world.newMember(owner, 'admin');
    for (const one of [owner, admin]) okay(await choose(one, 'key_created'));
    const { merchantId, memberId: actorMemberId } = owner;
    for (const type of ['secret', 'publishable'] as const)
      okay(await world.ask(createApiKey, wanted(merchantId, { actorMemberId, type, mode: 'live' })));
    await sent();
    const kinds = ({ email }: KnownMember) =>
      world.otp.mails
        .filter(({ to, mail }) => to === email && mail.includes('key_created'))
        .map(({ mail }) => mail)
        .sort();
    expect(kinds(owner)).toEqual(['key_created', 'secret_key_created']);
    expect(kinds(admin)).toEqual(['key_created', 'key_created']);
  });
});
