import { Injectable } from '@nestjs/common';
import type { Country } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { PersonalData } from '../../personal-data.js';

/** A merchant account that somebody asked for and whose mailed token was not used yet. */
export interface AccountClaim {
  readonly tokenHash: string;
  readonly email: string;
  readonly businessName: string;
  readonly country: Country;
}

const BATCH = 2_000;

@Injectable()
export class AccountClaimsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  async store(tx: DatabaseTransaction, claim: AccountClaim, validHours: number): Promise<void> {
    const { tokenHash, email, businessName, country } = claim;
    await tx.execute({
      name: 'account-claim-store',
      text: `INSERT INTO account_claim (token_hash, sealed_email, business_name, country, expires_at)
        VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(hours => $5::int))`,
      values: [
        ...[tokenHash, this.personalData.seal(email, 'account_claim.email', tokenHash)],
        ...[businessName, country, validHours],
      ],
    });
  }

  async find(tokenHash: string): Promise<AccountClaim | undefined> {
    const [row] = await this.database.query<Omit<AccountClaim, 'email'> & { readonly sealedEmail: string }>({
      name: 'account-claim-find',
      text: `SELECT token_hash AS "tokenHash", sealed_email AS "sealedEmail", business_name AS "businessName", country
        FROM account_claim WHERE token_hash = $1 AND expires_at > clock_timestamp()`,
      values: [tokenHash],
    });
    if (row === undefined) return undefined;
    const { sealedEmail, ...claim } = row;
    return { ...claim, email: this.personalData.open(sealedEmail, 'account_claim.email', tokenHash) };
  }

  /** Locks a claim until the transaction ends; false when it was consumed, or has expired. */
  async lock(tx: DatabaseTransaction, tokenHash: string): Promise<boolean> {
    const locked = await tx.query({
      name: 'account-claim-lock',
      text: 'SELECT FROM account_claim WHERE token_hash = $1 AND expires_at > clock_timestamp() FOR UPDATE',
      values: [tokenHash],
    });
    return locked.length === 1;
  }

  /** Deletes a locked claim: its token has had its effect. */
  async consume(tx: DatabaseTransaction, tokenHash: string): Promise<void> {
    await tx.execute({
      name: 'account-claim-consume',
      text: 'DELETE FROM account_claim WHERE token_hash = $1',
      values: [tokenHash],
    });
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'account-claim-forget',
      text: `DELETE FROM account_claim WHERE token_hash = ANY (ARRAY (SELECT token_hash FROM account_claim
        WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
  }
}
