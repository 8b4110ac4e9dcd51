import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, expect, test } from '@jest/globals';
import { stackFolder } from '@paygate/testing';

/* An operator types commands in a folder of the own, with files there, and sends their output into files. */

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'paygate-operator-'));
const HEADER = 'operator_id,reference,time,amount,currency,kind,status\n';
/** Before any payment of any stack. */
const DAY = ['mtn_momo', 'test', '2020-01-31'] as const;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** `npm run --silent operator -- … < input > output`, typed in the folder: its exit code and what is in the file. */
async function typed(words: readonly string[], input: 'ignore' | number = 'ignore'): Promise<string> {
  const output = join(folder, 'output');
  const env = { ...process.env, PAYGATE_STACK_ROOT: stackFolder(), npm_lifecycle_event: undefined };
  const child = spawn('npm', ['--prefix', root, 'run', '--silent', 'operator', '--', ...words], {
    ...{ cwd: folder, env, stdio: [input, openSync(output, 'w'), 'inherit'] },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const text = readFileSync(output, 'utf8');
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${text}`);
  return text;
}

test('upload-statement takes a path relative to where it is typed, and the standard input', async () => {
  writeFileSync(join(folder, 'statement.csv'), HEADER);
  // a file that arrived before stays compared, and its repetition is not compared
  const uploaded = { day: '2020-01-31', fileHash: createHash('sha256').update(HEADER).digest('hex') };
  expect(JSON.parse(await typed(['upload-statement', ...DAY, 'statement.csv']))).toMatchObject(uploaded);
  const again = await typed(['upload-statement', ...DAY, '-'], openSync(join(folder, 'statement.csv'), 'r'));
  expect(JSON.parse(again)).toMatchObject(uploaded);
});

test('one process answers a command a line, and goes on after one that fails', async () => {
  const lines = [['requests'], ['no-such-command'], 'words', ['reconciliation', ...DAY]].map((line) =>
    JSON.stringify(line),
  );
  writeFileSync(join(folder, 'commands'), `${[...lines, 'a secret'].join('\n')}\n`);
  const failed = typed(['-'], openSync(join(folder, 'commands'), 'r'));
  await expect(failed).rejects.toThrow(/^exit code 1: /);
  const answers = readFileSync(join(folder, 'output'), 'utf8').trim().split('\n');
  expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ requests: expect.any(Array) }),
    { error: '"no-such-command" is not a command' },
    { error: 'a line is a JSON array of words' },
    expect.arrayContaining([expect.objectContaining({ day: '2020-01-31' })]),
    // nothing of a line that may have been meant for a prompt
    { error: 'a line is a JSON array of words' },
  ]);
});

test('a report in a file begins with its header, and has nothing else', async () => {
  const report = await typed(['reconciliation-report', ...DAY]);
  expect(report).toMatch(/^result,detail,line,[\w,]+,report\n$/);
});

test('dead letters are counted by their own program', async () => {
  expect(JSON.parse(await typed(['dead-letters', 'count']))).toMatchObject({ charging: expect.any(Number) });
});
