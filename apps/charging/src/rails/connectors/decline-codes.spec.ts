import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { mtnMomoReasons, refusedSubmissions } from './mtn-momo/mtn-momo-reasons.js';
import { orangeMoneyReasons, orangeMoneyStatuses } from './orange-money/orange-money-reasons.js';

/** The codes of an error reason in MTN's published API description. */
const PUBLISHED_BY_MTN =
  `APPROVAL_REJECTED EXPIRED INTERNAL_PROCESSING_ERROR INVALID_CALLBACK_URL_HOST INVALID_CURRENCY NOT_ALLOWED
  NOT_ALLOWED_TARGET_ENVIRONMENT NOT_ENOUGH_FUNDS PAYEE_NOT_ALLOWED_TO_RECEIVE PAYEE_NOT_FOUND PAYER_LIMIT_REACHED PAYER_NOT_FOUND
  PAYMENT_NOT_APPROVED RESOURCE_ALREADY_EXIST RESOURCE_NOT_FOUND SERVICE_UNAVAILABLE TRANSACTION_CANCELED`.split(/\s+/);

const [, section = ''] = /^## Decline codes$(.*?)^## /ms.exec(readFileSync('docs/rails.md', 'utf8')) ?? [];
const rows = [...section.matchAll(/^\| ([^|]*)\| ([^|]*)\| `([a-z_]+)` *\|$/gm)];

/** The contents of a column of the table, as pairs of a reason and its code. */
function documented(column: 1 | 2, reason: RegExp): readonly (readonly [string, string])[] {
  const pairs = rows.flatMap((row) => [...(row[column] ?? '').matchAll(reason)].map(([, found]) => [found, row[3]]));
  return pairs.toSorted() as [string, string][];
}

/** Guarantees that no reason of a rail is mapped without being documented, or the other way round. */
describe('the table of decline codes', () => {
  test.each([
    ['the reasons of MTN MoMo', mtnMomoReasons, documented(1, /([A-Z_]+)/g)],
    ['the codes of Orange Money', orangeMoneyReasons, documented(2, /([0-9]+)/g)],
    ['the final states of Orange Money', orangeMoneyStatuses, documented(2, /status ([A-Z]+)/g)],
  ])('has %s', (_, reasons, pairs) => {
    expect(pairs).toEqual([...reasons].toSorted());
  });

  test('has every reason that MTN has published, and those that refuse a submission with the same code', () => {
    expect(PUBLISHED_BY_MTN.filter((reason) => !mtnMomoReasons.has(reason))).toEqual([]);
    expect([...refusedSubmissions]).toEqual(
      [...refusedSubmissions.keys()].map((key) => [key, mtnMomoReasons.get(key)]),
    );
  });
});
