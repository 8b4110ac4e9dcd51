import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { SigningKeyRow } from '@paygate/contracts';
import { userTokenKeyTable } from '@paygate/contracts';
import { Table } from '@paygate/messaging';
import { Clock } from '@paygate/platform';
import { UserTokenKeys } from './user-token-keys.js';

test('a bounded number of requests waits for unknown key ids, and further ones do not wait', async () => {
  const clock = new Clock();
  const table = new Table<SigningKeyRow>(userTokenKeyTable, clock);
  table.heard(new Date(clock.epochMs()));
  table.completeSnapshot(table.beginSnapshot());
  const keys = new UserTokenKeys(table, clock);
  let answered = 0;
  const waits = Array.from({ length: 100 }, async (_, index) => {
    await keys.arrival(`invented-${index}`);
    answered += 1;
  });
  await nextTurn();
  expect(answered).toBe(36);
  await Promise.all(waits);
  expect(answered).toBe(100);
});
