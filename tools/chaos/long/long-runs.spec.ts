import { expect, test } from '@jest/globals';
import type { RecordedRun } from './long-runs.js';
import { summaryOf } from './long-runs.js';

const run: RecordedRun = {
  ...{ commit: 'a1', endedAt: '2026-11-28T20:00:00.000Z', seed: 's', seconds: 1_800, faults: 0 },
  ...{ payments: 10_040, ended: 10_040, refunds: 400, payouts: 200, completed: 4_500, declined: 500, reversed: 200 },
  strikes: { kill: 40, freeze: 30, cut: 35 },
};

test('the runs are added up, and a commit lacks those that it has not passed without a fault', () => {
  const counted = { ...run, topUps: 1_000, withdrawals: 500 };
  const together = { ...run, oneProcess: true };
  const text = summaryOf([run, { ...counted, commit: 'b2' }, { ...counted, faults: 1 }, together], 'a1');
  expect(text).toBe(
    '4 long runs: 40160 payments, 40160 ended, 1600 refunds, 800 payouts, 800 taken back, ' +
      '2000 top-ups, 1000 withdrawals, 420 strikes, 2.0 hours, 1 broken promises; ' +
      'of commit a1, 1 without a fault, 9 of 10 missing',
  );
});
