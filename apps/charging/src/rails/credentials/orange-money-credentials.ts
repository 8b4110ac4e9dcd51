/** The credentials that Orange Money issues for a merchant's channel: `authToken` is the whole value of the header `X-AUTH-TOKEN`. */
export const orangeMoneyCredentialFields = [
  'clientId',
  'clientSecret',
  'authToken',
  'channelMsisdn',
  'channelPin',
] as const;
export type OrangeMoneyCredentials = Readonly<Record<(typeof orangeMoneyCredentialFields)[number], string>>;
