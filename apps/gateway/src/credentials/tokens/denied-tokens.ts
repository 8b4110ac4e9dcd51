import { Inject, Injectable } from '@nestjs/common';
import type { DeniedTokensRow } from '@paygate/contracts';
import { deniedTokensTable } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import { arrivalOf, OWN_CHANGE_TIMEOUT_MS } from '../await-row.js';
import { tokenInvalid } from './expected-tokens.js';

/** Claims of a verified token. `issuedAt` in seconds since 1970. */
export interface TokenIdentity {
  readonly tokenId: string;
  readonly userId: string;
  readonly issuedAt: number;
}

/** Revoked user tokens. By id, never by text, because an ES256 signature can be altered and stay valid. */
@Injectable()
export class DeniedTokens {
  constructor(@Inject(tableToken(deniedTokensTable)) private readonly table: Table<DeniedTokensRow>) {}

  /** Throws `token_invalid` for a token that has ended, `service_unavailable` when the table is out of date. */
  check({ tokenId, userId, issuedAt }: TokenIdentity): void {
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    const ofUser = this.table.get(userId);
    const endedWithAll = ofUser !== undefined && issuedAt * 1_000 <= Date.parse(ofUser.issuedUntil);
    if (endedWithAll || this.table.get(tokenId) !== undefined) throw tokenInvalid('user');
  }

  /** Waits until it is known here that the tokens of a user issued up to then have ended. */
  arrivalOfUser(userId: string, issuedUntil: string): Promise<void> {
    const isEnded = (row: DeniedTokensRow): boolean => Date.parse(row.issuedUntil) >= Date.parse(issuedUntil);
    return arrivalOf(this.table, userId, isEnded, OWN_CHANGE_TIMEOUT_MS);
  }

  /** Waits until it is known here that a token has ended. */
  arrival(tokenId: string): Promise<void> {
    return arrivalOf(this.table, tokenId, undefined, OWN_CHANGE_TIMEOUT_MS);
  }
}
