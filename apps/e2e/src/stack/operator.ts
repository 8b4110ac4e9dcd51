import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Stack } from '@paygate/testing';
import { stackFolder } from '@paygate/testing';

const run = promisify(execFile);
/** Long after any payment. */
const SOME_DAY = '2199-01-01T00:00:00Z';

/** `npm run operator -- …` on the stack of the suites: what it prints. */
export async function operator(...words: readonly string[]): Promise<unknown> {
  const env = { ...process.env, PAYGATE_STACK_ROOT: stackFolder(), LOG_LEVEL: 'silent' };
  const { stdout } = await run(process.execPath, ['deploy/local/main.ts', 'operator', ...words], { env });
  return JSON.parse(stdout);
}

/** Agrees a fee with the demo merchant that no payment of the suites pays: charging notifies auth of it, once. */
export async function agreeSomeFee({ merchant }: Stack): Promise<void> {
  await operator('agree-fee', merchant.id, 'wallet', '150', '0', SOME_DAY, 'agree');
}
