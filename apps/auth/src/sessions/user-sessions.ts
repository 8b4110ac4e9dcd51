import { Injectable } from '@nestjs/common';
import type { DeniedTokensRow } from '@paygate/contracts';
import { deniedTokensTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { AuthConfig } from '../config.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

/** What users have signed in to. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  /** Denies all tokens that a user has, and tells every gateway. */
  async end(tx: Transaction, userId: string): Promise<DeniedTokensRow> {
    const row = await this.denied.denyUser(tx, userId, this.config.USER_TOKEN_TTL_SECONDS);
    tx.putRow(deniedTokensTable, row);
    return row;
  }
}
