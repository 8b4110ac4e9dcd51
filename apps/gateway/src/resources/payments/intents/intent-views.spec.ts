import { expect, test } from '@jest/globals';
import type { OperatorView } from '@paygate/contracts';
import { CheckoutMerchantView, compileChecker } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { merchantProfileOf } from '../../../test/fixtures/samples.js';
import type { OperatorStates } from '../../operators/operator-states.js';
import type { PublicUrls } from '../../public-urls.js';
import type { CheckoutStates } from './checkout-states.js';
import { IntentViews } from './intent-views.js';

const urls = { logo: () => null } as unknown as PublicUrls;
const views = new IntentViews(urls, {} as CheckoutStates, {} as OperatorStates);
const mtn: OperatorView = {
  ...{ operator: 'mtn_momo', currencies: ['XAF'], numberPrefixes: ['+23767'], promptName: null, dial: '*126#' },
  ...{ state: 'degraded', methods: [] },
};
const shown = (mode: 'test' | 'live', operators?: readonly OperatorView[]) => {
  const view = views.merchantView(merchantProfileOf(newId('merchant')), { currency: 'XAF', mode }, operators);
  expect(compileChecker(CheckoutMerchantView)(view)).toEqual([]);
  return view;
};

test('[14.3] a payment offers mobile money only where its mode has an operator of its currency', () => {
  expect(shown('test', [mtn]).paymentMethods).toEqual(['mobile_money', 'wallet']);
  expect(shown('test', []).paymentMethods).toEqual(['wallet']);
  expect(shown('live', []).paymentMethods).toEqual([]);
  expect(shown('live', [Object.assign({}, mtn, { currencies: ['XOF'] })]).paymentMethods).toEqual([]);
});

test('[13.17] a live payment offers a wallet where its mode has an operator that fills one', () => {
  expect(shown('live', [mtn]).paymentMethods).toEqual(['mobile_money', 'wallet']);
  expect(shown('live').paymentMethods).toEqual(['mobile_money', 'wallet']);
});

test('[14.3] a page gets how the operators are, without the figures', () => {
  expect(shown('test', [mtn]).operators).toEqual([
    { operator: 'mtn_momo', promptName: null, dial: '*126#', state: 'degraded' },
  ]);
});
