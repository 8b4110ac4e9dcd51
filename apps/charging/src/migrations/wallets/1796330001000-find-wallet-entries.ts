import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The movements of a wallet in the order of their time: what it paid, by its charges, and what came in, by its transfers. */
export class FindWalletEntries1796330001000 implements MigrationInterface {
  readonly name = 'FindWalletEntries1796330001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // one entry for each payment, where its journal has a leg for the merchant and one for the fee
    await buildIndex(runner, {
      name: 'charge_of_wallet',
      table: 'charge',
      definition: '(debited_id, settled_at) WHERE debited_id > 0',
    });
    // no payment from a wallet credits one
    await buildIndex(runner, {
      name: 'transfer_to_wallet',
      table: 'transfer',
      definition: '(credit_id, posted_at) WHERE credit_id > 0',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX transfer_to_wallet');
    await runner.query('DROP INDEX charge_of_wallet');
  }
}
