import { expect, test } from '@jest/globals';
import type { FeesListed, Reply } from '@paygate/contracts';
import { BadUsage } from './bad-usage.js';
import { feeWords, previewFee } from './fee-command.js';

const listed: FeesListed = {
  agreed: [
    { method: 'mtn_momo', bps: 180, fixed: 0, effectiveFrom: '2026-11-01T00:00:00.000Z' },
    { method: 'mtn_momo', bps: 100, fixed: 0, effectiveFrom: '2027-01-01T00:00:00.000Z' },
  ],
  standard: [{ method: 'mtn_momo', bps: 200, fixed: 0 }],
};
const send = <Answer>() => Promise.resolve({ ok: true, data: listed } as unknown as Reply<Answer>);
const previewFrom = (effectiveFrom: string) =>
  previewFee({ send }, { merchantId: 'mer_a', terms: { method: 'mtn_momo', bps: 50, fixed: 5, effectiveFrom } });

test('a preview shows what is in force at that time, and the fees by both', async () => {
  expect(await previewFrom('2026-10-01T00:00:00.000Z')).toMatchObject({
    inForceThen: { bps: 200 },
    wouldBe: { bps: 50, fixed: 5 },
    examples: expect.arrayContaining([{ amount: '1043', fee: '20', wouldBe: '10' }]),
  });
  expect(await previewFrom('2026-12-01T00:00:00.000Z')).toMatchObject({ inForceThen: { bps: 180 } });
  expect(await previewFrom('2027-01-01T00:00:00.000Z')).toMatchObject({ inForceThen: { bps: 100 } });
});

test.each([
  ['card', '200', '0'],
  ['wallet', '-1', '0'],
  ['wallet', '1.5', '0'],
  ['wallet', '10001', '0'],
  ['wallet', '200', '1000001'],
])('%s with %s basis points and %s is no fee', (method, bps, fixed) => {
  expect(() => feeWords(method, bps, fixed)).toThrow(BadUsage);
});
