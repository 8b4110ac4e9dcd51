import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { Places } from './places.js';

const account = () => ({ merchantId: newId('merchant'), mode: 'test' as const });

test('one merchant leaves room for others, all together are bounded, and a place is free again after a failure', async () => {
  const places = new Places(3, 2);
  const [greedy, other] = [account(), account()];
  const gate = Promise.withResolvers<string>();
  const held = [greedy, greedy, other].map((of) => places.within(of, () => gate.promise));
  const now = () => Promise.resolve('now');
  expect(await places.within(account(), now)).toBeUndefined();
  gate.reject(new Error('failed'));
  await Promise.allSettled(held);
  const again = Promise.withResolvers<string>();
  const waiting = [greedy, greedy].map((of) => places.within(of, () => again.promise));
  expect(await places.within(greedy, now)).toBeUndefined();
  expect(await places.within({ ...greedy, mode: 'live' }, now)).toBe('now');
  expect(await places.within(other, now)).toBe('now');
  again.resolve('done');
  expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  expect(await places.within(greedy, now)).toBe('now');
});
