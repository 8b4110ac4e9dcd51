import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entries of an append-only account in the order of their time, for statements and balances. Wallets have none here. */
export class FindEntries1795800001000 implements MigrationInterface {
  readonly name = 'FindEntries1795800001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const side of ['credit', 'debit'])
      await buildIndex(runner, {
        name: `transfer_${side}_entries`,
        table: 'transfer',
        // accounts with numbers from 1000 on: those of merchants and rails, and not the platform's own, which every charge credits
        definition: `(${side}_id, posted_at) WHERE ${side}_id < -9999999`,
      });
    for (const view of entries) await runner.query(view);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW account_entry, account_credit, account_debit');
    await runner.query('DROP INDEX transfer_credit_entries, transfer_debit_entries');
  }
}

const sideSql = (account: string, other: string, net: string): string => `
  SELECT ${account} AS account_id, posted_at, (extract(epoch FROM posted_at) * 1000000)::bigint AS posted_us, journal_id, leg, ledger,
    ${other} AS other_id, ${net} AS net
  FROM transfer WHERE ${account} < -9999999`;

/**
 * Each transfer as its accounts see it: what it adds to the account. Pages are read from the view of each side, whose index has their
 * order, and merged; sums are read from both.
 */
const entries = [
  `CREATE OR REPLACE VIEW account_credit AS ${sideSql('credit_id', 'debit_id', 'amount')}`,
  `CREATE OR REPLACE VIEW account_debit AS ${sideSql('debit_id', 'credit_id', '-amount')}`,
  'CREATE OR REPLACE VIEW account_entry AS SELECT * FROM account_credit UNION ALL SELECT * FROM account_debit',
];
