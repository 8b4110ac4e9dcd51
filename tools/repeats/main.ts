/**
 * Repeats requests under one idempotency key as shops do whose process was restarted: `npm run repeats`. Clients in Java, PHP, Python and
 * Go build the same creation, refund and payout anew in each process, with other bytes, before and after services were killed. Each request
 * has one effect. A client whose runtime is not found is left out.
 */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { missingProgram, runLines } from '../foreign/lines.js';
import { repositoryRoot } from '../stack/own-stack.js';
import { withOwnStack } from '../stack/with-own-stack.js';
import { otherRequests } from './other-requests.js';
import type { RepeatedRequest } from './shop.js';
import { Shop } from './shop.js';

/** A client: what it needs, how it is built into the folder of a run, its command there, and how often it is started. */
interface Client {
  readonly runtime: string;
  readonly build?: string;
  readonly command: string;
  readonly runs: number;
}

const sources = join(process.cwd(), 'tools', 'repeats', 'clients');
const clients: Readonly<Record<string, Client>> = {
  java: { runtime: 'java', build: `javac -d . ${sources}/Repeat.java`, command: 'java -cp . Repeat', runs: 10 },
  php: { runtime: 'php', command: `php ${sources}/repeat.php`, runs: 3 },
  python: { runtime: 'python3', command: `python3 ${sources}/repeat.py`, runs: 3 },
  go: { runtime: 'go', build: `go build -o repeat ${sources}/repeat.go`, command: './repeat', runs: 3 },
};

const cwd = mkdtempSync(join(tmpdir(), 'paygate-repeats-'));
try {
  process.exitCode = (await withOwnStack('repeats', run)) === 0 ? 0 : 1;
} finally {
  rmSync(cwd, { recursive: true, force: true });
}

async function run({ facts, root }: Parameters<Parameters<typeof withOwnStack>[1]>[0]): Promise<number> {
  const shop = await Shop.open(join(root, 'stack.json'));
  const env = {
    PAYGATE_URL: facts.gateway.url,
    PAYGATE_CA: resolve(repositoryRoot, facts.gateway.ca),
    PAYGATE_SECRET_KEY: facts.merchant.secretKey,
  };
  let faults = 0;
  for (const [name, client] of Object.entries(clients)) {
    if (missingProgram([client.runtime]) !== undefined) {
      console.log(`${name}: no ${client.runtime} here, left out`);
      continue;
    }
    if ((await runLines(client.build ?? '', { name, cwd })) === undefined) return faults + 1;
    for (const request of await shop.requests(name))
      if (!(await isOneEffect({ name, client, shop, env }, request))) faults += 1;
  }
  return faults + (await otherRequests(shop));
}

interface Repeating {
  readonly name: string;
  readonly client: Client;
  readonly shop: Shop;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the client with one key again and again, the services being killed after the first time. True when all of it was one request. */
async function isOneEffect(
  { name, client, shop, env }: Repeating,
  { kind, path, fields, effects }: RepeatedRequest,
): Promise<boolean> {
  const spellings = new Set<string>();
  const answers = new Set<string>();
  for (let again = 0; again < client.runs; again += 1) {
    if (again === 1) await shop.crash();
    const printed = await runLines(`${client.command} "$@"`, {
      name,
      cwd,
      env,
      args: [path, `${name}-${kind}`, ...fields],
    });
    const [status = '', text = '', answer = '{}'] = (printed ?? '').trim().split('\n');
    spellings.add(text);
    answers.add(`${status} ${String((JSON.parse(answer) as { readonly id?: string }).id)}`);
  }
  const made = await effects();
  const [only = ''] = answers;
  const isOnce = answers.size === 1 && /^20[12] /.test(only) && made === 1;
  const written = `${String(client.runs)} processes, ${String(spellings.size)} spellings`;
  const outcome = `${[...answers].join(' / ')}, ${String(made)} made${isOnce ? '' : ' FAULT'}`;
  console.log(`${name} ${kind}: ${written}, ${outcome}`);
  return isOnce;
}
