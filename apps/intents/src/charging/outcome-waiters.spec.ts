import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import type { Logger, ShutdownCoordinator } from '@paygate/platform';
import type { IntentsRepository } from '../intents.repository.js';
import { OutcomeWaiters } from './outcome-waiters.js';

/** Many callers wait, one for each id; the number of those who are let wait, and the end of every wait. */
async function waitsOf(waiters: OutcomeWaiters, mode: Mode, ids: readonly string[]) {
  let answered = 0;
  const waits = ids.map(async (intentId) => {
    await waiters.wait({ intentId, mode, waitMs: 60_000 });
    answered += 1;
  });
  await turn();
  const end = async () => {
    waiters.notify(ids);
    await Promise.all(waits);
  };
  return { waiting: ids.length - answered, end };
}
function newWaiters(): OutcomeWaiters {
  // no charge has an outcome
  const intents = { settledAmong: () => Promise.resolve([]) } as unknown as IntentsRepository;
  return new OutcomeWaiters(intents, {} as ShutdownCoordinator, {} as Logger);
}
const ids = (name: string) => Array.from({ length: 100 }, (_, index) => `${name}${index}`);

test('one payment takes three places, and has them again when its waits are over', async () => {
  const waiters = newWaiters();
  for (let time = 0; time < 2; time += 1) {
    const { waiting, end } = await waitsOf(waiters, 'live', Array<string>(100).fill('pi_1'));
    const other = await waitsOf(waiters, 'live', ['pi_2']);
    expect([waiting, other.waiting]).toEqual([3, 1]);
    await Promise.all([end(), other.end()]);
  }
});

test('test mode takes half of the places, and live mode any of them', async () => {
  const waiters = newWaiters();
  for (let time = 0; time < 2; time += 1) {
    const tests = await waitsOf(waiters, 'test', ids('test'));
    const lives = await waitsOf(waiters, 'live', ids('live'));
    expect([tests.waiting, lives.waiting]).toEqual([24, 24]);
    await Promise.all([tests.end(), lives.end()]);
    const alone = await waitsOf(waiters, 'live', ids('live'));
    expect(alone.waiting).toBe(48);
    await alone.end();
  }
});
