/** A key pair that signs authorization tokens, without its private half. Times are the database's. */
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
  readonly rotateAfterSeconds: number;
  readonly tokenTtlSeconds: number;
  /** How far clocks of verifiers may be apart. */
  readonly clockSkewSeconds: number;
}

export type SigningKeyPlan =
  | { readonly kind: 'keep' }
  | {
      readonly kind: 'announce';
      readonly signsFrom: Date;
      readonly retire?: { readonly kid: string; readonly notAfter: Date };
    };

/**
 * Decides whether a new key is due. The first signs at once, as there is no other and readers wait for a key id they do not
 * know; each later one waits out the lead, and its predecessor verifies until the last token it can have signed is dead.
 */
export function planSigningKeys(keys: readonly SigningKey[], now: Date, policy: SigningKeyPolicy): SigningKeyPlan {
  const newest = newestOf(keys);
  if (newest === undefined) return { kind: 'announce', signsFrom: now };
  if (now < after(newest.signsFrom, policy.rotateAfterSeconds)) return { kind: 'keep' };
  const signsFrom = after(now, policy.leadSeconds);
  const notAfter = after(signsFrom, policy.tokenTtlSeconds + policy.clockSkewSeconds);
  return { kind: 'announce', signsFrom, retire: { kid: newest.kid, notAfter } };
}

/** The key that signs at a moment: the youngest whose time has come. */
export function signingKeyAt<Key extends SigningKey>(keys: readonly Key[], moment: Date): Key | undefined {
  return newestOf(keys.filter(({ signsFrom }) => signsFrom <= moment));
}

function newestOf<Key extends SigningKey>(keys: readonly Key[]): Key | undefined {
  return keys.toSorted((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0];
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
