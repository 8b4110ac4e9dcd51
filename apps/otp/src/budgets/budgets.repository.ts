import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import type { Budget } from './budget.js';
import type { BudgetScope } from './budget-scope.js';
import { keepsReserve } from './budget-scope.js';
import { DAY_SECONDS } from './limits.js';

/** Whose budget is read or charged, and from which address. */
export interface BudgetCaller {
  readonly mode: Mode;
  /** A user id as the caller gave it, or an HMAC of a phone number. */
  readonly subject: string;
  readonly budgetScope: BudgetScope;
  /** The HMAC that the caller's address is counted under; null for a merchant's server. */
  readonly address: string | null;
}

interface BudgetRow {
  readonly now: Date;
  readonly sends: readonly Date[];
  readonly ownSends: readonly Date[];
  readonly wrong: readonly Date[];
  readonly ownWrong: readonly Date[];
}

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
   * Serializes all sends and checks of a subject until the transaction ends: what is read after this is what the decision
   * counts on, and a losing request is refused only after the winner's answer is stored.
   */
  async lock(tx: DatabaseTransaction, { mode, subject }: Pick<BudgetCaller, 'mode' | 'subject'>): Promise<void> {
    await tx.execute({
      name: 'otp-lock-subject',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`${mode}:${subject}`],
    });
  }

  /** What the subject has used in a scope, with the time of the database. */
  async read(tx: DatabaseTransaction, caller: BudgetCaller): Promise<Budget> {
    const { mode, subject, budgetScope, address } = caller;
    const [row] = await tx.query<BudgetRow>({
      name: 'otp-read-budget',
      text: `SELECT clock_timestamp() AS now, ${moments('send')} AS sends, ${moments('send', '$4')} AS "ownSends",
          ${moments('wrong_check')} AS wrong, ${moments('wrong_check', '$4')} AS "ownWrong"
        FROM otp_use WHERE subject = $1 AND mode = $2 AND scope = $3
          AND at > clock_timestamp() - make_interval(secs => CASE kind WHEN 'send' THEN $5::integer ELSE $6::integer END)`,
      values: [subject, mode, budgetScope, address, this.#sendWindowSeconds, DAY_SECONDS],
    });
    if (row === undefined) throw new Error('an aggregate returns one row');
    const { now, sends, ownSends, wrong, ownWrong } = row;
    const hasReserve = keepsReserve(budgetScope) && address !== null;
    return {
      now,
      sends: { all: sends, own: hasReserve ? ownSends : null },
      wrongChecks: { all: wrong, own: hasReserve ? ownWrong : null },
    };
  }

  /** Takes one use from a budget. A send is given back by its id: see `ChallengesRepository.consume`. */
  async charge(
    tx: DatabaseTransaction,
    kind: 'send' | 'wrong_check',
    use: { readonly id: string; readonly caller: BudgetCaller; readonly at: Date },
  ): Promise<void> {
    const { mode, subject, budgetScope, address } = use.caller;
    await tx.execute({
      name: 'otp-charge-budget',
      text: 'INSERT INTO otp_use (id, mode, subject, scope, kind, address, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      values: [use.id, mode, subject, budgetScope, kind, address, use.at],
    });
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

const BATCH = 10_000;

/** The moments of uses of one kind, oldest first; of one address when that is given. */
const moments = (kind: string, address?: string): string => {
  const condition = `kind = '${kind}'${address === undefined ? '' : ` AND address = ${address}::text`}`;
  return `coalesce(array_agg(at ORDER BY at) FILTER (WHERE ${condition}), '{}')`;
};
