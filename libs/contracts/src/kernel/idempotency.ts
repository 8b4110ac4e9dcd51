import { IsOptional } from 'class-validator';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsDigest, IsSealed } from '../schema/fields.js';

/**
 * A caller's Idempotency-Key, as the service that owns the effect stores it: digests only. Scope: merchant, mode, route. Two requests are
 * the same when either digest of their content is equal.
 */
export class Idempotency {
  @IsDigest() keyHash!: string;
  /** The digest of the content's bytes. */
  @IsDigest() bodyHash!: string;
  /** The digest of the content's canonical form, in which equal JSON has equal bytes. A gateway of the version before sends none. */
  @IsOptional() @IsDigest() contentHash?: string;
}

/**
 * A caller's Idempotency-Key beside a body that holds a secret. The digests of the body are sealed, because
 * a reader of a digest could find a code of six digits or a weak password by trying all.
 */
export class SealedIdempotency {
  @IsDigest() keyHash!: string;
  @IsSealed() bodyHash!: Sealed;
  @IsOptional() @IsSealed() contentHash?: Sealed;
}
