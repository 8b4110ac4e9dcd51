import { randomBytes, randomInt } from 'node:crypto';
import type { PaygateHttp, Stack } from '@paygate/testing';
import { eventually, inboxMessages, newCode } from '@paygate/testing';
import { accepted } from './paying.js';

/** A declined payment, and another try of it. */
export async function tryAgain({ stack, api }: { readonly stack: Stack; readonly api: PaygateHttp }): Promise<void> {
  const reference = randomBytes(8).toString('hex');
  const declined = accepted(
    201,
    await api.createIntent({ amount: '300', currency: 'XAF', reference, checkoutRetries: 2 }),
  );
  const { id, sessionToken, checkoutUrl } = declined;
  accepted(409, await api.retryIntent(sessionToken));
  const phoneNumber = `+23767${String(randomInt(1e5)).padStart(5, '0')}11`;
  const seen = await inboxMessages(stack, phoneNumber);
  const { otpId } = accepted(202, await api.initGuestOtp(declined, phoneNumber));
  const code = await newCode(stack, phoneNumber, seen);
  const { token } = accepted(200, await api.verifyGuestOtp(otpId, code, { intentionId: id }));
  accepted(202, await api.chargeByMobileMoney(id, token));
  await eventually(async () => (await api.readIntent(id)).body['status'] === 'FAILED');
  // its page asks how it may go on
  await api.request({ method: 'GET', path: new URL(String(checkoutUrl)).pathname });
  for (let asked = 0; asked < 2; asked += 1) accepted(201, await api.retryIntent(sessionToken));
}
