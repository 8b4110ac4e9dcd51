import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

const bashBlocks = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block ?? '');

test(
  'the curl blocks of the README, run as they stand, lead to a signed payment.completed',
  async () => {
    const blocks = bashBlocks(readFileSync('README.md', 'utf8'));
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], { timeout: TIMEOUT_MS });
    expect(stdout).toContain("'service-signature'");
    expect(stdout).toContain('payment.completed');
    expect(stdout).toContain('verified: true');
    expect(stdout.trim().split('\n').at(-1)).toBe('COMPLETED');
  },
  TIMEOUT_MS,
);
