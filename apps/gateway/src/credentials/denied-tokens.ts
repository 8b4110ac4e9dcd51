import { Inject, Injectable } from '@nestjs/common';
import type { DeniedTokensRow } from '@paygate/contracts';
import { deniedTokensTable } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import { arrivalOf } from './arrival.js';

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

  /** Throws `token_invalid` for a token that has ended, `service_unavailable` when the table is too old to say. */
  check({ tokenId, userId, issuedAt }: TokenIdentity): void {
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    const ofUser = this.table.get(userId);
    const isOver = ofUser !== undefined && issuedAt * 1_000 <= Date.parse(ofUser.issuedUntil);
    if (isOver || this.table.get(tokenId) !== undefined) throw new PaygateError('token_invalid');
  }

  /** Waits a moment for the denial of a token to be known here. */
  arrival(tokenId: string): Promise<void> {
    return arrivalOf(this.table, tokenId);
  }
}
