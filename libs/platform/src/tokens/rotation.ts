/** A key pair that signs tokens of one kind, without its private half. Times are the database's. */
export interface PublicSigningKey {
  readonly kid: string;
  /** Grows with every change that readers must learn of. */
  readonly version: number;
  /** JWK of the public half, as JSON text. */
  readonly publicJwk: string;
  /** It verifies from this moment, its publication. */
  readonly notBefore: Date;
  /** It signs from this moment until a newer key does. */
  readonly signsFrom: Date;
  /** It verifies until this moment; null while it has no successor. */
  readonly notAfter: Date | null;
}

export interface RotationPolicy {
  /** Time for every reader to learn of a key before a token names it. */
  readonly leadSeconds: number;
  /** The time for which a key signs before its successor is announced. */
  readonly rotateAfterSeconds: number;
  /** The longest life of a token that the keys sign. */
  readonly tokenTtlSeconds: number;
}

/** A verifier's clock may be off by this much. */
const CLOCK_SKEW_SECONDS = 60;

/** The next step of the rotation. */
export type RotationPlan =
  | { readonly kind: 'keep' }
  /** Create a key. `retire` verifies until `notAfter`, when the last token that it may have signed has expired. */
  | {
      readonly kind: 'announce';
      readonly signsFrom: Date;
      readonly retire?: { readonly kid: string; readonly notAfter: Date };
    };

/**
 * Decides whether a new key is due. The very first key signs at once: there is no other to sign with meanwhile, no token
 * is older than it, and readers that have not seen it yet wait for an unknown key id. Every later key waits for the lead,
 * because its predecessor can sign meanwhile, and a reader whose stream lags must not refuse valid tokens. When keys were withdrawn by
 * hand, so that every key has an end and none a successor, the next one counts as the first.
 */
export function planRotation(keys: readonly PublicSigningKey[], now: Date, policy: RotationPolicy): RotationPlan {
  const newest = newestOf(keys.filter(({ notAfter }) => notAfter === null));
  if (newest === undefined) return { kind: 'announce', signsFrom: now };
  if (now < after(newest.signsFrom, policy.rotateAfterSeconds)) return { kind: 'keep' };
  const signsFrom = after(now, policy.leadSeconds);
  const notAfter = after(signsFrom, policy.tokenTtlSeconds + CLOCK_SKEW_SECONDS);
  return { kind: 'announce', signsFrom, retire: { kid: newest.kid, notAfter } };
}

function newestOf(keys: readonly PublicSigningKey[]): PublicSigningKey | undefined {
  return keys.toSorted((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0];
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000);
}
