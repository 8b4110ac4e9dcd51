import { describe, expect, it } from '@jest/globals';
import { brokenByChange, brokenByFault, brokenByOutage, gained, hopelessness, judged } from './judgement.ts';

const NONE = { failed: {}, refused: {} };
/** The answers to a load with a wrong password. */
const WRONG_PASSWORD = { failed: {}, refused: { 'charge 401 credentials_invalid': 25 } };
const texts = (found: readonly { readonly text: string }[]): readonly string[] => found.map(({ text }) => text);

describe('the judgement of a load', () => {
  it('with a wrong password fails, by the code of its answers, whatever the step and however busy the machine', () => {
    for (const broken of [brokenByChange, brokenByFault, brokenByOutage]) {
      const found = broken(WRONG_PASSWORD);
      expect(judged(found, 1)).toEqual({ broken: ['25 × charge 401 credentials_invalid'], notShown: [] });
    }
    expect(hopelessness(0, WRONG_PASSWORD)).toBe('no payment is completed: 25 × charge 401 credentials_invalid');
  });

  it('has hope for one that completes payments, or was refused a few times only', () => {
    expect(hopelessness(1, WRONG_PASSWORD)).toBeUndefined();
    expect(hopelessness(0, { ...NONE, refused: { 'charge 401 credentials_invalid': 19 } })).toBeUndefined();
  });

  it('counts what happened during a step alone', () => {
    const before = { failed: { '503 service_unavailable': 4 }, refused: { 'verify 401 otp_invalid': 1 } };
    const after = { failed: { '503 service_unavailable': 6, ECONNREFUSED: 1 }, refused: before.refused };
    expect(gained(before, after)).toEqual({
      failed: { '503 service_unavailable': 2, ECONNREFUSED: 1 },
      refused: {},
    });
  });

  it.each(['503 service_unavailable', 'ECONNRESET', '429 rate_limited', '409 idempotency_key_in_use'])(
    'finds a planned change broken by %s',
    (why) => {
      expect(texts(brokenByChange({ ...NONE, failed: { [why]: 2 } }))).toEqual([`2 × ${why}`]);
    },
  );

  it.each(['503 service_unavailable', '504 upstream_timeout', '503 page', '409 idempotency_key_in_use'])(
    'allows %s while an engine is away',
    (why) => {
      expect(brokenByOutage({ ...NONE, failed: { [why]: 2 } })).toEqual([]);
    },
  );

  it.each(['ECONNREFUSED', 'socket hang up', '503 ', '502 bad_gateway', '429 rate_limited', '408 request_timeout'])(
    'finds an outage broken by %s',
    (why) => {
      expect(texts(brokenByOutage({ ...NONE, failed: { [why]: 1 } }))).toEqual([`1 × ${why}`]);
    },
  );

  it('allows a code that was replaced during a fault, and not during a planned change', () => {
    const answers = { ...NONE, refused: { 'verify 401 otp_invalid': 1 } };
    expect([...brokenByFault(answers), ...brokenByOutage(answers)]).toEqual([]);
    expect(brokenByChange(answers)).toHaveLength(1);
  });

  it('leaves open what a machine that is too slow breaks as well, and nothing else', () => {
    const found = brokenByChange({
      failed: { '504 upstream_timeout': 3, ECONNREFUSED: 1 },
      refused: { 'create 409 reference_exists': 1 },
    });
    expect(judged(found, 0.97)).toEqual({
      broken: ['1 × ECONNREFUSED', '1 × create 409 reference_exists'],
      notShown: ['3 × 504 upstream_timeout (97 % of the CPU was busy)'],
    });
    expect(judged(found, 0.6)).toEqual({ broken: texts(found), notShown: [] });
  });
});
