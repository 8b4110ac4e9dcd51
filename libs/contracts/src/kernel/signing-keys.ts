import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsText, IsTimestamp, IsVersion } from '../schema/fields.js';

/** A public signing key (ES256). It verifies from `notBefore` to `notAfter`. */
export class SigningKeyRow {
  @IsText(64, 1) kid!: string;
  @IsVersion() version!: number;
  /** JWK of the public key, as JSON text. */
  @IsString() @MaxLength(1024) publicJwk!: string;
  @IsTimestamp() notBefore!: string;
  @IsOptional() @IsTimestamp() notAfter!: string | null;
}
