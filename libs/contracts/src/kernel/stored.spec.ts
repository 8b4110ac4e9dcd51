import { expect, test } from '@jest/globals';
import { operationList } from '../openapi/operations.js';
import { errorsOf } from './operation.js';
import type { Operation } from './operation.js';
import { storesNothing } from './stored.js';

/* What each operation stores: one list, from its declaration. */

const changing = operationList.filter(({ method, body }) => method !== 'GET' || body !== undefined);
const idsOf = (operations: readonly Operation[]) => operations.map(({ id }) => id);

test('[6.16] every operation that has a body or is no GET says what it stores', () => {
  expect(idsOf(changing.filter(({ stores }) => stores === undefined))).toEqual([]);
});

test('an operation stores nothing only when it is a search', () => {
  expect(idsOf(changing.filter(({ stores }) => stores === storesNothing))).toEqual(['searchIntents', 'checkReceipt']);
  expect(idsOf(changing.filter(({ stores }) => stores?.bound !== 'nothing' && stores?.things.length === 0))).toEqual(
    [],
  );
});

test('an operation that ends something has no body to store, except a proof of its owner or user, and the ids of what a revocation keeps', () => {
  const ending = changing.filter(({ stores }) => stores?.bound === 'ended');
  expect(idsOf(ending.filter(({ body }) => body !== undefined)).toSorted()).toEqual([
    ...['confirmWalletWithdrawal', 'revokeApiKey', 'revokePayoutDestination'],
  ]);
  expect(idsOf(ending).toSorted()).toEqual([
    ...['cancelPayoutBatch', 'confirmWalletWithdrawal', 'deleteWebhookEndpoint'],
    // each pause ends with a resumption, which counts
    ...['endDashboardSession', 'endOtherDashboardSession', 'pausePayoutBatch'],
    ...['removeMember', 'revokeApiKey', 'revokePayoutDestination', 'revokeTill', 'signOut', 'withdrawLiveRequest'],
  ]);
});

test('only requests of people who have no account yet are bound by their network', () => {
  const byAddress = changing.filter(({ stores }) => stores?.bound === 'address');
  expect(byAddress.filter(({ key }) => key !== 'anonymous').map(({ id }) => id)).toEqual([]);
  // a payment by a link is one of the link's account, and a check of a receipt stores nothing
  expect(idsOf(changing.filter(({ key, stores }) => key === 'anonymous' && stores?.bound !== 'address'))).toEqual([
    'payLink',
    'checkReceipt',
  ]);
});

test('whatever counts in a quota documents the refusal', () => {
  const counting = changing.filter(({ stores }) => stores?.bound === 'account' || stores?.bound === 'person');
  const documenting = operationList.filter((operation) => errorsOf(operation).includes('quota_spent'));
  expect(idsOf(documenting)).toEqual(idsOf(counting));
});
