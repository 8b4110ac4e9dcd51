import { describe, expect, test } from '@jest/globals';
import { ReloadingSecret } from '@paygate/platform';
import { MtnMomoConnector } from './mtn-momo-connector.js';

const collection = { targetEnvironment: 'mtncameroon', subscriptionKey: 's', apiUser: 'u', apiKey: 'k' };
const disbursement = { disbursementSubscriptionKey: 's2', disbursementApiUser: 'u2', disbursementApiKey: 'k2' };

function connector(credentials: object): MtnMomoConnector {
  return new MtnMomoConnector('http://127.0.0.1:1', new ReloadingSecret(JSON.stringify(credentials)));
}

describe('MTN MoMo', () => {
  test('collects, refunds and pays out with the credentials of both products', () => {
    const { payouts, refunds, isConfigured } = connector({ ...collection, ...disbursement });
    expect(isConfigured()).toBe(true);
    expect([payouts?.floatOwner, refunds?.floatOwner]).toEqual(['mtn_momo/disbursement', 'mtn_momo/disbursement']);
  });

  test.each([{}, { ...disbursement, disbursementApiKey: '' }])(
    'only collects without all of those of disbursements: %j',
    (more) => {
      const { payouts, refunds, isConfigured } = connector({ ...collection, ...more });
      expect([isConfigured(), payouts, refunds]).toEqual([true, undefined, undefined]);
    },
  );
});
