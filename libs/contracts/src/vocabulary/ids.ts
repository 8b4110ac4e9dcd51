/**
 * Identifiers follow the TypeID form: a prefix that names the kind, `_`, and a UUIDv7 in 26 characters of Crockford's
 * base 32, so that ids of one kind sort by time of creation.
 */
export const idPrefixes = {
  intent: 'pi',
  charge: 'ch',
  refund: 're',
  payout: 'po',
  reversal: 'rv',
  adjustment: 'adj',
  unclaimed: 'um',
  payerReturn: 'rt',
  payoutDestination: 'pd',
  payoutBatch: 'pbat',
  paymentLink: 'pl',
  event: 'evt',
  webhookEndpoint: 'we',
  delivery: 'del',
  webhookRecovery: 'rec',
  user: 'usr',
  customer: 'cus',
  merchant: 'mer',
  apiKey: 'key',
  otpChallenge: 'otp',
  testMessage: 'tm',
  registration: 'reg',
  passwordReset: 'pwr',
  member: 'mem',
  person: 'per',
  dashboardSession: 'dss',
  request: 'req',
  requestLogEntry: 'rle',
  topUp: 'tu',
  withdrawal: 'wd',
  transfer: 'tr',
  till: 'till',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Matches an id of `kind` in its only valid spelling. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}
