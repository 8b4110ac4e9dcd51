import type { Secrets } from '../secrets/secrets.ts';

/** The credentials of a client of MTN MoMo in test mode. */
export interface MomoCredentials {
  readonly targetEnvironment: string;
  readonly subscriptionKey: string;
  readonly apiUser: string;
  readonly apiKey: string;
}

export function momoCredentials(secrets: Secrets): MomoCredentials {
  return {
    targetEnvironment: 'mtncameroon',
    subscriptionKey: secrets.key('rail.mtn-momo-subscription'),
    apiUser: '8c2e6a54-7d0b-4f5e-9a31-5b7c1d2e3f40',
    apiKey: secrets.key('rail.mtn-momo-api'),
  };
}

/** The credentials of test mode: the rail simulator has issued them, and charging presents them. */
export function railCredentials(secrets: Secrets): Readonly<Record<string, string>> {
  const secret = (purpose: string): string => secrets.key(`rail.${purpose}`);
  const momo = momoCredentials(secrets);
  return {
    MTN_MOMO_TEST_CREDENTIALS: JSON.stringify({
      ...momo,
      disbursementSubscriptionKey: momo.subscriptionKey,
      disbursementApiUser: momo.apiUser,
      disbursementApiKey: momo.apiKey,
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
