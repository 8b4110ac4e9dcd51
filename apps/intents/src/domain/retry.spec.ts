import { describe, expect, it } from '@jest/globals';
import type { IntentStatus } from '@paygate/contracts';
import { declineCodes, intentStatuses } from '@paygate/contracts';
import type { Intent } from './intent.js';
import { intentIn, order } from './intent.samples.js';
import type { Tries } from './retry.js';
import { nextTry, retryRefusal } from './retry.js';

const MINUTE = 60_000;
const first: Intent = { ...intentIn('FAILED'), checkoutRetries: 2 };
const tries: Tries = { first, latest: first, retries: 0 };
const later = { ...first, id: 'pi_2', retryOf: first.id };
const inTime = new Date('2026-11-20T10:10:00.000Z');
const beforeEnd = (ms: number): Date => new Date(order.expiresAt.getTime() - ms);
const codeOf = (asked: Tries, now = inTime): string => retryRefusal(asked, now)?.code ?? 'may begin';

describe('another try', () => {
  it.each(intentStatuses)('after %s: after a decline only', (status: IntentStatus) => {
    const latest = { ...intentIn(status), id: 'pi_2', retryOf: first.id };
    const expected =
      status === 'FAILED' ? undefined : { code: 'intent_unexpected_state', fields: { currentStatus: status } };
    const refusal = retryRefusal({ ...tries, latest, retries: 1 }, inTime);
    if (expected === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toMatchObject(expected);
  });

  it.each(declineCodes)('after %s: unless people may have decided it', (failureCode) => {
    const after = (failureDecidedBy: Intent['failureDecidedBy']): string =>
      codeOf({ ...tries, latest: { ...first, failureCode, failureDecidedBy } });
    const byPeople = failureCode === 'rail_error' ? 'retry_unavailable' : 'may begin';
    expect([after('service'), after('person'), after(null)]).toEqual(['may begin', byPeople, byPeople]);
  });

  it.each([
    [0, 0, 'retry_unavailable'],
    [1, 0, 'may begin'],
    [1, 1, 'retry_unavailable'],
    [4, 3, 'may begin'],
    [4, 4, 'retry_unavailable'],
  ])('of %i allowed ones after %i: %s', (checkoutRetries, retries, expected) => {
    expect(codeOf({ first: { ...first, checkoutRetries }, latest: later, retries })).toBe(expected);
  });

  it('[3.20] needs three minutes of the first intent', () => {
    expect(codeOf(tries, beforeEnd(3 * MINUTE))).toBe('may begin');
    expect(codeOf(tries, beforeEnd(3 * MINUTE - 1))).toBe('retry_unavailable');
  });

  it('[3.20] has the order of the first, and its end', () => {
    const next = nextTry(tries, { id: 'pi_9', at: inTime, holdSeconds: 300 });
    const { id, createdAt, retryOf, ...same } = next;
    expect({ id, createdAt, retryOf }).toEqual({ id: 'pi_9', createdAt: inTime, retryOf: first.id });
    const { amount, currency, description, metadata, reference, expiresAt, checkoutRetries } = first;
    expect(same).toMatchObject({ amount, currency, description, metadata, reference, expiresAt, checkoutRetries });
    expect(same).toMatchObject({
      status: 'PENDING',
      chargeId: null,
      failureCode: null,
      version: 1,
      extensibleUntil: null,
    });
  });

  it('has the till of the first', () => {
    const made = { ...first, tillId: 'till_1' };
    expect(nextTry({ first: made }, { id: 'pi_9', at: inTime, holdSeconds: 300 }).tillId).toBe('till_1');
  });

  it('has the actor of the first', () => {
    const made = { ...first, actor: 'mem_1' };
    expect(nextTry({ first: made }, { id: 'pi_9', at: inTime, holdSeconds: 300 }).actor).toBe('mem_1');
  });

  it('names the first intent, also when it follows another', () => {
    expect(nextTry({ first }, { id: 'pi_9', at: inTime, holdSeconds: 300 }).retryOf).toBe(first.id);
  });

  it('that keeps others from paying is held for a moment, up to the end of the first', () => {
    const extensibleUntil = order.expiresAt;
    const held = { ...first, expiresAt: new Date('2026-11-20T10:05:00.000Z'), extensibleUntil };
    const lifeAt = (at: Date) => {
      const { expiresAt, extensibleUntil: until } = nextTry({ first: held }, { id: 'pi_9', at, holdSeconds: 300 });
      return [expiresAt, until];
    };
    expect(lifeAt(inTime)).toEqual([new Date('2026-11-20T10:15:00.000Z'), extensibleUntil]);
    expect(lifeAt(beforeEnd(4 * MINUTE))).toEqual([extensibleUntil, null]);
  });
});
