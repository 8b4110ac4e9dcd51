import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { codeOfApp, stackFolder } from '@paygate/testing';
import type { StackPerson } from './set-up.js';
import { productionStack } from './set-up.js';

/* The installation's team agrees a fee with a merchant, which two persons prove. */

const stack = productionStack();
const folder = mkdtempSync(join(tmpdir(), 'paygate-persons-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Long after any payment. */
const FEE = ['agree-fee', stack.merchant.id, 'wallet', '150', '0', '2199-01-01T00:00:00Z', 'agree'] as const;
const file = join(folder, 'act.json');
const PASSWORD = 'correct horse battery staple';
/** Another person must prove it. */
const LEFT = 75;

/** The approvers that the stack began with. */
const [first, second] = stack.staff;
const linesOf = (person: StackPerson | undefined): readonly string[] =>
  person === undefined ? [] : [person.email, person.password, person.recoveryCodes.pop() ?? ''];

/** `npm run operator -- …` with lines on the standard input: exit code, and what it prints. */
async function typed(words: readonly string[], ...lines: readonly string[]): Promise<readonly [number | null, string]> {
  const env = { ...process.env, PAYGATE_STACK_ROOT: stackFolder(), LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['deploy/local/main.ts', 'operator', ...words], {
    ...{ env, stdio: ['pipe', 'pipe', 'ignore'] },
  });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
  return [code, output];
}

async function printed<Printed>(words: readonly string[], ...lines: readonly string[]): Promise<Printed> {
  const [code, output] = await typed(words, ...lines);
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${output}`);
  return JSON.parse(output) as Printed;
}

/** A person with the lines that prove an act, each with another recovery code. */
async function enrolled(email: string) {
  const { personId, secret } = await printed<Record<string, string>>(['enrol-staff'], email, PASSWORD);
  const confirm = ['confirm-staff', personId ?? ''];
  const { recoveryCodes } = await printed<{ recoveryCodes: string[] }>(confirm, codeOfApp(secret ?? ''));
  return { personId: personId ?? '', lines: () => [email, PASSWORD, recoveryCodes.pop() ?? ''] };
}

test('[1.65] a fee is agreed by two persons, one of them an approver, and by nobody alone', async () => {
  const [ada, grace] = [await enrolled('ada@team.example'), await enrolled('grace@team.example')];
  // without a role they prove nothing, and neither the key nor one approver gives them one
  expect((await typed(FEE, ...ada.lines()))[0]).toBe(1);
  for (const { personId } of [ada, grace]) {
    expect((await typed(['set-staff', personId, 'approver']))[0]).not.toBe(0);
    const [left, wanted] = await typed(['set-staff', personId, 'approver'], ...linesOf(first));
    expect(left).toBe(LEFT);
    writeFileSync(file, wanted);
    expect(await printed(['approve', file], ...linesOf(second))).toMatchObject([{ personId, role: 'approver' }]);
  }

  const [code, act] = await typed(FEE, ...ada.lines());
  expect(code).toBe(LEFT);
  writeFileSync(file, act);
  // the same person again is not another one
  expect(JSON.parse((await typed(['approve', file], ...ada.lines()))[1])).toMatchObject([{ refused: 'scope_missing' }]);
  // one more amount is another act
  writeFileSync(file, act.replace('"fixed":0', '"fixed":1'));
  expect(JSON.parse((await typed(['approve', file], ...grace.lines()))[1])).toMatchObject([
    { refused: 'scope_missing' },
  ]);
  expect((await printed<{ agreed: object[] }>(['fees', stack.merchant.id])).agreed).toEqual([]);

  writeFileSync(file, act);
  expect(await printed(['approve', file], ...grace.lines())).toMatchObject([{ isNew: true }]);
  expect((await printed<{ agreed: object[] }>(['fees', stack.merchant.id])).agreed).toHaveLength(1);
  const { acts, intact } = await printed<{ acts: { action: string; detail: string }[]; intact: boolean }>([
    'staff-acts',
  ]);
  const [last] = acts.filter(({ action }) => action === 'staff.acted');
  expect([intact, JSON.parse(last?.detail ?? '{}')]).toEqual([
    true,
    expect.objectContaining({ command: 'set-fee', persons: [ada.personId, grace.personId].sort(), alone: false }),
  ]);
});

test('[1.65] a secret key of live mode is made by two persons: not by the installation’s key, nor by one of them', async () => {
  const apiKeyId = `key_0${randomBytes(13).toString('hex').slice(1)}`;
  const request = { apiKeyId, merchantId: stack.merchant.id, mode: 'live', type: 'secret', name: 'of the team' };
  const act = { command: 'create-api-key', requests: [request], proofs: [] };
  writeFileSync(file, JSON.stringify(act));
  const [left, proven] = await typed(['approve', file], ...linesOf(first));
  expect([left, (JSON.parse(proven) as { proofs: string[] }).proofs]).toEqual([LEFT, [expect.any(String)]]);
  writeFileSync(file, proven);
  expect(await printed(['approve', file], ...linesOf(second))).toMatchObject([{ apiKey: { apiKeyId } }]);
});
