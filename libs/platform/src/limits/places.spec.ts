import { expect, test } from '@jest/globals';
import { newId } from '../crypto/ids.js';
import { Places } from './places.js';

const account = () => ({ merchantId: newId('merchant'), mode: 'test' as const });

test('two merchants cannot take all places, in both modes together: of the last half each has one', async () => {
  const places = new Places(16, 4);
  const gate = Promise.withResolvers<string>();
  const greedy = [account(), account()].flatMap((of) => [of, { ...of, mode: 'live' as const }]);
  const held = greedy.flatMap((of) => Array.from({ length: 4 }, () => places.within(of, () => gate.promise)));
  expect(await places.within(account(), () => Promise.resolve('now'))).toBe('now');
  gate.resolve('done');
  expect((await Promise.all(held)).filter((answer) => answer === 'done')).toHaveLength(10);
});

test('one merchant leaves room for others, all together are bounded, and a place is free again after a failure', async () => {
  const places = new Places(4, 2);
  const [greedy, other] = [account(), account()];
  const gate = Promise.withResolvers<string>();
  const held = [greedy, greedy, other, account()].map((of) => places.within(of, () => gate.promise));
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
