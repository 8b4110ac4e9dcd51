import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { operationList } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { quotaSpent, TestQuota } from './test-quota.js';

const quota = new TestQuota({ objects: 10, bytes: 1_000 });
const merchantId = newId('merchant');
const [first, second] = [newId('member'), newId('member')].toSorted();
const boundBy = (bound: string): readonly Operation[] => operationList.filter(({ stores }) => stores?.bound === bound);

describe('what a test account stores', () => {
  test.each(boundBy('account').map(({ id }) => id))('%s counts in the quota of the account', (id) => {
    const [operation = {}] = operationList.filter((each) => each.id === id);
    expect(quota.ofAccount(operation, { merchantId, mode: 'test' }, 70)).toEqual({
      account: merchantId,
      quota: { objects: 10, bytes: 1_000 },
      bytes: 70,
    });
  });

  test.each(boundBy('account').map(({ id }) => id))(
    '%s of a visitor counts there and in the part of visitors',
    (id) => {
      const [operation = {}] = operationList.filter((each) => each.id === id);
      const counted = quota.ofAccount(operation, { merchantId, mode: 'test' }, 70);
      const visitorQuota = { objects: 7, bytes: 750 };
      expect(quota.ofVisitor(operation, { merchantId, mode: 'test' }, 70)).toEqual({ ...counted, visitorQuota });
    },
  );

  test('the smallest quota leaves visitors something', () => {
    const [operation = {}] = boundBy('account');
    const smallest = new TestQuota({ objects: 1, bytes: 1 });
    expect(smallest.ofVisitor(operation, { merchantId, mode: 'test' }, 70)?.visitorQuota).toEqual({
      objects: 1,
      bytes: 1,
    });
  });

  test('in live mode nothing counts', () => {
    expect(operationList.filter((each) => quota.ofVisitor(each, { merchantId, mode: 'live' }, 70))).toEqual([]);
    const counted = operationList.filter((each) => quota.ofAccount(each, { merchantId, mode: 'live' }, 70));
    expect(counted).toEqual([]);
  });

  test('reads, ends, and what a person changes of the own sign-in take nothing from it', () => {
    const free = operationList.filter((each) => each.method === 'GET' || each.stores?.bound !== 'account');
    expect(free.filter((each) => quota.ofAccount(each, { merchantId, mode: 'test' }, 70))).toEqual([]);
  });
});

describe('what a person changes of the own sign-in', () => {
  const ofTwo = [
    { memberId: second ?? '', liveActive: false },
    { memberId: first ?? '', liveActive: false },
  ];

  test.each(boundBy('person').map(({ id }) => id))('%s counts for the person, whichever account is named', (id) => {
    const [operation = {}] = operationList.filter((each) => each.id === id);
    const counted = quota.ofPerson(operation, ofTwo, 70);
    expect(counted).toMatchObject({ account: first, bytes: 70 });
    expect(quota.ofPerson(operation, ofTwo.toReversed(), 70)).toEqual(counted);
  });

  test('has no quota for people of an account that is active in live mode', () => {
    const ofOneMore = [...ofTwo, { memberId: newId('member'), liveActive: true }];
    expect(boundBy('person').filter((each) => quota.ofPerson(each, ofOneMore, 70))).toEqual([]);
    expect(boundBy('account').filter((each) => quota.ofPerson(each, ofTwo, 70))).toEqual([]);
  });
});

test('the refusal says what is left and when the quota renews', () => {
  const renewsAt = new Date('2026-11-21T00:00:00.000Z');
  expect(quotaSpent({ objectsLeft: 0, bytesLeft: 20, renewsAt, waitMs: 30_600_000 })).toMatchObject({
    code: 'quota_spent',
    fields: { intentsLeft: 0, bytesLeft: 20, renewsAt: '2026-11-21T00:00:00.000Z', retryAfter: 30_600 },
  });
});
