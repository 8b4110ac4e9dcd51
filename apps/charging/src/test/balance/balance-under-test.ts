import { randomBytes } from 'node:crypto';
import type {
  BalanceEntry,
  BalanceRead,
  BalanceSpan,
  SummarizeBalanceCommand,
  BalanceSummarized,
  Mode,
  Reply,
  StatementPage,
} from '@paygate/contracts';
import { listTransactions, readBalance, readStatement, summarizeBalance } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import type { ChargingUnderTest } from '../charging-under-test.js';

/** A whole statement, read page by page. */
export interface Statement {
  readonly to: string;
  readonly opening: bigint;
  readonly entries: readonly BalanceEntry[];
}

/** A gateway that reads balances. */
export class BalanceUnderTest {
  private constructor(
    private readonly world: ChargingUnderTest,
    private readonly gateway: CommandBus,
  ) {}

  static async start(world: ChargingUnderTest): Promise<BalanceUnderTest> {
    return new BalanceUnderTest(world, await world.startGateway());
  }

  async read(merchantId: string, mode: Mode = 'test'): Promise<BalanceRead> {
    return accepted(await this.gateway.send(readBalance, { merchantId, mode }, origin()));
  }

  list(merchantId: string, more: object = {}) {
    const command = { merchantId, mode: 'test' as const, currency: 'XAF' as const, limit: 100, ...more };
    return this.gateway.send(listTransactions, command, origin());
  }

  page(
    span: BalanceSpan,
    more: { readonly limit?: number; readonly after?: string } = {},
  ): Promise<Reply<StatementPage>> {
    return this.gateway.send(readStatement, Object.assign({ limit: 500 }, span, more), origin());
  }

  summary(span: SummarizeBalanceCommand): Promise<BalanceSummarized> {
    return this.whenClosed(() => this.gateway.send(summarizeBalance, span, origin()));
  }

  async statement(span: BalanceSpan, limit = 500): Promise<Statement> {
    const first = await this.whenClosed(() => this.page(span, { limit }));
    const entries = [...first.entries];
    for (let hasMore = first.hasMore; hasMore;) {
      const after = entries.at(-1)?.id ?? '';
      const page = accepted(await this.page(Object.assign({}, span, { to: first.to }), { limit, after }));
      entries.push(...page.entries);
      hasMore = page.hasMore;
    }
    return { to: first.to, opening: BigInt(first.opening ?? 'none'), entries };
  }

  /** Other suites of the same server hold the watermark back for a moment. */
  private whenClosed<Answer>(ask: () => Promise<Reply<Answer>>): Promise<Answer> {
    return eventually(async () => {
      const reply = await ask();
      return (reply.ok || reply.code !== 'service_unavailable') && accepted(reply);
    });
  }

  /** A rail has collected 700, of which the fee of 14 is kept, so many hours ago. */
  async collected(merchantId: string, { ledger = 1_950, hoursAgo = 0, rail = 'mtn_momo' } = {}): Promise<string> {
    const [chargeId, intentId] = [newId('charge'), newId('intent')];
    const token = randomBytes(24).toString('base64url');
    await this.world.database.query(
      `INSERT INTO append_account (kind, owner_id, ledger) VALUES ('merchant', $1, $3), ('float', $2, $3) ON CONFLICT DO NOTHING`,
      [merchantId, rail, ledger],
    );
    await this.world.database.query(
      `WITH o AS (
         INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
           request_id, accepted_at, callback_token, state, attempt, submitted_at, due_at, ended_at)
         VALUES ($1, 'collect', $2, $3, $4, $5, $6, 700, 14, 'sealed', '********01', 'req', clock_timestamp(), $7, 'succeeded', 1,
           clock_timestamp(), NULL, clock_timestamp())
         RETURNING *),
       c AS (
         INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, method, state, debited_id)
         SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, 'mobile_money', 'succeeded',
           (SELECT account_id FROM append_account WHERE owner_id = $2 AND kind = 'float' AND ledger = $6) FROM o
         RETURNING *)
       INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position, posted_at)
       SELECT charge_id, leg.number, ledger, debited_id, leg.account, leg.amount,
         (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock),
         clock_timestamp() - make_interval(hours => $8)
       FROM c CROSS JOIN LATERAL (VALUES
         (1, (SELECT account_id FROM append_account WHERE owner_id = $4 AND kind = 'merchant' AND ledger = $6), amount - fee),
         (2, -(20000 + ledger)::bigint, fee)) AS leg (number, account, amount)`,
      [chargeId, rail, intentId, merchantId, newId('user'), ledger, token, hoursAgo],
    );
    return chargeId;
  }

  /** As if so much had been paid out of the live account of a merchant. */
  async spent(merchantId: string, amount: number): Promise<void> {
    await this.world.database.query(
      `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
       SELECT $2, 1, 950, account_id, -10950, $3, (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock)
       FROM append_account WHERE owner_id = $1 AND ledger = 950`,
      [merchantId, newId('transfer'), amount],
    );
  }
}

export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code}`);
  return reply.data;
}

function origin(): { readonly requestId: string; readonly timeoutMs: number } {
  return { requestId: newId('request'), timeoutMs: PATIENCE_MS };
}
