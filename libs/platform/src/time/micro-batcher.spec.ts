import { expect, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { MicroBatcherOptions } from './micro-batcher.js';
import { MicroBatcher } from './micro-batcher.js';
import { eventually } from './eventually.js';

/** A batcher whose batches end when the test ends them. */
function held(options: Omit<MicroBatcherOptions<number>, 'run'>) {
  const begun: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const batcher = new MicroBatcher<number>({
    ...options,
    run: (items) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      begun.push({
        items,
        end: () => {
          resolve(undefined);
        },
      });
      return promise;
    },
  });
  const submit = (...items: readonly number[]) => {
    for (const item of items) batcher.submit(item);
  };
  const turns = async () => {
    for (let count = 0; count < 5; count += 1) await turn();
  };
  return { begun, submit, turns, batches: () => begun.map(({ items }) => items) };
}

test('items of one turn are processed together, in bounded batches, of which a bounded number run at a time', async () => {
  const { begun, submit, turns, batches } = held({ maxItems: 2, maxInFlight: 2 });
  submit(1, 2, 3, 4, 5);
  await turns();
  expect(batches()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  submit(6);
  begun[0]?.end();
  await turns();
  expect(batches()).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
});

test('a batch runs alone: items that arrive meanwhile are collected and processed when it has ended', async () => {
  const { begun, submit, turns, batches } = held({ maxItems: 10, maxInFlight: 2, aloneMs: 60_000 });
  submit(1);
  await turns();
  submit(2);
  await turns();
  submit(3);
  await turns();
  expect(batches()).toEqual([[1]]);
  begun[0]?.end();
  await turns();
  expect(batches()).toEqual([[1], [2, 3]]);
  begun[1]?.end();
});

test('a batch that takes long no longer runs alone: others run beside it, up to the bound', async () => {
  const { submit, turns, batches } = held({ maxItems: 10, maxInFlight: 2, aloneMs: 20 });
  submit(1);
  await turns();
  submit(2);
  await eventually(() => batches().length === 2);
  expect(batches()).toEqual([[1], [2]]);
  submit(3);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(batches()).toHaveLength(2);
});
