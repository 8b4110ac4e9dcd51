import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileChecker } from '../schema/checker.js';
import { schemaOf } from '../schema/read-schema.js';
import { validValue } from '../test/arbitraries.js';
import { RefundView } from './refund-bodies.js';
import { Refund } from './refund.js';
import { renderRefund } from './render-refund.js';

const withMetadata = (refund: object, metadata: string) => Object.assign({}, refund, { metadata }) as Refund;
const refunds = validValue(schemaOf(Refund)).map((value) => withMetadata(value as object, '{}'));
const contractOrder =
  'id object paymentIntentId chargeId status amount currency feeKept reason metadata transmission failure providerReference mode createdAt ' +
  'updatedAt completedAt';

describe('a rendered refund', () => {
  test('has the fields of the contract in their order, and is what its class describes', () => {
    fc.assert(
      fc.property(refunds, (refund) => {
        const view = JSON.parse(renderRefund(refund)) as Record<string, unknown>;
        expect(Object.keys(view).join(' ')).toBe(contractOrder);
        expect(compileChecker(RefundView)(view)).toEqual([]);
      }),
    );
  });

  test.each(['{"b":1,"a":2,"2":3,"1":4}', '{"long":123456789012345678901234567890.10}', '{"__proto__":{"x":1}}'])(
    'carries the metadata %s byte for byte',
    (metadata) => {
      const [refund] = fc.sample(refunds, 1);
      if (refund === undefined) throw new Error('no sample');
      expect(renderRefund(withMetadata(refund, metadata))).toContain(`,"metadata":${metadata},"transmission":`);
    },
  );
});
