import { createHmac } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';

/** The id of a new destination of payouts that the owner of the demo merchant registers, who enables a second factor for it. */
export async function destinationOf(stack: Stack, api: PaygateHttp, phoneNumber: string): Promise<string> {
  const { email, password } = stack.merchant.owner;
  const at = async (status: number, path: string, body: unknown, session?: string) => {
    const headers = session === undefined ? {} : { authorization: `Bearer ${session}` };
    return good(status, await api.request({ method: 'POST', path, headers, body })).body;
  };
  const session = String((await at(201, '/dashboard/sessions', { email, password }))['token']);
  const { secret } = await at(201, '/dashboard/second-factor', { password }, session);
  const confirmed = await at(200, '/dashboard/second-factor/confirm', { code: codeOfApp(String(secret)) }, session);
  const [code] = confirmed['recoveryCodes'] as readonly string[];
  const registered = { phoneNumber, label: 'Phone of the shop', code };
  return String((await at(201, '/payout-destinations', registered, session))['id']);
}

/** The code that an authenticator app shows now (RFC 6238). */
function codeOfApp(secret: string): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(message).digest();
  const number = digest.readUInt32BE(digest.readUInt8(19) & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 1e6).padStart(6, '0');
}

/** The answer, if it has this status. */
export function good<Body>(status: number, answer: Answer<Body>): Answer<Body> {
  if (answer.status === status) return answer;
  throw new Error(`answered ${String(answer.status)}, not ${String(status)}: ${answer.text}`);
}
