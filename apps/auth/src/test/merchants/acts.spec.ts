import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import {
  actedInCharging,
  actedInIntents,
  actedInWebhooks,
  eventStreams,
  listAuditEvents,
  refuse,
  verifyAuditTrail,
} from '@paygate/contracts';
import { Names } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { EventCollector, Neighbour } from '@paygate/testing';
import { eventCollector, eventually, startNeighbour, testKafka } from '@paygate/testing';
import { Registry } from 'prom-client';
import { freshEmail, MembersUnderTest, okay } from '../fixtures/members-under-test.js';

let world: MembersUnderTest;
let intents: Neighbour;
let webhooks: Neighbour;
let charging: Neighbour;
let published: EventCollector;
beforeAll(async () => {
  world = await MembersUnderTest.start();
  const { busEnv, topics } = world.auth;
  [intents, webhooks, charging, published] = await Promise.all([
    startNeighbour('intents', busEnv),
    startNeighbour('webhooks', busEnv),
    startNeighbour('charging', busEnv),
    eventCollector(topics.prefix, eventStreams.intentsAudit),
  ]);
});
afterAll(async () => {
  await Promise.all([intents.stop(), webhooks.stop(), charging.stop(), published.stop()]);
  await world.stop();
});

const act = (merchantId: string, change: Partial<MerchantActed> = {}): MerchantActed => ({
  ...{ merchantId, mode: 'test', action: 'payment.canceled', subject: newId('intent'), actor: newId('member') },
  ...change,
});
const trailOf = async (merchantId: string) =>
  okay(await world.ask(listAuditEvents, { merchantId, limit: 100 })).events.toReversed();
const recorded = (merchantId: string, subject: string) =>
  eventually(async () => (await trailOf(merchantId)).find((event) => event.subject === subject));

describe('an act in another service', () => {
  test('[1.37] is recorded in the audit trail of its account alone, with its actor, request and time', async () => {
    const [own, other] = [await world.newMerchant(), await world.newMerchant()];
    const [canceled, tested] = [
      act(own),
      act(own, { action: 'webhook_endpoint.tested', subject: newId('webhookEndpoint'), actor: newId('apiKey') }),
    ];
    await intents.emit(actedInIntents, canceled);
    const event = await published.next(({ key }) => key === own);
    expect(await recorded(own, canceled.subject)).toEqual({
      ...{ sequence: 1, mode: 'test', action: 'payment.canceled', subject: canceled.subject, actor: canceled.actor },
      ...{ requestId: event.requestId, detail: '{}', occurredAt: event.occurredAt.toISOString() },
    });
    await webhooks.emit(actedInWebhooks, tested);
    expect(await recorded(own, tested.subject)).toMatchObject({
      sequence: 2,
      action: tested.action,
      actor: tested.actor,
    });
    expect(await world.auth.get(verifyAuditTrail, { merchantId: own })).toEqual({ records: 2, intact: true });
    expect(await trailOf(other)).toEqual([]);
  });

  test('is recorded with the reason that it gives, in its detail', async () => {
    const merchantId = await world.newMerchant();
    const description = 'Fee charged twice (letter 12)';
    const adjusted = act(merchantId, { action: 'balance.adjusted', subject: newId('adjustment'), description });
    await charging.emit(actedInCharging, adjusted);
    const { detail } = await recorded(merchantId, adjusted.subject);
    expect(JSON.parse(detail)).toEqual({ description });
  });

  test('[1.37] is recorded once, also when its event is delivered again', async () => {
    const merchantId = await world.newMerchant();
    const [first, last] = [act(merchantId), act(merchantId)];
    await intents.emit(actedInIntents, first);
    await published.next(({ key }) => key === merchantId);
    await recorded(merchantId, first.subject);
    const again = published.messages.filter(({ key }) => String(key) === merchantId);
    const producer = testKafka().kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const topic = new Names(world.auth.topics.prefix).topic(eventStreams.intentsAudit);
    await producer.send({
      topic,
      messages: again.map(({ key, value, headers }) => ({ key, value, headers: headers ?? {} })),
    });
    await producer.disconnect();
    // events of one account are handled in order
    await intents.emit(actedInIntents, last);
    await recorded(merchantId, last.subject);
    expect((await trailOf(merchantId)).map(({ subject }) => subject)).toEqual([first.subject, last.subject]);
  });

  test('is one of many of several accounts, which are recorded in the order of each', async () => {
    const merchants = await Promise.all([1, 2, 3].map(() => world.newMerchant()));
    const acts = Array.from({ length: 60 }, (_, index) => act(merchants[index % merchants.length] ?? ''));
    await intents.emit(actedInIntents, ...acts);
    for (const merchantId of merchants) {
      const own = acts.filter((one) => one.merchantId === merchantId).map(({ subject }) => subject);
      await recorded(merchantId, own.at(-1) ?? '');
      expect((await trailOf(merchantId)).map(({ subject }) => subject)).toEqual(own);
    }
  });
});

