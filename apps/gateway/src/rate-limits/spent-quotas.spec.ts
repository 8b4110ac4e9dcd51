import { expect, test } from '@jest/globals';
import { SpentQuotas } from './spent-quotas.js';

const [ofAccount, ofOther] = ['mer_1', 'mer_2'].map((account) => {
  return { account, quota: { objects: 10, bytes: 1_000 }, bytes: 70 };
});
const spent = { objectsLeft: 0, bytesLeft: 20, renewsAt: new Date('2026-11-21T00:00:00.000Z'), waitMs: 1_000 };

test('a quota stays spent until it renews, of the account that has spent it', () => {
  let nowMs = 5_000;
  const quotas = new SpentQuotas(() => nowMs);
  if (ofAccount === undefined || ofOther === undefined) throw new Error('two accounts are given');
  expect(quotas.of(ofAccount)).toBeUndefined();
  quotas.note(ofAccount, spent);
  nowMs += 400;
  expect(quotas.of(ofAccount)).toEqual({ ...spent, waitMs: 600 });
  expect(quotas.of(ofOther)).toBeUndefined();
  expect(quotas.of(undefined)).toBeUndefined();
  nowMs += 600;
  expect(quotas.of(ofAccount)).toBeUndefined();
});

test('the part of visitors is spent apart', () => {
  const quotas = new SpentQuotas(() => 0);
  if (ofAccount === undefined) throw new Error('an account is given');
  const ofVisitors = { ...ofAccount, visitorQuota: { objects: 7, bytes: 750 } };
  quotas.note(ofVisitors, spent);
  expect(quotas.of(ofVisitors)).toEqual(spent);
  expect(quotas.of(ofAccount)).toBeUndefined();
});

test('no more quotas are remembered than a bound, the latest of them', () => {
  const quotas = new SpentQuotas(() => 0);
  if (ofAccount === undefined) throw new Error('an account is given');
  for (let count = 0; count <= 50_000; count += 1) quotas.note({ ...ofAccount, account: `mer_${count}` }, spent);
  expect(quotas.of({ ...ofAccount, account: 'mer_0' })).toBeUndefined();
  expect(quotas.of({ ...ofAccount, account: 'mer_50000' })).toEqual(spent);
});
