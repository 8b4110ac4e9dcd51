import { expect, test } from '@jest/globals';
import { errorCatalogue, errorsOf, isErrorCode, operations } from '@paygate/contracts';
import type { SeenAnswer } from './missing-answers.js';
import { missingAnswers } from './missing-answers.js';

const list = [operations.jwks, operations.getIntent];
const everything: readonly SeenAnswer[] = [
  ...list.flatMap((operation) => [
    { operation: operation.id, status: operation.success, code: null },
    ...errorsOf(operation).map((code) => ({ operation: operation.id, status: errorCatalogue[code].status, code })),
  ]),
  ...Object.keys(errorCatalogue)
    .filter(isErrorCode)
    .map((code) => ({ operation: null, status: errorCatalogue[code].status, code })),
];
const without = (omitted: (seen: SeenAnswer) => boolean) => everything.filter((seen) => !omitted(seen));

test('nothing is missing when every answer was received', () => {
  expect(missingAnswers(list, everything, [])).toEqual({ missing: [], stale: [], undocumented: [] });
});

test('a status that one operation never returned is missing, although another one did', () => {
  const seen = without(({ operation, status }) => operation === 'getIntent' && status === 500);
  expect(missingAnswers(list, seen, []).missing).toEqual(['getIntent 500']);
});

test('a success that was not received is missing', () => {
  const seen = without(({ operation, status }) => operation === 'getIntent' && status === 200);
  expect(missingAnswers(list, seen, []).missing).toEqual(['getIntent 200']);
});

test('a code that was not received is missing, although its status was', () => {
  const seen = without(({ code }) => code === 'api_key_expired');
  expect(missingAnswers(list, seen, []).missing).toEqual(['api_key_expired']);
});

test('an exempt answer is not missing, for one operation or for all', () => {
  const seen = without(({ status }) => status === 500);
  const codes = { answer: 'internal_error', reason: 'r' };
  expect(missingAnswers(list, seen, [{ answer: '* 500', reason: 'r' }, codes]).missing).toEqual([]);
  expect(missingAnswers(list, seen, [{ answer: 'jwks 500', reason: 'r' }, codes]).missing).toEqual(['getIntent 500']);
});

test('an exemption of an answer that specs receive is stale', () => {
  const exemptions = ['* 500', 'getIntent 404', 'internal_error', 'no_such_code'].map((answer) => ({
    answer,
    reason: 'r',
  }));
  expect(missingAnswers(list, everything, exemptions).stale).toEqual(exemptions.map(({ answer }) => answer));
});

test('[5.6] a code that its operation does not document is reported', () => {
  const seen = [...everything, { operation: 'jwks', status: 409, code: 'reference_exists' }];
  expect(missingAnswers(list, seen, []).undocumented).toEqual(['jwks reference_exists']);
});
