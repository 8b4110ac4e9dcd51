import { SigningKeyRow } from '../kernel/signing-keys.js';
import { tableStreams } from '../kernel/streams.js';
import { readAuthTable } from '../kernel/table-reads.js';
import { defineTable } from '../kernel/tables.js';
import { IsText, IsTimestamp, IsVersion } from '../schema/fields.js';

/** Public keys of user tokens, owned by auth. */
export const userTokenKeyTable = defineTable({
  type: 'user-token-key',
  stream: tableStreams.userTokenKeys,
  row: SigningKeyRow,
  key: (row) => row.kid,
  snapshot: readAuthTable,
});
/** User tokens that are denied although they have not expired: one token, or all of a user's up to a moment. */
export class DeniedTokensRow {
  /** `jti` of the token, or the user's id. */
  @IsText(128, 1) subject!: string;
  @IsVersion() version!: number;
  /** Tokens issued up to then are denied. */
  @IsTimestamp() issuedUntil!: string;
  /** The time at which the last of these tokens expires. Then the row is deleted. */
  @IsTimestamp() expiresAt!: string;
}
/** The denied user tokens, which every gateway holds in memory. */
export const deniedTokensTable = defineTable({
  type: 'denied-tokens',
  stream: tableStreams.deniedTokens,
  row: DeniedTokensRow,
  key: (row) => row.subject,
  snapshot: readAuthTable,
  lapsesAt: (row) => Date.parse(row.expiresAt),
});
