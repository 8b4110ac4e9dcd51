/**
 * Makes the demo merchant, its owner and its users on a running stack, or finds them there: keys stay the same from one start to the
 * next. The first user is the one of the README; all have funded wallets but the one whose number ends in 10. Test mode.
 *
 * SEED_FILE (kept between starts, mode 0600), SEED_USERS, GATEWAY_URL, GATEWAY_CA and RECEIVER_URL, besides what every
 * service is told of Kafka and its keys.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eventually } from '@paygate/platform';
import { PaygateHttp } from '@paygate/testing';
import type { Operator } from '../operator/operator.js';
import { runAsOperator } from '../operator/operator.js';
import type { DemoMerchant, DemoOwner } from './demo-merchant.js';
import { createDemoMerchant, createDemoOwner } from './demo-merchant.js';
import type { DemoUser } from './demo-users.js';
import { createDemoUsers } from './demo-users.js';
import { readKept, writeKept } from './kept-file.js';

interface Seed extends DemoMerchant {
  /** Of all users: who is there already keeps what they have, whichever merchant they pay. */
  readonly userPassword: string;
  readonly owner: DemoOwner;
  readonly users: readonly DemoUser[];
}

/** A file of an earlier version lacks what came later. */
type EarlierSeed = DemoMerchant & Pick<Seed, 'users'> & Partial<Seed>;

const file = process.env['SEED_FILE'] ?? '.local/seed.json';
const gateway = { url: process.env['GATEWAY_URL'] ?? '', ca: process.env['GATEWAY_CA'] ?? '' };
const receiverUrl = process.env['RECEIVER_URL'] ?? '';
const users = Number(process.env['SEED_USERS'] ?? '1');
/** How a gateway that serves answers a key that it does not know, and one that it does: 403 of a merchant who is suspended. */
const KEY_REFUSED = [401];
const KEY_KNOWN = [403, 404];

await runAsOperator(async (operator) => {
  const earlier = readKept(file) as EarlierSeed | undefined;
  const userPassword = earlier?.userPassword ?? earlier?.users[0]?.password ?? randomBytes(12).toString('base64url');
  const isKnown = earlier !== undefined && isWhole(earlier) && (await isThere(earlier));
  const known = isKnown ? earlier : await newSeed(operator, userPassword);
  keep(known);
  keep({ ...known, users: await createDemoUsers(operator, users, known) });
});

async function newSeed(operator: Operator, userPassword: string): Promise<Seed> {
  const merchant = await createDemoMerchant(operator, receiverUrl);
  return { ...merchant, owner: await createDemoOwner(operator, merchant.merchantId), userPassword, users: [] };
}

function isWhole(seed: EarlierSeed): seed is Seed {
  return seed.owner !== undefined && seed.userPassword !== undefined;
}

/** Whether the merchant that an earlier start made is there: its data may have been reset, and its key revoked. */
async function isThere(seed: Seed): Promise<boolean> {
  if (seed.receiverUrl !== receiverUrl) return false;
  const api = new PaygateHttp({ baseUrl: gateway.url, ca: readFileSync(gateway.ca, 'utf8'), ...seed });
  try {
    return await isAccepted(api, seed.secretKey);
  } finally {
    api.close();
  }
}

/** Asks until the key is known or refused: a gateway that is not ready has said neither. */
async function isAccepted(api: PaygateHttp, secretKey: string): Promise<boolean> {
  const request = {
    method: 'GET',
    path: '/gateway/pi_00000000000000000000000000',
    headers: { 'x-api-key': secretKey },
  };
  const { status } = await eventually(
    async () => {
      const answer = await api.request(request);
      if (![...KEY_REFUSED, ...KEY_KNOWN].includes(answer.status))
        throw new Error(`the gateway answered ${answer.status}: ${answer.text}`);
      return answer;
    },
    { timeoutMs: 30_000, intervalMs: 200 },
  );
  return KEY_KNOWN.includes(status);
}

function keep(seed: Seed): void {
  writeKept(file, seed);
}
