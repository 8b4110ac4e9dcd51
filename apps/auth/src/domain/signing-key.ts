/** A key pair that signs user tokens, without its private half. Times are the database's. */
export interface SigningKey {
  readonly kid: string;
  readonly version: number;
  /** JWK of the public half, as JSON text. */
  readonly publicJwk: string;
  /** From here on it verifies: the moment of its publication. */
  readonly notBefore: Date;
  /** From here on it signs, until a younger key does. */
  readonly signsFrom: Date;
  /** Until here it verifies; null while no successor is known. */
  readonly notAfter: Date | null;
}

export interface SigningKeyPolicy {
  /** Time for every reader to learn of a key before a token names it. */
  readonly leadSeconds: number;
  /** How long a key signs before a successor is announced. */
  readonly rotateAfterSeconds: number;
  readonly tokenTtlSeconds: number;
  readonly clockSkewSeconds: number;
}

/** What is to be done about the keys now. */
export type SigningKeyPlan =
  | { readonly kind: 'keep' }
  /** A new key; `retire` verifies until `notAfter`, when the last token that it can have signed is dead. */
  | { readonly kind: 'announce'; readonly signsFrom: Date; readonly retire?: { kid: string; notAfter: Date } };

/**
 * Decides whether a new key is due. The very first key signs at once: there is no other to sign with meanwhile, no token
 * is older than it, and readers that have not seen it yet wait for an unknown key id. Every later key waits out the lead,
 * because its predecessor can serve and a reader whose stream lags must not turn good tokens away.
 */
export function planSigningKeys(keys: readonly SigningKey[], now: Date, policy: SigningKeyPolicy): SigningKeyPlan {
  const newest = newestOf(keys);
  if (newest === undefined) return { kind: 'announce', signsFrom: now };
  if (now < after(newest.signsFrom, policy.rotateAfterSeconds)) return { kind: 'keep' };
  const signsFrom = after(now, policy.leadSeconds);
  const notAfter = after(signsFrom, policy.tokenTtlSeconds + policy.clockSkewSeconds);
  return { kind: 'announce', signsFrom, retire: { kid: newest.kid, notAfter } };
}

function newestOf(keys: readonly SigningKey[]): SigningKey | undefined {
  return [...keys].sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0];
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
