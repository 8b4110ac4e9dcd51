import { createHmac } from 'node:crypto';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';

/** A member who is signed in with a second factor: each recovery code proves one act. */
export interface ProvenOwner {
  readonly session: string;
  readonly codes: string[];
}

/** The owner of the demo merchant, who enables a second factor. */
export async function provenOwner(stack: Stack, api: PaygateHttp): Promise<ProvenOwner> {
  const { email, password } = stack.merchant.owner;
  const at = async (status: number, path: string, body: unknown, session?: string) =>
    good(status, await atDashboard(api, path, body, session)).body;
  const session = String((await at(201, '/dashboard/sessions', { email, password }))['token']);
  const { secret } = await at(201, '/dashboard/second-factor', { password }, session);
  const confirmed = await at(200, '/dashboard/second-factor/confirm', { code: codeOfApp(String(secret)) }, session);
  return { session, codes: [...(confirmed['recoveryCodes'] as readonly string[])] };
}

/** The id of a new destination of payouts that an owner registers. */
export async function destinationOf(
  { session, codes }: ProvenOwner,
  api: PaygateHttp,
  phoneNumber: string,
): Promise<string> {
  const registered = { phoneNumber, label: 'Phone of the shop', code: codes.pop() };
  return String(good(201, await atDashboard(api, '/payout-destinations', registered, session)).body['id']);
}

/** Asks as a member. */
export function atDashboard(api: PaygateHttp, path: string, body: unknown, session?: string): Promise<Answer> {
  const headers = session === undefined ? {} : { authorization: `Bearer ${session}` };
  return api.request({ method: 'POST', path, headers, body });
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
