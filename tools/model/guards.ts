/** The guards that keep the promises. Without any one of them a search finds a history that breaks a statement. */

/** Each guard with the statement that is broken without it, by the name that `statements.ts` has for it. */
export const guards = {
  'the answer to a creation follows its commit': 'acknowledged writes survive',
  'a challenge takes five checks': 'at most five checks',
  'the right code consumes its challenge': 'no code works twice',
  'a token has charged no other intent': 'no token works twice',
  'an expired intent begins no charge': 'no charge begins after expiresAt',
  'the status lets a charge begin': 'at most one charge',
  'a try follows the last one': 'at most one try is open or COMPLETED',
  'the status shows that the outcome was recorded': 'one terminal event',
  'the event commits with its change': 'no event is lost',
  'the inbox knows the message': 'one event of each refund',
  'the charge has one row': 'at most one charge',
  'what is decided stays decided': 'one event of each refund',
  'a wallet has the money': 'no wallet below its floor',
  'every attempt has the same reference': 'ledger and rail agree',
  'a time-out is no decline': 'ledger and rail agree',
  'the refusal of a repetition says nothing': 'ledger and rail agree',
  'what may have been sent is asked about, not timed out': 'ledger and rail agree',
  'only what was not sent is canceled': 'ledger and rail agree',
  'refunds that are pending count': 'refunds within their charge',
  'money is held before it is sent': 'no more than is available',
  'a delivery is a row': 'an event is delivered',
  'a delivery is recorded after its POST': 'an event is delivered',
} as const;
export type GuardName = keyof typeof guards;
export const guardNames = Object.keys(guards) as readonly GuardName[];