describe('an act that decides where the money of an account may go', () => {
  const mailsTo = (email: string) => world.otp.mails.filter(({ to }) => to === email);
  const waiting = () => world.auth.sql('SELECT FROM owner_notice');
  const tryAgain = () => world.auth.sql('UPDATE owner_notice SET next_at = clock_timestamp()');
  const ended = async (outcome: string) => {
    const { values = [] } =
      (await world.auth.app.get(Registry).getSingleMetric('paygate_owner_notices_total')?.get()) ?? {};
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value;
  };

  test.each([
    ['payout_destination.registered', 'payout_destination_added'],
    ['payout_destination.revoked', 'payout_destination_revoked'],
    ['payout_batch.approved', 'payout_batch_approved'],
    ['refunds.half_of_balance', 'refunds_half_of_balance'],
    ['payment.reversed', 'payment_reversed'],
    ['payment.matched', 'payment_matched'],
  ] as const)('[10.10] [12.3] every active owner, and nobody else, is notified of %s', async (action, mail) => {
    const owner = await world.newOwner();
    const [second, admin] = [await world.newMember(owner, 'owner'), await world.newMember(owner, 'admin')];
    const invited = freshEmail();
    okay(await world.invite(owner, 'owner', invited));
    const outsider = await world.newOwner();
    // of the invitations
    await eventually(async () => (await waiting()).length === 0);
    const before = world.otp.mails.length;
    const destination = { phoneMasked: '********01', usableAt: '2026-11-22T10:00:00.000Z' };
    const added = act(owner.merchantId, { action, subject: newId('member'), mode: 'live', destination });
    await charging.emit(actedInCharging, added);
    await recorded(owner.merchantId, added.subject);
    await eventually(async () => (await waiting()).length === 0);
    for (const { email } of [owner, second])
      expect(mailsTo(email).at(-1)).toMatchObject({ mail, mode: 'live', token: '', destination });
    expect(world.otp.mails).toHaveLength(before + 2);
    expect([admin.email, invited, outsider.email].flatMap(mailsTo).map((sent) => sent.mail)).not.toContain(mail);
  });

  test('[12.3] is recorded at once while otp takes no mails, and notified when it does', async () => {
    const { merchantId, email } = await world.newOwner();
    world.otp.refusal = refuse('service_unavailable');
    const added = act(merchantId, { action: 'payout_destination.registered', subject: newId('member') });
    await charging.emit(actedInCharging, added);
    await recorded(merchantId, added.subject);
    await eventually(() => world.otp.refusals > 0);
    // more often than an event is attempted
    for (let tries = 0; tries < 6; tries += 1) {
      const { refusals } = world.otp;
      await tryAgain();
      await eventually(() => world.otp.refusals > refusals);
    }
    expect(mailsTo(email)).toEqual([]);
    world.otp.refusal = undefined;
    await tryAgain();
    await eventually(async () => (await waiting()).length === 0);
    expect(mailsTo(email).map(({ mail }) => mail)).toEqual(['payout_destination_added']);
    expect((await trailOf(merchantId)).filter(({ subject }) => subject === added.subject)).toHaveLength(1);
  });

  test('is notified also to an owner who was removed before otp took the mail', async () => {
    const owner = await world.newOwner();
    const removed = await world.newMember(owner, 'owner');
    world.otp.refusal = refuse('service_unavailable');
    const added = act(owner.merchantId, { action: 'payout_destination.registered', subject: newId('member') });
    await charging.emit(actedInCharging, added);
    await recorded(owner.merchantId, added.subject);
    okay(await world.remove(owner, removed.memberId));
    world.otp.refusal = undefined;
    await tryAgain();
    await eventually(async () => (await waiting()).length === 0);
    expect(mailsTo(removed.email).at(-1)).toMatchObject({ mail: 'payout_destination_added' });
  });

  test.each([
    ['unsupported', 'channel_unsupported', 'where no mail can be sent', 0],
    ['failed', 'service_unavailable', 'when otp has taken no mail for a week', 8],
  ] as const)('is counted as %s, for otp answered %s, and recorded also %s', async (outcome, code, _when, days) => {
    const { merchantId } = await world.newOwner();
    const before = (await ended(outcome)) ?? 0;
    world.otp.refusal = refuse(code);
    const added = act(merchantId, { action: 'payout_destination.registered', subject: newId('member') });
    await charging.emit(actedInCharging, added);
    await recorded(merchantId, added.subject);
    await world.auth.sql('UPDATE owner_notice SET created_at = created_at - make_interval(days => $1)', days);
    await tryAgain();
    await eventually(async () => (await waiting()).length === 0);
    expect(await ended(outcome)).toBe(before + 1);
    world.otp.refusal = undefined;
  });
});
