import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { stackFolder } from '@paygate/testing';

const run = promisify(execFile);
const TIMEOUT_MS = 240_000;

/** The short form of `npm run chaos -- --webhooks`, with time for a machine that is busy with others. */
const OPTIONS = {
  '--events': '200',
  '--endpoints': '4',
  '--faults': 'kill,flush,postgres',
  '--patience': '8',
  '--stack-root': stackFolder(),
};

test(
  '[7.17] a killed worker, an emptied Redis and a restarted PostgreSQL lose no event, and repeat none with another id or body',
  async () => {
    const args = ['--enable-source-maps', 'dist/tools/chaos/main.js', '--webhooks', ...Object.entries(OPTIONS).flat()];
    const { stdout } = await run(process.execPath, args, { timeout: TIMEOUT_MS });
    for (const fault of ['webhooks killed', 'Redis emptied', 'PostgreSQL restarted'])
      expect(stdout).toMatch(new RegExp(`^${fault}: the slowest event took`, 'm'));
    expect(stdout).toContain('3 faults, 0 broken promises');
  },
  TIMEOUT_MS,
);
