import { readCredentials } from './credentials.js';

/** The credentials that MTN MoMo provisions for the collections of a merchant account: the target environment is `sandbox` or a country's. */
export const mtnMomoCredentialFields = ['targetEnvironment', 'subscriptionKey', 'apiUser', 'apiKey'] as const;
export type MtnMomoCredentials = Readonly<Record<(typeof mtnMomoCredentialFields)[number], string>>;

/** The products of MTN MoMo: what was collected and what is paid out are on accounts apart. */
export type MtnMomoProduct = 'collection' | 'disbursement';

/** Those of disbursements, in the object beside those of collections. Without them nothing is paid out or refunded. */
const disbursementFields = ['disbursementSubscriptionKey', 'disbursementApiUser', 'disbursementApiKey'] as const;

/** The credentials of a product in a text; undefined when the text has none. */
export function productCredentials(text: string, product: MtnMomoProduct): MtnMomoCredentials | undefined {
  const collections = readCredentials(text, mtnMomoCredentialFields);
  if (product === 'collection' || collections === undefined) return collections;
  const own = readCredentials(text, disbursementFields);
  return (
    own && {
      targetEnvironment: collections.targetEnvironment,
      subscriptionKey: own.disbursementSubscriptionKey,
      apiUser: own.disbursementApiUser,
      apiKey: own.disbursementApiKey,
    }
  );
}
