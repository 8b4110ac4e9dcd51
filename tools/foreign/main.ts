/**
 * Lets programs of others judge Paygate or use it: `npm run generators`, `verifiers`, `momo-clients` and `schemathesis`, with the names of
 * some of them, and with arguments for them. They come from the ordinary registries into a temporary folder; one that this machine cannot
 * run is left out. It prints a line for each, and fails when one cannot be built, or does not show what it must.
 */
import 'reflect-metadata';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generatorDocument } from '@paygate/contracts';
import type { Stack } from '@paygate/testing';
import { repositoryRoot } from '../stack/own-stack.js';
import { withOwnStack } from '../stack/with-own-stack.js';
import { deliveries } from './deliveries.js';
import { missingProgram, runLines } from './lines.js';
import type { Program } from './programs.js';
import { installers, programs } from './programs.js';
import { configurations } from './schemathesis.js';

type Named = readonly [name: string, program: Program];

const [kind = '', ...words] = process.argv.slice(2);
const ofKind = programs[kind] ?? {};
const names = words.filter((word) => word in ofKind);
const args = words.slice(names.length);
if (args[0]?.startsWith('-') === false)
  throw new Error(`there are ${Object.keys(ofKind).join(', ')}, and no ${args[0]}`);

const folder = mkdtempSync(join(tmpdir(), `paygate-${kind}-`));
try {
  write('openapi-3.0.json', JSON.stringify(generatorDocument()));
  const chosen = Object.entries(ofKind).filter(([name]) => names.length === 0 || names.includes(name));
  const built: Named[] = [];
  let faults = 0;
  for (const named of chosen) {
    const missing = missingProgram([...installers[named[1].by].needs, ...(named[1].needs ?? [])]);
    if (missing !== undefined) console.log(`${named[0]}: no ${missing} here, left out`);
    else if (await isBuilt(named)) built.push(named);
    else faults += 1;
  }
  const users = built.filter(([, { run }]) => run !== undefined);
  if (kind === 'verifiers') faults += await failuresOf(users);
  else if (users.length > 0) faults += await withOwnStack(kind, ({ facts }) => failuresOf(users, facts));
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function isBuilt([name, { by, packages, build }]: Named): Promise<boolean> {
  const cwd = join(folder, name);
  cpSync(join(process.cwd(), 'tools', 'foreign', kind), cwd, { recursive: true });
  if ((await runLines(`${installers[by].line} ${packages}\n${build ?? ''}`, { name, cwd })) === undefined) return false;
  if (build !== undefined) console.log(`${name}: built`);
  return true;
}

/** The number of programs that do not show what they must. */
async function failuresOf(users: readonly Named[], facts?: Stack): Promise<number> {
  if (kind === 'schemathesis' && facts !== undefined)
    for (const [name, text] of Object.entries(await configurations(facts))) write(name, text);
  let failures = 0;
  for (const [index, [name, { run = '', shows }]] of users.entries()) {
    // signed now: a library refuses what is older than five minutes, and packages take a while
    write('deliveries.json', JSON.stringify(deliveries()));
    const env = facts === undefined ? {} : environment(facts, index);
    const printed = await runLines(run, { name, cwd: join(folder, name), env, args, isShown: shows === undefined });
    const shown = printed?.trim().split('\n').at(-1);
    if (shown !== undefined && shows !== undefined) console.log(`${name}: ${shown}`);
    if (shown === undefined || (shows !== undefined && shown !== shows)) failures += 1;
  }
  return failures;
}

/** The variables that programs read: a merchant's keys and a customer at the gateway, and the credentials of the simulated MTN MoMo. */
function environment({ gateway, merchant, users, rails }: Stack, index: number): Record<string, string> {
  const withMoney = users.filter(({ walletBalance }) => walletBalance !== '0');
  const user = withMoney[index % withMoney.length];
  return {
    PAYGATE_URL: gateway.url,
    PAYGATE_CA: resolve(repositoryRoot, gateway.ca),
    PAYGATE_SECRET_KEY: merchant.secretKey,
    PAYGATE_PUBLISHABLE_KEY: merchant.publishableKey,
    PAYGATE_PHONE_NUMBER: user?.phoneNumber ?? '',
    PAYGATE_PASSWORD: user?.password ?? '',
    MOMO_URL: rails.url,
    MOMO_TARGET_ENVIRONMENT: rails.momo.targetEnvironment,
    MOMO_SUBSCRIPTION_KEY: rails.momo.subscriptionKey,
    MOMO_API_USER: rails.momo.apiUser,
    MOMO_API_KEY: rails.momo.apiKey,
  };
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}
