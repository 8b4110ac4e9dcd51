import { describe, expect, test } from '@jest/globals';
import type { EndpointHealth } from './endpoint-health.js';
import { afterFailures } from './endpoint-health.js';

const HEALTHY: EndpointHealth = {
  failures: 0,
  failingSince: null,
  breakerUntil: null,
  failedProbes: 0,
  addressFlaggedAt: null,
  warnedAt: null,
};
const NOW = new Date('2026-11-20T10:00:00Z');
const DAY_MS = 86_400_000;

const fail = (before: Partial<EndpointHealth> = {}, changes = {}) =>
  afterFailures(
    { ...HEALTHY, ...before },
    { count: 1, now: NOW, isProbe: false, hasNoAddress: false, compression: 1, ...changes },
  );
const secondsFromNow = (date: Date | null) => date && (date.getTime() - NOW.getTime()) / 1_000;
const failingFor = (days: number, failures = 9) => ({
  failures,
  failingSince: new Date(NOW.getTime() - days * DAY_MS),
});

describe('the breaker', () => {
  test('opens with the fifth failure in a row, for 30 s', () => {
    expect(fail({ failures: 3 }).health).toMatchObject({ failures: 4, breakerUntil: null });
    expect(secondsFromNow(fail({ failures: 4 }).health.breakerUntil)).toBe(30);
  });

  test('stays open twice as long after each probe that fails, up to 15 minutes', () => {
    const pauses = Array.from({ length: 7 }, (_, failedProbes) => {
      const { health } = fail({ failures: 5, failedProbes, breakerUntil: NOW }, { isProbe: true });
      expect(health.failedProbes).toBe(failedProbes + 1);
      return secondsFromNow(health.breakerUntil);
    });
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  test('is not moved by attempts that began before it opened', () => {
    const open = new Date(NOW.getTime() + 5_000);
    expect(fail({ failures: 6, breakerUntil: open }).health.breakerUntil).toEqual(open);
  });

  test('opens for a shorter time where the schedule is compressed', () => {
    expect(secondsFromNow(fail({ failures: 4 }, { compression: 100 }).health.breakerUntil)).toBe(0.3);
  });

  test('holds an ordered endpoint until its first delivery is tried again', () => {
    expect(secondsFromNow(fail({}, { holdSeconds: 5 }).health.breakerUntil)).toBe(5);
    expect(secondsFromNow(fail({ failures: 7 }, { holdSeconds: 600 }).health.breakerUntil)).toBe(600);
  });
});

describe('an endpoint', () => {
  test('is disabled after five days of failures', () => {
    expect(fail(failingFor(4.9)).disable).toBe(false);
    expect(fail(failingFor(5))).toMatchObject({ disable: true, notices: [] });
  });

  test('is not disabled for fewer than ten failures, however long it had no success', () => {
    expect(fail(failingFor(29, 8))).toMatchObject({ disable: false, notices: [] });
  });

  test('[7.15] has its merchant warned once after three days', () => {
    expect(fail(failingFor(2.9)).notices).toEqual([]);
    const warned = fail(failingFor(3));
    expect(warned).toMatchObject({ notices: ['no_success'], health: { warnedAt: NOW } });
    expect(fail({ ...failingFor(4), warnedAt: warned.health.warnedAt }).notices).toEqual([]);
  });

  test('has its merchant notified once when its name has no public address', () => {
    expect(fail({ failures: 3 }, { hasNoAddress: true }).notices).toEqual([]);
    const flagged = fail({ failures: 4 }, { hasNoAddress: true });
    expect(flagged).toMatchObject({ notices: ['address_not_allowed'], health: { addressFlaggedAt: NOW } });
    expect(fail(flagged.health, { hasNoAddress: true }).notices).toEqual([]);
  });
});
