import { expect, test } from '@jest/globals';
import { Slots } from './slots.js';

test('[1.20] a request beyond the number of slots is refused until another one has ended, by success or by failure', async () => {
  const slots = new Slots(2);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const run = (work: Promise<string>, limit?: number) => slots.run(() => work, limit);
  const answers = [run(first.promise), run(second.promise, 2)];
  expect(slots.isFull).toBe(true);
  expect(run(first.promise)).toBeUndefined();
  first.reject(new Error('failed'));
  await expect(answers[0]).rejects.toThrow('failed');
  expect(slots.isFull).toBe(false);
  expect(run(Promise.resolve('third'), 1)).toBeUndefined();
  expect(await run(Promise.resolve('third'))).toBe('third');
  second.resolve('second');
  expect(await answers[1]).toBe('second');
});
