import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import type { Budget, Uses } from './budget.js';
import { since } from './budget.js';
import type { BudgetScope } from './budget-scope.js';
import { keepsReserve } from './budget-scope.js';
import { DAY_SECONDS } from './limits.js';

/** The subject whose budget is read or charged, and the address. */
export interface BudgetCaller {
  readonly mode: Mode;
  /** A user id as the caller gave it, or an HMAC of a phone number; in test mode with the merchant, so that merchants share no budget. */
  readonly countedAs: string;
  readonly budgetScope: BudgetScope;
  /** The HMAC that the caller's address is counted under; null for a merchant's server. */
  readonly address: string | null;
}

/** A phone, and the address at which its code was right. */
export type Proof = Pick<BudgetCaller, 'countedAs' | 'address'>;

/** The columns of {@link BudgetsRepository.usesSql}: the uses of a day. */
export interface UsesRow {
  readonly allSends: readonly Date[];
  readonly ownSends: readonly Date[];
  readonly allWrong: readonly Date[];
  readonly ownWrong: readonly Date[];
}

const BATCH = 10_000;
/** The time for which an address with a right code of a phone is remembered. */
const PROOF_DAYS = 30;
/** The day before counts with today. */
const MERCHANT_DAYS = 3;

/** True when a phone has proved itself at an address: an expression over the columns of both. */
export const provedSql = (countedAs: string, address: string): string => `(SELECT true FROM otp_proof
  WHERE subject = ${countedAs} AND address = ${address} AND at > clock_timestamp() - interval '${PROOF_DAYS} days') IS NOT NULL`;

/**
 * The insertion of the proofs in \`from\`, which has the columns \`proved_subject\` and \`proved_address\`; none without an address. One of
 * the last hour stays, so that a repeated check writes nothing.
 */
export const proofSql = (from: string): string => `
  INSERT INTO otp_proof AS p (subject, address, at)
  SELECT proved_subject, proved_address, clock_timestamp() FROM ${from} WHERE proved_address IS NOT NULL
  ORDER BY proved_subject, proved_address
  ON CONFLICT (subject, address) DO UPDATE SET at = excluded.at WHERE p.at < excluded.at - interval '1 hour'`;

/** Sends and wrong checks, each a row until it has left its window. */
@Injectable()
export class BudgetsRepository {
  readonly #sendWindowSeconds: number;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#sendWindowSeconds = config.OTP_SEND_WINDOW_SECONDS;
  }

  /**
   * The use of a subject in a scope, one row, beside a row that has what the subject is counted as, mode and the caller's address as
   * `of_counted`, `of_mode` and `of_address`.
   */
  usesSql(scope: string): string {
    return `SELECT ${moments('send')} AS "allSends", ${moments('send', 'of_address')} AS "ownSends",
        ${moments('wrong_check')} AS "allWrong", ${moments('wrong_check', 'of_address')} AS "ownWrong"
      FROM otp_use WHERE subject = of_counted AND mode = of_mode AND ${countsFor(scope)}
        AND at > clock_timestamp() - interval '${DAY_SECONDS} s'`;
  }

  /** The budget that uses leave in a scope to a caller. An address at which a phone has proved itself has one of its own for it. */
  budgetOf(
    { budgetScope, address, proved }: Pick<BudgetCaller, 'budgetScope' | 'address'> & { readonly proved: boolean },
    now: Date,
    { allSends, ownSends, allWrong, ownWrong }: UsesRow,
  ): Budget {
    const hasReserve = keepsReserve(budgetScope) && address !== null;
    const usesOf = (all: readonly Date[], own: readonly Date[]): Uses =>
      proved ? { all: own, own: null } : { all, own: hasReserve ? own : null };
    const daySends = usesOf(allSends, ownSends);
    const windowStart = new Date(now.getTime() - this.#sendWindowSeconds * 1_000);
    return { now, sends: since(daySends, windowStart), daySends, wrongChecks: usesOf(allWrong, ownWrong) };
  }

  /** Deletes uses that have left every window, proofs that are old, and the days of merchants that count no more, a bounded number. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'otp-delete-merchant-days',
      text: `DELETE FROM otp_guest_day WHERE day < current_date - ${MERCHANT_DAYS}`,
    });
    await this.database.execute({
      name: 'otp-delete-proofs',
      text: `DELETE FROM otp_proof WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_proof
        WHERE at < (SELECT clock_timestamp()) - interval '${PROOF_DAYS} days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
    await this.database.execute({
      name: 'otp-delete-expired-uses',
      text: `DELETE FROM otp_use WHERE id = ANY (ARRAY (SELECT id FROM otp_use
        WHERE at < (SELECT clock_timestamp()) - make_interval(secs => $1) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      values: [DAY_SECONDS],
    });
  }
}

/**
 * Uses that count for a scope: its own, and, of a phone number, every code that was sent to it, whatever for. Guests of all payments
 * share the checks of their phone too.
 */
const countsFor = (scope: string): string => `(scope = ${scope} OR ${isOfPhone('scope')} AND ${isOfPhone(scope)}
  AND (kind = 'send' OR ${scope} LIKE 'intent:%'))`;
const isOfPhone = (scope: string): string => `${scope} ~ '^(registration|password_reset|intent:)'`;

/** The moments of uses of one kind, oldest first; of one address when that is given. */
const moments = (kind: string, address?: string): string => {
  const condition = `kind = '${kind}'${address === undefined ? '' : ` AND address = ${address}`}`;
  return `coalesce(array_agg(at ORDER BY at) FILTER (WHERE ${condition}), '{}')`;
};
