/**
 * Pays at the simulated MTN MoMo by clients that others publish: `npm run momo-clients`. Their packages come from the ordinary registries;
 * a client whose runtime is not found is left out. It prints a line for each, and fails when one cannot pay.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../outside/programs.js';
import { missingProgram, pipInstall, runAll } from '../outside/programs.js';
import { withOwnStack } from '../outside/own-stack.js';
import type { StackFacts } from '../stack/own-stack.js';

/** A published client: the folder of its program below `clients`, and the commands there. */
interface Client {
  readonly runtime: string;
  readonly folder: 'node' | 'python';
  readonly commands: readonly Command[];
}

const byPython = (installed: string, program: string): Client => ({
  runtime: 'python3',
  folder: 'python',
  commands: [pipInstall(installed), ['env', 'PYTHONPATH=packages', 'python3', program]],
});

const clients: Readonly<Record<string, Client>> = {
  'mtn-momo': {
    runtime: 'npm',
    folder: 'node',
    commands: [
      ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'],
      ['node', 'pay.mjs'],
    ],
  },
  'mtnmomo-py': byPython('mtnmomo-py==0.1.0', 'pay_mtnmomo.py'),
  'momo-openapi': byPython('momo-openapi==0.1.2', 'pay_momo_openapi.py'),
};

const source = join(process.cwd(), 'tools', 'momo-clients', 'clients');
const folder = mkdtempSync(join(tmpdir(), 'paygate-momo-clients-'));
try {
  const wanted = process.argv.slice(2);
  const chosen = Object.entries(clients).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const good = await withOwnStack('momo-clients', async ({ facts }) => {
    let paid = true;
    for (const [name, client] of chosen) paid = (await pays(name, client, facts)) && paid;
    return paid;
  });
  process.exitCode = good ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** False when the client could not be installed, or its payment does not come to its end. */
async function pays(
  name: string,
  { runtime, folder: language, commands }: Client,
  facts: StackFacts,
): Promise<boolean> {
  const missing = missingProgram([runtime]);
  if (missing !== undefined) {
    console.log(`${name}: no ${missing} here, left out`);
    return true;
  }
  const cwd = join(folder, name);
  cpSync(join(source, language), cwd, { recursive: true });
  const { url, momo } = facts.rails;
  const env = {
    MOMO_URL: url,
    MOMO_TARGET_ENVIRONMENT: momo.targetEnvironment,
    MOMO_SUBSCRIPTION_KEY: momo.subscriptionKey,
    MOMO_API_USER: momo.apiUser,
    MOMO_API_KEY: momo.apiKey,
  };
  const printed = await runAll(commands, { name, cwd, env });
  if (printed !== undefined) console.log(`${name}: ${printed.trim().split('\n').at(-1) ?? ''}`);
  return printed !== undefined;
}
