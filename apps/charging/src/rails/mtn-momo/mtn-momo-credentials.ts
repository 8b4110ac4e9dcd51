/** The credentials that MTN MoMo provisions for the collections of a merchant account: the target environment is `sandbox` or a country's. */
export const mtnMomoCredentialFields = ['targetEnvironment', 'subscriptionKey', 'apiUser', 'apiKey'] as const;
export type MtnMomoCredentials = Readonly<Record<(typeof mtnMomoCredentialFields)[number], string>>;
