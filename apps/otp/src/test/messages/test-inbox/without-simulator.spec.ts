import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readTestInbox, sendPhoneCode } from '@paygate/contracts';
import { eventually, idOfUuid } from '@paygate/platform';
import { accepted, World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await World.start({ INBOX_URL: '', INBOX_SMTP_URL: '' });
});
afterAll(() => world.stop());

test.each(['sms', 'email'] as const)(
  'where no simulator takes the messages of test mode, the code of a payment by %s is in the test inbox, and confirms it',
  async (channel) => {
    const { userId } = world.user();
    const intentionId = world.intent();
    const { otpId } = accepted(await world.init({ userId, intentionId, channel }));
    const asked = { merchantId: world.merchantId, mode: 'test' } as const;
    const { messages } = accepted(await (await world.as('gateway')).ask(readTestInbox, asked));
    const [newest] = messages;
    if (newest === undefined || newest.code === null) throw new Error('no code is in the inbox');
    const otp = world.gateway.open(newest.code, 'test-message.code');
    accepted(await world.verify({ userId, intentionId, otpId, otp }));
    // nothing waits to be sent
    await eventually(async () => (await world.rows('SELECT FROM otp_send')).length === 0);
  },
);

test('a code that opens an account is in no inbox, so it is refused', async () => {
  const auth = await world.as('auth');
  expect(
    await auth.ask(sendPhoneCode, {
      ...{ claimId: idOfUuid('registration', randomUUID()), purpose: 'registration', merchantId: world.merchantId },
      ...{ mode: 'test', merchantName: 'Boutique', caller: world.caller(), message: 'code' },
      phoneNumber: world.gateway.seal('otp', '+237670000001', 'phone-code.phone'),
    }),
  ).toMatchObject({ ok: false, code: 'channel_unsupported' });
});
