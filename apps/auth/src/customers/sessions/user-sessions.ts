import { Injectable } from '@nestjs/common';
import type { DeniedTokensRow } from '@paygate/contracts';
import { deniedTokensTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { AuthConfig } from '../../config.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

/** Ends all sessions of users. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  /** Denies all tokens of a user, and publishes that to the gateways. */
  async end(tx: Transaction, userId: string): Promise<DeniedTokensRow> {
    const row = await this.denied.denyUser(tx, userId, this.config.USER_TOKEN_TTL_SECONDS);
    tx.putRow(deniedTokensTable, row);
    return row;
  }
}
