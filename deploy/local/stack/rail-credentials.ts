import type { Environment } from './plan.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The credentials of test mode: the rail simulator has issued them, and charging presents them. */
export function railCredentials(secrets: Secrets): Environment {
  const secret = (purpose: string): string => secrets.key(`rail.${purpose}`);
  return {
    MTN_MOMO_TEST_CREDENTIALS: JSON.stringify({
      targetEnvironment: 'mtncameroon',
      subscriptionKey: secret('mtn-momo-subscription'),
      apiUser: '8c2e6a54-7d0b-4f5e-9a31-5b7c1d2e3f40',
      apiKey: secret('mtn-momo-api'),
    }),
    ORANGE_MONEY_TEST_CREDENTIALS: JSON.stringify({
      clientId: 'paygate-test',
      clientSecret: secret('orange-money-client'),
      authToken: secret('orange-money-auth'),
      channelMsisdn: '690000000',
      channelPin: '2222',
    }),
  };
}
