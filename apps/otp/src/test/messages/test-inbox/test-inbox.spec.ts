import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReceiptFacts } from '@paygate/contracts';
import {
  initOtp,
  readTestInbox,
  sendPhoneCode,
  sendReceipt,
  TEST_INBOX_HOURS,
  TEST_INBOX_MAX,
} from '@paygate/contracts';
import { idOfUuid, newId, sha256Base64url, uuidV7 } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { TestMessagesRepository } from '../../../messages/sending/test-messages.repository.js';
import { ProviderStandIn } from '../../provider-stand-in.js';
import { accepted, World } from '../../world.js';

let world: World;
let gateway: CommandClient;
let live: ProviderStandIn;
beforeAll(async () => {
  live = await ProviderStandIn.start();
  world = await World.start({ SMS_PROVIDER_URL: live.url, OTP_RESEND_SPACING_SECONDS: '0' });
  gateway = await world.as('gateway');
});
afterAll(async () => {
  await world.stop();
  await live.stop();
});

/** The test inbox of a merchant as the gateway reads it. */
async function inbox(merchantId: string) {
  const { messages } = accepted(await gateway.ask(readTestInbox, { merchantId, mode: 'test' }));
  return messages.map(({ text, code, ...shown }) => ({
    ...shown,
    text: world.gateway.open(text, 'test-message.text'),
    code: code === null ? null : world.gateway.open(code, 'test-message.code'),
  }));
}
const kept = (merchantId: string) =>
  world.rows<{ id: string }>('SELECT id FROM otp_test_message WHERE merchant_id = $1 ORDER BY id', [merchantId]);
const anyPhone = (): string => `+23767${String(randomInt(1e7)).padStart(7, '0')}`;

async function askAsGuest(merchantId: string, phoneNumber: string): Promise<void> {
  const sealed = world.gateway.seal('otp', phoneNumber, 'init-otp.phone');
  const caller = world.caller({ credential: 'session' });
  const usual = { merchantId, mode: 'test', merchantName: 'Boutique', channel: 'sms', caller } as const;
  const intentionId = world.intent({}, merchantId);
  accepted(await gateway.ask(initOtp, { ...usual, intentionId, phoneNumber: sealed }));
}

describe('the test inbox of a merchant', () => {
  test('[4.19] has the codes of its payments in test mode, newest first, which no other merchant sees', async () => {
    const [merchantId, user, phoneNumber] = [newId('merchant'), world.user(), anyPhone()];
    const { otpId } = accepted(await world.init({ userId: user.userId, merchantId }));
    accepted(await world.init({ userId: user.userId, merchantId, otpId, channel: 'email' }));
    await askAsGuest(merchantId, phoneNumber);
    const byPhone = { channel: 'sms', subject: null, destination: `********${phoneNumber.slice(-2)}` };
    expect(await inbox(merchantId)).toMatchObject([
      { ...byPhone, code: await world.code(phoneNumber), text: world.provider.to(phoneNumber)[0]?.text },
      {
        channel: 'email',
        subject: 'Votre code de paiement',
        destination: 'u***@***',
        code: await world.code(user.email),
      },
      {
        channel: 'sms',
        destination: `********${user.phoneNumber.slice(-2)}`,
        code: await world.code(user.phoneNumber),
      },
    ]);
    expect(await inbox(newId('merchant'))).toEqual([]);
  });

  test('has receipts, without a code', async () => {
    const [merchantId, user, intentId] = [newId('merchant'), world.user(), newId('intent')];
    const facts: ReceiptFacts = {
      ...{ intentId, amount: '5000', currency: 'XAF', description: 'Order 123456', method: 'wallet' },
      ...{ completedAt: new Date().toISOString(), payerId: user.userId, tokenId: uuidV7() },
    };
    world.known.receipts.set(intentId, { merchantId, status: 'COMPLETED', facts });
    const idempotency = { keyHash: sha256Base64url(randomUUID()), bodyHash: sha256Base64url('{}') };
    accepted(await gateway.ask(sendReceipt, { intentId, merchantId, mode: 'test', channel: 'email', idempotency }));
    const [receipt, ...others] = await inbox(merchantId);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ channel: 'email', code: null, text: expect.stringContaining(intentId) });
  });

  test('has no message that nobody gets, though it is recorded like any other', async () => {
    const merchantId = newId('merchant');
    accepted(await world.init({ userId: newId('user'), merchantId }));
    expect(await kept(merchantId)).toHaveLength(1);
    expect(await inbox(merchantId)).toEqual([]);
  });

  test('[4.19] has no code that registers a user', async () => {
    const [merchantId, phoneNumber] = [newId('merchant'), anyPhone()];
    const auth = await world.as('auth');
    accepted(
      await auth.ask(sendPhoneCode, {
        ...{ claimId: idOfUuid('registration', randomUUID()), purpose: 'registration', merchantId, mode: 'test' },
        ...{ merchantName: 'Boutique', caller: world.caller(), message: 'code' },
        phoneNumber: world.gateway.seal('otp', phoneNumber, 'phone-code.phone'),
      }),
    );
    await world.code(phoneNumber);
    expect(await kept(merchantId)).toEqual([]);
  });
});

describe('a message of live mode', () => {
  test('[4.19] is not kept, and its inbox is refused', async () => {
    const [merchantId, user] = [newId('merchant'), world.user()];
    accepted(await world.init({ userId: user.userId, merchantId, mode: 'live' }));
    expect(await kept(merchantId)).toEqual([]);
    expect(await gateway.ask(readTestInbox, { merchantId, mode: 'live' })).toMatchObject({ code: 'mode_mismatch' });
  });

  test('[4.19] cannot be kept, whatever the service does', async () => {
    const values = `'${newId('merchant')}', '${uuidV7()}', 'live', 'sms', 'sealed'`;
    const insert = `INSERT INTO otp_test_message (merchant_id, id, mode, channel, sealed_message) VALUES (${values})`;
    await expect(world.rows(insert)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('messages of test mode', () => {
  test(`are the newest ${TEST_INBOX_MAX} of each merchant`, async () => {
    const [merchantId, other] = [newId('merchant'), newId('merchant')];
    await world.rows(
      `INSERT INTO otp_test_message (merchant_id, id, mode, channel, sealed_message)
        SELECT merchant, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'test', 'sms', 'sealed'
        FROM generate_series(1, $3) AS n, unnest(ARRAY[$1, $2]) AS merchant`,
      [merchantId, other, TEST_INBOX_MAX + 5],
    );
    await askAsGuest(merchantId, anyPhone());
    const ids = (await kept(merchantId)).map(({ id }) => id);
    expect([ids.length, ids[0]]).toEqual([TEST_INBOX_MAX, '00000000-0000-7000-8000-000000000007']);
    expect(await kept(other)).toHaveLength(TEST_INBOX_MAX + 5);
  });

  test(`[4.19] are gone after ${TEST_INBOX_HOURS} hours`, async () => {
    const merchantId = newId('merchant');
    await askAsGuest(merchantId, anyPhone());
    await askAsGuest(merchantId, anyPhone());
    const [old, recent] = await kept(merchantId);
    await world.rows(
      `UPDATE otp_test_message SET sent_at = sent_at - make_interval(hours => $2) WHERE merchant_id = $1 AND id = $3`,
      [merchantId, TEST_INBOX_HOURS, old?.id],
    );
    expect(await inbox(merchantId)).toHaveLength(1);
    await world.otp.get(TestMessagesRepository).deleteExpired();
    expect(await kept(merchantId)).toEqual([recent]);
  });
});
