import { Inject, Injectable } from '@nestjs/common';
import type { DeniedTokensRow } from '@paygate/contracts';
import { deniedTokensTable } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import { arrivalOf, TOLD_ARRIVAL_TIMEOUT_MS } from '../arrival.js';

/** What a token says of itself, verified. `issuedAt` in seconds since 1970. */
export interface TokenIdentity {
  readonly tokenId: string;
  readonly userId: string;
  readonly issuedAt: number;
}

/** User tokens that ended before they expire. By id, never by text: a signature can be written in several ways. */
@Injectable()
export class DeniedTokens {
  constructor(@Inject(tableToken(deniedTokensTable)) private readonly table: Table<DeniedTokensRow>) {}

  /**
   * Whether a token has been signed out. Throws `token_invalid` for one that ended with all of its user's,
   * `service_unavailable` when the table is too old to say.
   */
  isSignedOut({ tokenId, userId, issuedAt }: TokenIdentity): boolean {
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    const ofUser = this.table.get(userId);
    if (ofUser !== undefined && issuedAt * 1_000 <= Date.parse(ofUser.issuedUntil))
      throw new PaygateError('token_invalid');
    return this.table.get(tokenId) !== undefined;
  }

  /** Waits a moment for the end of a user's tokens to be known here: of those that were issued up to then. */
  arrivalOfUser(userId: string, issuedUntil: string): Promise<void> {
    const isEnded = (row: DeniedTokensRow): boolean => Date.parse(row.issuedUntil) >= Date.parse(issuedUntil);
    return arrivalOf(this.table, userId, isEnded, TOLD_ARRIVAL_TIMEOUT_MS);
  }

  /** Waits a moment for the denial of a token to be known here. */
  arrival(tokenId: string): Promise<void> {
    return arrivalOf(this.table, tokenId, undefined, TOLD_ARRIVAL_TIMEOUT_MS);
  }
}
