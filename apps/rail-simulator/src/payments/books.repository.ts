import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { Rail } from './payment.js';
import { OPENING_BALANCE } from './payments.repository.js';

/** A line of an operator's statement. Negative amounts left the account of a payer, positive ones came to it. */
export interface Movement {
  readonly number: bigint;
  readonly reference: string;
  readonly msisdn: string;
  readonly amount: bigint;
  readonly balance_after: bigint;
  readonly moved_at: Date;
}

export interface RailClock {
  readonly now: Date;
  readonly advanced_seconds: number;
}

/** An account of the platform at an operator. */
export interface Account {
  readonly name: string;
  /** Below zero where an account that is never short has paid more than came in. */
  readonly balance: bigint;
}

/** The beginning of the references of what nobody has asked payers for. Their statement has none. */
export const UNASKED = 'unasked/';

/** Balances, statements and the clock of the operators. */
@Injectable()
export class BooksRepository {
  constructor(private readonly database: Database) {}

  async balance(rail: Rail, msisdn: string): Promise<bigint> {
    const text = 'SELECT balance FROM payer WHERE rail = $1 AND msisdn = $2';
    const [payer] = await this.database.query<{ balance: bigint }>({ text, values: [rail, msisdn] });
    return payer?.balance ?? OPENING_BALANCE;
  }

  async setBalance(rail: Rail, msisdn: string, balance: bigint): Promise<void> {
    const text = `INSERT INTO payer VALUES ($1, $2, $3) ON CONFLICT (rail, msisdn) DO UPDATE SET balance = EXCLUDED.balance`;
    await this.database.execute({ text, values: [rail, msisdn, balance] });
  }

  /** A payer sends money to the account that collects, as nobody has asked: a line of the statement without a reference. */
  async sendUnasked(rail: Rail, msisdn: string, amount: bigint): Promise<void> {
    const text = `
      WITH paid AS (
        INSERT INTO payer (rail, msisdn, balance) VALUES ($1, $2, ${OPENING_BALANCE} - $3::bigint)
        ON CONFLICT (rail, msisdn) DO UPDATE SET balance = payer.balance - $3::bigint
        RETURNING balance),
      sent AS (
        INSERT INTO payment (rail, reference, msisdn, asked, amount, currency, scenario, kind, state, decided_at)
        SELECT $1, '${UNASKED}' || gen_random_uuid(), $2, $3, $3, 'XAF', '01', 'collection', 'succeeded', rail_now() FROM paid
        RETURNING reference)
      INSERT INTO movement (rail, reference, msisdn, amount, balance_after) SELECT $1, reference, $2, -$3::bigint, balance FROM sent, paid`;
    await this.database.execute({ text, values: [rail, msisdn, amount] });
  }

  /** Bounds what the account can pay out from which refunds, cash-ins and transfers are paid; undefined: it is never short. */
  async boundPayingAccount(rail: Rail, balance: bigint | undefined): Promise<void> {
    if (balance === undefined) {
      await this.database.execute({ text: 'DELETE FROM paying_account WHERE rail = $1', values: [rail] });
      return;
    }
    const text = `INSERT INTO paying_account VALUES ($1, $2) ON CONFLICT (rail) DO UPDATE SET balance = EXCLUDED.balance`;
    await this.database.execute({ text, values: [rail, balance] });
  }

  /** The balances that operators hold for the platform, by account. */
  accounts(): Promise<readonly Account[]> {
    return this.database.query<Account>({ text: 'SELECT name, balance FROM account ORDER BY name' });
  }

  async balanceOf(account: string): Promise<bigint> {
    return (await this.accounts()).find(({ name }) => name === account)?.balance ?? 0n;
  }

  /** Moves money from the collections of MTN MoMo to its disbursements, or back where it is negative. A bounded account can then pay it. */
  async moveBetweenAccounts(amount: bigint): Promise<void> {
    const text = `
      WITH moved AS (INSERT INTO account_transfer (rail, amount) VALUES ('mtn_momo', $1) RETURNING rail, amount)
      UPDATE paying_account a SET balance = a.balance + moved.amount FROM moved WHERE a.rail = moved.rail`;
    await this.database.execute({ text, values: [amount] });
  }

  /** Lines after a number, oldest first, at most `limit`. */
  statement(rail: Rail, after: bigint, limit: number): Promise<Movement[]> {
    const text = `
      SELECT number, reference, msisdn, amount, balance_after, moved_at FROM movement
      WHERE rail = $1 AND number > $2 ORDER BY number LIMIT $3`;
    return this.database.query({ text, values: [rail, after, limit] });
  }

  async clock(): Promise<RailClock> {
    const text = 'SELECT rail_now() AS now, extract(epoch FROM advanced)::float8 AS advanced_seconds FROM rail_clock';
    const [clock] = await this.database.query<RailClock>({ text });
    if (clock === undefined) throw new Error('the clock of the rails is gone');
    return clock;
  }

  /** Time goes forward only. */
  async advance(seconds: number): Promise<void> {
    const text = 'UPDATE rail_clock SET advanced = advanced + make_interval(secs => $1)';
    await this.database.execute({ text, values: [seconds] });
  }
}
