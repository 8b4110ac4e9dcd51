import type { Sealed } from '../vocabulary/sealed.js';
import { IsDigest, IsSealed } from '../schema/fields.js';

/** A caller's Idempotency-Key, as the service that owns the effect stores it: digests only. Scope: merchant, mode, route. */
export class Idempotency {
  @IsDigest() keyHash!: string;
  @IsDigest() bodyHash!: string;
}

/**
 * A caller's Idempotency-Key beside a body that holds a secret. The digest of the body is sealed, because
 * a reader of the digest could find a code of six digits or a weak password by trying all.
 */
export class SealedIdempotency {
  @IsDigest() keyHash!: string;
  @IsSealed() bodyHash!: Sealed;
}
