/**
 * Creates the demo merchant, its owner and its users on a running stack, or finds them: keys stay the same between starts. The first
 * user is the one of the README. All have funded wallets of test mode except the one whose number ends in 10.
 *
 * Variables: SEED_FILE (kept between starts, mode 0600), SEED_USERS, SEED_MODE (`test` or `live`, of the keys and the endpoint),
 * SEED_ACCOUNT_FILE (an earlier SEED_FILE, whose account gets the keys), GATEWAY_URL, GATEWAY_CA and RECEIVER_URL, and the variables of
 * every process on the bus.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eventually } from '@paygate/platform';
import { PaygateHttp } from '@paygate/testing';
import type { Operator } from '../operator/operator.js';
import { runAsOperator } from '../operator/operator.js';
import type { DemoEndpoint, DemoMerchant, DemoOwner } from './demo-merchant.js';
import type { DemoPerson } from './demo-persons.js';
import { DemoPersons } from './demo-persons.js';
import {
  activateDemoMerchant,
  createDemoEndpoint,
  createDemoKeys,
  createDemoMerchant,
  createDemoOwner,
} from './demo-merchant.js';
import type { DemoUser } from './demo-users.js';
import { createDemoUsers } from './demo-users.js';
import { awaitLeaders } from './brokers.js';
import { readJsonFile, writeJsonFile } from './json-file.js';

interface Seed extends DemoMerchant, DemoEndpoint {
  /** The password of all demo users. */
  readonly userPassword: string;
  readonly owner: DemoOwner;
  /** The persons of the installation's team that the seed has made; none where no command needs them. */
  readonly staff?: readonly DemoPerson[];
  readonly users: readonly DemoUser[];
}

const file = process.env['SEED_FILE'] ?? '.local/seed.json';
const gateway = { url: process.env['GATEWAY_URL'] ?? '', ca: process.env['GATEWAY_CA'] ?? '' };
const receiverUrl = process.env['RECEIVER_URL'] ?? '';
const mode = process.env['SEED_MODE'] === 'live' ? 'live' : 'test';
const accountFile = process.env['SEED_ACCOUNT_FILE'];
const users = Number(process.env['SEED_USERS'] ?? '1');
/** Answers of a ready gateway to an unknown key, and to a known one: 403 when the merchant is suspended. */
const KEY_REFUSED = [401];
const KEY_KNOWN = [403, 404];

await awaitLeaders();
await runAsOperator(async (operator) => {
  const earlier = readJsonFile(file) as Seed | undefined;
  const userPassword = earlier?.userPassword ?? randomBytes(12).toString('base64url');
  const isKnown = earlier !== undefined && (await merchantExists(earlier));
  const known = isKnown ? earlier : await newSeed(operator, userPassword);
  keep(known);
  keep({ ...known, users: await createDemoUsers(operator, users, known) });
});

async function newSeed(operator: Operator, userPassword: string): Promise<Seed> {
  const account = accountFile === undefined ? undefined : (readJsonFile(accountFile) as Seed);
  const merchantId = account?.merchantId ?? (await createDemoMerchant(operator));
  const owner = account?.owner ?? (await createDemoOwner(operator, merchantId));
  if (mode === 'live') await activateDemoMerchant(operator, merchantId);
  const team = new DemoPersons(operator);
  const merchant = await createDemoKeys({ ...operator, send: team.send }, merchantId, mode);
  const endpoint = await withApi(merchant, (api) => createDemoEndpoint(api, merchant.secretKey, receiverUrl));
  const made = team.persons.length === 0 ? {} : { staff: team.persons };
  return { ...merchant, ...endpoint, owner, userPassword, ...made, users: [] };
}

/** True when the merchant of an earlier start exists: its data may have been deleted, or its key revoked. */
async function merchantExists(seed: Seed): Promise<boolean> {
  if (seed.receiverUrl !== receiverUrl) return false;
  return withApi(seed, (api) => isAccepted(api, seed.secretKey));
}

async function withApi<Result>(merchant: DemoMerchant, work: (api: PaygateHttp) => Promise<Result>): Promise<Result> {
  const api = new PaygateHttp({ baseUrl: gateway.url, ca: readFileSync(gateway.ca, 'utf8'), ...merchant });
  try {
    return await work(api);
  } finally {
    api.close();
  }
}

/** Repeats the request until the gateway is ready and either knows or refuses the key. */
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
  writeJsonFile(file, seed);
}
