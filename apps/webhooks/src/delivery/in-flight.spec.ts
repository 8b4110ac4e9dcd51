import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { InFlight, MOST, SLOW_AFTER_MS, SLOW_MOST } from './in-flight.js';
import type { Target } from './targets.repository.js';
import { WaitingEndpoints } from './waiting-endpoints.js';

const OK = { kind: 'answered', status: 200, excerpt: '' } as const;

let inFlight: InFlight;

beforeEach(() => {
  jest.useFakeTimers();
  inFlight = new InFlight();
});
afterEach(() => {
  jest.useRealTimers();
});

const target = (mode: Mode, merchantId = newId('merchant')): Target => ({
  ...{ endpointId: newId('webhookEndpoint'), merchantId, mode, url: 'https://shop.example/', secrets: [] },
  ...{ ordered: false, retrySchedule: null, unchangedSeconds: 0, isFailing: false, breakerSeconds: null },
  readAtMs: 0,
});
/** Begins all that there is room for. @returns what ends each */
const fill = (targets: readonly Target[]) => {
  const ends: ReturnType<InFlight['begin']>[] = [];
  for (const one of targets) while (inFlight.room(one) > 0) ends.push(inFlight.begin(one));
  return ends;
};
const later = () => {
  jest.advanceTimersByTime(SLOW_AFTER_MS);
};
/** Endpoints that are slow, with nothing under way. */
const slow = (count: number, mode: Mode, merchantId?: string) => {
  const targets = Array.from({ length: count }, () => target(mode, merchantId));
  for (const one of targets) {
    const end = inFlight.begin(one);
    later();
    end(OK);
  }
  return targets;
};

describe.each<[Mode, Mode]>([
  ['test', 'live'],
  ['live', 'test'],
])('in %s mode', (mode, other) => {
  test('sixty-four merchants that begin all they may leave room for another one, and all of the other mode', () => {
    const merchants = Array.from({ length: 64 }, () => newId('merchant'));
    fill(merchants.flatMap((merchantId) => Array.from({ length: 16 }, () => target(mode, merchantId))));
    expect(inFlight.count).toBeLessThan(MOST[mode]);
    expect([inFlight.room(target(mode)), inFlight.room(target(other))]).toEqual([1, 4]);
  });

  test('slow endpoints have a part of the POSTs, whatever their merchants, and leave a whole window to others', () => {
    const endpoints = slow(2 * SLOW_MOST[mode], mode);
    fill(endpoints);
    expect(inFlight.count).toBe(SLOW_MOST[mode]);
    expect([inFlight.room(target(mode)), inFlight.room(target(other))]).toEqual([4, 4]);
  });

  test('one merchant with slow endpoints leaves room for slow ones of others', () => {
    const merchantId = newId('merchant');
    fill(slow(40, mode, merchantId));
    const [another] = slow(1, mode);
    expect(another && inFlight.room(another)).toBeGreaterThan(0);
  });
});

test('an endpoint is slow from two seconds of a POST until it answers sooner, and no slow POST is under way', () => {
  const one = target('test');
  const isSlow = () => inFlight.window(one.endpointId).isSlow;
  const [hanging, other] = [inFlight.begin(one), inFlight.begin(one)];
  jest.advanceTimersByTime(SLOW_AFTER_MS - 1);
  expect(isSlow()).toBe(false);
  other(OK);
  jest.advanceTimersByTime(1);
  expect(isSlow()).toBe(true);
  inFlight.begin(one)(OK);
  expect(isSlow()).toBe(true);
  hanging(OK);
  expect(isSlow()).toBe(true);
  inFlight.begin(one)({ kind: 'failed', cause: 'connection' });
  expect(isSlow()).toBe(true);
  inFlight.begin(one)(OK);
  expect(isSlow()).toBe(false);
});

test('the places of slow endpoints go round, and an endpoint that is not slow goes on with its own', () => {
  const waiting = new WaitingEndpoints(inFlight);
  const endpoints = slow(2 * SLOW_MOST.test, 'test');
  const ends = fill(endpoints);
  for (const one of endpoints) waiting.add(one);
  expect(endpoints.filter(({ endpointId }) => waiting.isHeld(endpointId))).toHaveLength(endpoints.length);
  const begun = new Set<string>();
  for (let round = 0; round < 2 * endpoints.length; round += 1) {
    ends.shift()?.(undefined);
    const next = waiting.next(endpoints[0] ?? target('test'));
    const found = endpoints.find(({ endpointId }) => endpointId === next);
    if (found === undefined) continue;
    begun.add(found.endpointId);
    ends.push(inFlight.begin(found));
    waiting.add(found);
  }
  expect(begun.size).toBe(endpoints.length);
  const quick = target('test');
  waiting.add(quick);
  expect(waiting.next(quick)).toBe(quick.endpointId);
});
