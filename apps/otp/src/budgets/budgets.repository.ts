import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import type { Budget } from './budget.js';
import type { BudgetScope } from './budget-scope.js';
import { keepsReserve } from './budget-scope.js';
import { DAY_SECONDS } from './limits.js';

/** The subject whose budget is read or charged, and the address. */
export interface BudgetCaller {
  readonly mode: Mode;
  /** A user id as the caller gave it, or an HMAC of a phone number. */
  readonly subject: string;
  readonly budgetScope: BudgetScope;
  /** The HMAC that the caller's address is counted under; null for a merchant's server. */
  readonly address: string | null;
}

/** The columns of {@link BudgetsRepository.usesSql}. */
export interface UsesRow {
  readonly allSends: readonly Date[];
  readonly ownSends: readonly Date[];
  readonly allWrong: readonly Date[];
  readonly ownWrong: readonly Date[];
}

const BATCH = 10_000;

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
   * The use of a subject in a scope, one row, for a statement whose first four parameters are subject, mode, the caller's scope
   * and its address.
   */
  usesSql(scope: string): string {
    return `SELECT ${moments('send')} AS "allSends", ${moments('send', '$4')} AS "ownSends",
        ${moments('wrong_check')} AS "allWrong", ${moments('wrong_check', '$4')} AS "ownWrong"
      FROM otp_use WHERE subject = $1 AND mode = $2 AND ${countsFor(scope)}
        AND at > clock_timestamp() - CASE kind WHEN 'send' THEN interval '${this.#sendWindowSeconds} s'
          ELSE interval '${DAY_SECONDS} s' END`;
  }

  /** Deletes uses that have left every window, a bounded number. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'otp-delete-expired-uses',
      text: `DELETE FROM otp_use WHERE id = ANY (ARRAY (SELECT id FROM otp_use
        WHERE at < (SELECT clock_timestamp()) - make_interval(secs => $1) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      values: [DAY_SECONDS],
    });
  }
}

/** The budget that uses leave in a scope, to callers with an address or without one. */
export function budgetOf(
  { budgetScope, address }: Pick<BudgetCaller, 'budgetScope' | 'address'>,
  now: Date,
  { allSends, ownSends, allWrong, ownWrong }: UsesRow,
): Budget {
  const hasReserve = keepsReserve(budgetScope) && address !== null;
  return {
    now,
    sends: { all: allSends, own: hasReserve ? ownSends : null },
    wrongChecks: { all: allWrong, own: hasReserve ? ownWrong : null },
  };
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
  const condition = `kind = '${kind}'${address === undefined ? '' : ` AND address = ${address}::text`}`;
  return `coalesce(array_agg(at ORDER BY at) FILTER (WHERE ${condition}), '{}')`;
};
