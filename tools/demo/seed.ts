/**
 * Makes the demo merchant, its owner and its users on a running stack, or finds them there: keys stay the same from one start to the
 * next. The first user is the one of the README; all have funded wallets but the one whose number ends in 10. Test mode.
 *
 * SEED_FILE (kept between starts, mode 0600), SEED_USERS, GATEWAY_URL, GATEWAY_CA and RECEIVER_URL, besides what every
 * service is told of Kafka and its keys.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { eventually } from '@paygate/platform';
import { PaygateHttp } from '@paygate/testing';
import type { Operator } from '../operator/operator.js';
import { runAsOperator } from '../operator/operator.js';
import type { DemoMerchant, DemoOwner } from './demo-merchant.js';
import { createDemoMerchant, createDemoOwner } from './demo-merchant.js';
import type { DemoUser } from './demo-users.js';
import { createDemoUsers } from './demo-users.js';

interface Seed extends DemoMerchant {
  readonly owner: DemoOwner;
  readonly users: readonly DemoUser[];
}

const file = process.env['SEED_FILE'] ?? '.local/seed.json';
const gateway = { url: process.env['GATEWAY_URL'] ?? '', ca: process.env['GATEWAY_CA'] ?? '' };
const receiverUrl = process.env['RECEIVER_URL'] ?? '';
const users = Number(process.env['SEED_USERS'] ?? '1');

await runAsOperator(async (operator) => {
  const seed = (await knownSeed()) ?? (await newSeed(operator));
  write(seed);
  write({ ...seed, users: await createDemoUsers(operator, users, seed.users) });
});

async function newSeed(operator: Operator): Promise<Seed> {
  const merchant = await createDemoMerchant(operator, receiverUrl);
  return { ...merchant, owner: await createDemoOwner(operator, merchant.merchantId), users: [] };
}

/** What an earlier start made, if it is still there: the data may have been reset under the file. */
async function knownSeed(): Promise<Seed | undefined> {
  if (!existsSync(file)) return undefined;
  const seed = JSON.parse(readFileSync(file, 'utf8')) as Seed;
  // a file of before there were owners names none
  if (seed.receiverUrl !== receiverUrl || !Object.hasOwn(seed, 'owner')) return undefined;
  const api = new PaygateHttp({ baseUrl: gateway.url, ca: readFileSync(gateway.ca, 'utf8'), ...seed });
  try {
    return (await isAccepted(api, seed.secretKey)) ? seed : undefined;
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
      if (![401, 404].includes(answer.status)) throw new Error(`the gateway answered ${answer.status}: ${answer.text}`);
      return answer;
    },
    { timeoutMs: 30_000, intervalMs: 200 },
  );
  return status === 404;
}

/** Written aside and renamed, so that a reader sees the old text or the new one. */
function write(seed: Seed): void {
  writeFileSync(`${file}.new`, JSON.stringify(seed, undefined, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
